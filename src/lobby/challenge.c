/* SPDX-License-Identifier: MIT */
#include "lobby/challenge.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "accounts/presence.h"
#include "ratings/rating_json.h"

static const char *const statuses[] = {
#define ROW(status, name) [status] = (name),
#include "lobby/challenge_statuses.def"
};

static const struct {
    const char *key, *text;
} reasons[DECLINE_COUNT] = {
#define ROW(reason, key, text) [reason] = {key, text},
#include "wire/decline_reasons.def"
};

const char *challenge_status_name(enum challenge_status status)
{
    return statuses[status];
}

enum decline_reason decline_reason_parse(const char *key)
{
    for (enum decline_reason reason = DECLINE_GENERIC; reason < DECLINE_COUNT; reason++)
        if (key && !strcasecmp(key, reasons[reason].key))
            return reason;
    return DECLINE_GENERIC;
}

const char *decline_reason_key(enum decline_reason reason)
{
    return reasons[reason].key;
}

const char *decline_reason_text(enum decline_reason reason)
{
    return reasons[reason].text;
}

bool challenge_is_active(const struct challenge *challenge)
{
    return challenge->status == CHALLENGE_CREATED || challenge->status == CHALLENGE_OFFLINE;
}

bool challenge_is_open(const struct challenge *challenge)
{
    return !*challenge->to.id;
}

bool challenge_involves(const struct challenge *challenge, const char *who)
{
    if (challenge_is_open(challenge) && !*challenge->allowed[0].id)
        return true;
    return *who && (!strcmp(challenge->from.id, who) || !strcmp(challenge->to.id, who) ||
                    !strcmp(challenge->creator, who) || !strcmp(challenge->allowed[0].id, who) ||
                    !strcmp(challenge->allowed[1].id, who));
}

bool challenge_is_to(const struct challenge *challenge, const char *who)
{
    const bool named =
        !strcmp(challenge->allowed[0].id, who) || !strcmp(challenge->allowed[1].id, who);
    return *who &&
           (!strcmp(challenge->to.id, who) || (named && strcmp(challenge->from.id, who) != 0));
}

bool challenge_is_by(const struct challenge *challenge, const char *who)
{
    return *who && (!strcmp(challenge->from.id, who) || !strcmp(challenge->creator, who));
}

// ---- the API ---------------------------------------------------------------------------------

static void write_user(struct server *server, const char *key, const struct identity *who,
                       enum perf perf, struct json *json)
{
    if (!*who->id) {
        json_put_text(json, key, NULL);
        return;
    }
    json_put_object(json, key);
    json_put_text(json, "id", who->id);
    json_put_text(json, "name", who->name);
    if (identity_title(who))
        json_put_text(json, "title", identity_title(who));
    shown_rating_write(ratings_show(server, who, perf), json);
    if (presence_is_online(server, who->id))
        json_put_bool(json, "online", true);
    json_end_object(json);
}

static void write_open(const struct challenge *challenge, struct json *json)
{
    json_put_object(json, "open");
    if (*challenge->allowed[0].id) {
        json_put_array(json, "userIds");
        json_text(json, challenge->allowed[0].id);
        json_text(json, challenge->allowed[1].id);
        json_end_array(json);
    }
    json_end_object(json);
    if (*challenge->name)
        json_put_text(json, "name", challenge->name);
}

static void write_settings(const struct challenge *challenge, struct json *json)
{
    const struct game_settings *settings = &challenge->settings;
    game_settings_write_variant(settings, json);
    json_put_bool(json, "rated", settings->rated);
    json_put_text(json, "speed", speed_key(game_settings_speed(settings)));
    game_settings_write_time_control(settings, json);
    json_put_text(json, "color", side_choice_name(settings->side_choice));
    json_put_text(json, "finalColor", challenge->first_is_white ? "white" : "black");
    game_settings_write_perf(settings, json);
    if (settings->from_position || settings->variant == RK_CHESS960) {
        char fen[RK_FEN_MAX];
        rk_fen_write(&settings->start, RK_FEN_PLAIN, fen);
        json_put_text(json, "initialFen", fen);
    }
    game_settings_write_rules(settings, json);
}

static void write_reason(enum decline_reason reason, struct json *json)
{
    char key[16];
    size_t size = 0;
    for (const char *at = reasons[reason].key; *at && size + 1 < sizeof key; at++)
        key[size++] = (char)tolower((unsigned char)*at);
    key[size] = '\0';
    json_put_text(json, "declineReason", reasons[reason].text);
    json_put_text(json, "declineReasonKey", key);
}

void challenge_write(struct server *server, const struct challenge *challenge, const char *viewer,
                     struct json *json)
{
    char url[512];
    const enum perf perf = game_settings_perf(&challenge->settings);
    snprintf(url, sizeof url, "%s/%s", server->config.public_url, challenge->id);
    json_put_text(json, "id", challenge->id);
    json_put_text(json, "url", url);
    json_put_text(json, "status", challenge_status_name(challenge->status));
    write_user(server, "challenger", &challenge->from, perf, json);
    write_user(server, "destUser", &challenge->to, perf, json);
    write_settings(challenge, json);
    if (viewer && *viewer && !strcmp(viewer, challenge->from.id))
        json_put_text(json, "direction", "out");
    else if (viewer && *viewer && challenge_involves(challenge, viewer))
        json_put_text(json, "direction", "in");
    if (*challenge->rematch_of)
        json_put_text(json, "rematchOf", challenge->rematch_of);
    if (*challenge->message)
        json_put_text(json, "message", challenge->message);
    if (challenge_is_open(challenge))
        write_open(challenge, json);
    if (challenge->status == CHALLENGE_DECLINED)
        write_reason(challenge->reason, json);
}

// ---- the stored form -------------------------------------------------------------------------

static void put_person(const struct identity *who, const char *key, struct json *json)
{
    if (!*who->id)
        return;
    json_put_object(json, key);
    json_put_text(json, "id", who->id);
    json_put_text(json, "name", who->name);
    json_put_integer(json, "role", who->role);
    json_end_object(json);
}

void challenge_serialize(const struct challenge *challenge, struct buffer *out)
{
    struct json json = json_in(out);
    json_begin_object(&json);
    put_person(&challenge->from, "from", &json);
    put_person(&challenge->to, "to", &json);
    put_person(&challenge->allowed[0], "white", &json);
    put_person(&challenge->allowed[1], "black", &json);
    json_put_text(&json, "maker", challenge->creator);
    json_put_text(&json, "name", challenge->name);
    json_put_text(&json, "message", challenge->message);
    json_put_bool(&json, "firstIsWhite", challenge->first_is_white);
    json_put_integer(&json, "createdAt", challenge->created_at);
    json_put_text(&json, "status", challenge_status_name(challenge->status));
    if (challenge->status == CHALLENGE_DECLINED)
        json_put_text(&json, "reason", decline_reason_key(challenge->reason));
    if (*challenge->rematch_of)
        json_put_text(&json, "rematchOf", challenge->rematch_of);
    game_settings_write(&challenge->settings, &json);
    json_end_object(&json);
}

/* False if the text does not fit. */
static bool copy_text(const char *text, char *out, size_t size)
{
    const size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

static bool read_person(const struct fields *fields, const char *key, struct identity *out)
{
    char path[3][16];
    snprintf(path[0], sizeof path[0], "%s.id", key);
    snprintf(path[1], sizeof path[1], "%s.name", key);
    snprintf(path[2], sizeof path[2], "%s.role", key);
    const int64_t role = fields_integer(fields, path[2], ROLE_PLAYER);
    if (role < ROLE_PLAYER || role > ROLE_GUEST)
        return false;
    out->role = (enum role)role;
    return copy_text(fields_text(fields, path[0], ""), out->id, sizeof out->id) &&
           copy_text(fields_text(fields, path[1], ""), out->name, sizeof out->name);
}

static bool read_persons(const struct fields *fields, struct challenge *out)
{
    return read_person(fields, "from", &out->from) && read_person(fields, "to", &out->to) &&
           read_person(fields, "white", &out->allowed[0]) &&
           read_person(fields, "black", &out->allowed[1]) &&
           copy_text(fields_text(fields, "maker", ""), out->creator, sizeof out->creator) &&
           copy_text(fields_text(fields, "name", ""), out->name, sizeof out->name) &&
           copy_text(fields_text(fields, "message", ""), out->message, sizeof out->message) &&
           copy_text(fields_text(fields, "rematchOf", ""), out->rematch_of, sizeof out->rematch_of);
}

/* Challenges that were stored by an earlier version have no status: they are new. */
static bool read_status(const struct fields *fields, struct challenge *out)
{
    const char *name = fields_text(fields, "status", statuses[CHALLENGE_CREATED]);
    out->reason = decline_reason_parse(fields_text(fields, "reason", ""));
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        if (!strcmp(name, statuses[i])) {
            out->status = (enum challenge_status)i;
            return true;
        }
    return false;
}

rk_err challenge_parse(const char *id, const char *body, size_t size, int64_t expires_at,
                       struct challenge *out, rk_fault *fault)
{
    struct fields *fields;
    rk_err err = fields_parse(body, size, &fields, fault);
    if (err)
        return err;
    struct challenge challenge = {.expires_at = expires_at};
    if (!copy_text(id, challenge.id, sizeof challenge.id) || !read_persons(fields, &challenge) ||
        !read_status(fields, &challenge)) {
        if (fault)
            *fault = (rk_fault){.err = RK_BAD_RECORD,
                                .text = "a name or message is too long, or the status is unknown"};
        err = RK_BAD_RECORD;
    } else
        err = game_settings_read(fields, &challenge.settings, fault);
    challenge.first_is_white = fields_bool(fields, "firstIsWhite", false);
    challenge.created_at = fields_integer(fields, "createdAt", 0);
    fields_destroy(fields);
    if (!err)
        *out = challenge;
    return err;
}
