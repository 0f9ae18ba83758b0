/* SPDX-License-Identifier: MIT */
/* Commands that answer an offer: a draw, a rematch, a challenge or a seek. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/suggest.h"
#include "base/text.h"
#include "join/commands.h"
#include "join/handlers.h"

enum { WORD_SIZE = REMOTE_GAME_NAME_MAX + 1, SERVER_ID_SIZE = 8 };

static const char *const reason_keys[] = {
#define ROW(reason, key, text) key,
#include "wire/decline_reasons.def"
};
enum { REASON_COUNT = sizeof reason_keys / sizeof *reason_keys };

const char *decline_reason_at(size_t index)
{
    return index < REASON_COUNT ? reason_keys[index] : NULL;
}

/* What `accept` or `decline` was typed with. */
struct answer {
    bool accept;
    char target[WORD_SIZE]; /* "" for none */
    const char *reason;     /* NULL for none */
};

static const char *verb_of(const struct answer *answer)
{
    return answer->accept ? "accept" : "decline";
}

void online_session_answer_challenge(struct online_session *session, const char *challenge,
                                     bool accept, const char *reason)
{
    char id[CLIENT_ID_SIZE + 1];
    client_make_id(session->client, id);
    text_copy(session->accepted, sizeof session->accepted, challenge);
    text_copy(session->accept_request, sizeof session->accept_request, accept ? id : "");
    const struct message_answer answer = {
        .id = id, .challenge = session->accepted, .accept = accept, .reason = reason};
    if (!client_request(session->client, KIND_OF_message_answer, &answer, id))
        online_session_refuse_not_connected(session);
}

void commands_accept(struct online_session *session, const char *id)
{
    if (strlen(id) > REMOTE_GAME_ID_MAX)
        online_session_refuse(session, "not the id of a challenge, an invitation or a seek: %s",
                              id);
    else
        online_session_answer_challenge(session, id, true, NULL);
}

// ---- the argument ----------------------------------------------------------------------------

/* Compares without case, hyphens and underscores: "too-fast" is "tooFast". */
static bool is_same_key(const char *typed, const char *key)
{
    for (; *key; key++, typed++) {
        typed += strspn(typed, "-_");
        if (ascii_lower(*typed) != ascii_lower(*key))
            return false;
    }
    return !*typed;
}

static const char *find_reason(const char *word)
{
    for (size_t i = 0; i < REASON_COUNT; i++)
        if (is_same_key(word, reason_keys[i]))
            return reason_keys[i];
    return NULL;
}

static bool parse_reason(struct online_session *session, const char *word, struct answer *answer)
{
    char hint[SUGGEST_TEXT_MAX];
    answer->reason = find_reason(word);
    if (answer->reason)
        return true;
    online_session_refuse(session, "unknown reason: %s%s", word,
                          suggest_or_list(word, reason_keys, REASON_COUNT, hint));
    return false;
}

/* Parses "[WHO] [REASON]". A single word is a reason if it is one, unless a challenger has that
 * name. */
static bool parse_answer(struct online_session *session, const char *argument,
                         struct answer *answer)
{
    const struct open_challenge *challenge;
    const size_t size = strcspn(argument, " ");
    const char *rest = argument + size + strspn(argument + size, " ");
    if (size >= WORD_SIZE || (*rest && answer->accept)) {
        online_session_refuse(session, "%s takes one name, number or id", verb_of(answer));
        return false;
    }
    text_copy(answer->target, size + 1, argument);
    if (*rest)
        return parse_reason(session, rest, answer);
    if (!answer->accept && find_reason(answer->target) &&
        !offers_find_challenge(&session->offers, answer->target, &challenge)) {
        answer->reason = find_reason(answer->target);
        answer->target[0] = '\0';
    }
    return true;
}

// ---- what is answered ------------------------------------------------------------------------

static void list_challenges(struct online_session *session, const char *name)
{
    const struct offers *offers = &session->offers;
    for (size_t i = 0; i < offers->challenge_count; i++) {
        const struct open_challenge *challenge = &offers->challenges[i];
        if (!*name || !strcasecmp(name, challenge->from))
            online_session_print(session, "%3u  %s: %s (%s)", challenge->number, challenge->from,
                                 challenge->terms, challenge->id);
    }
}

static void answer_draw(struct online_session *session, const struct answer *answer)
{
    online_session_send_verb(session, answer->accept ? VERB_ACCEPT_DRAW : VERB_DECLINE_DRAW, NULL);
}

/* Without a name: the draw that is offered in the game on the board, or else the only offer. */
static void answer_only_offer(struct online_session *session, const struct answer *answer)
{
    const struct remote_game *game = online_session_game(session);
    const bool is_player = online_session_is_player(game);
    const bool rematch = is_player && online_session_has_rematch_offer(game);
    const size_t challenges = session->offers.challenge_count;
    if (is_player && online_session_has_draw_offer(game)) {
        answer_draw(session, answer);
    } else if (rematch && !challenges) {
        online_session_send_rematch(session, answer->accept);
    } else if (!rematch && challenges == 1) {
        online_session_answer_challenge(session, session->offers.challenges[0].id, answer->accept,
                                        answer->reason);
    } else if (!challenges) {
        online_session_refuse(session, "there is no offer to answer");
    } else {
        online_session_refuse(session, "several offers are open: %s NUMBER or NAME%s",
                              verb_of(answer),
                              !rematch         ? ""
                              : answer->accept ? ", or accept rematch"
                                               : ", or decline rematch");
        list_challenges(session, "");
    }
}

/* "draw", "rematch" or the opponent's name, if such an offer is open. */
static bool answer_in_game(struct online_session *session, const struct answer *answer)
{
    const struct remote_game *game = online_session_game(session);
    if (!online_session_is_player(game))
        return false;
    const bool opponent = !strcasecmp(answer->target, game->names[rk_side_other(game->you)]);
    if (online_session_has_draw_offer(game) && (opponent || !strcasecmp(answer->target, "draw")))
        answer_draw(session, answer);
    else if (online_session_has_rematch_offer(game) &&
             (opponent || !strcasecmp(answer->target, "rematch")))
        online_session_send_rematch(session, answer->accept);
    else
        return false;
    return true;
}

static bool answer_listed_challenge(struct online_session *session, const struct answer *answer)
{
    const struct open_challenge *challenge;
    const size_t count = offers_find_challenge(&session->offers, answer->target, &challenge);
    if (count == 1) {
        online_session_answer_challenge(session, challenge->id, answer->accept, answer->reason);
    } else if (count) {
        online_session_refuse(session, "%s has sent several challenges: %s NUMBER", challenge->from,
                              verb_of(answer));
        list_challenges(session, challenge->from);
    }
    return count;
}

static bool join_listed_seek(struct online_session *session, const struct answer *answer)
{
    const struct open_seek *seek;
    const size_t count =
        answer->accept ? offers_find_seek(&session->offers, answer->target, &seek) : 0;
    if (count == 1)
        commands_join_seek(session, seek->id);
    else if (count)
        online_session_refuse(session, "%s has several seeks: accept ID", seek->name);
    return count;
}

/* The server's ids: letters and digits. */
static bool is_server_id(const char *word)
{
    for (const char *c = word; *c; c++)
        if (!isalnum((unsigned char)*c))
            return false;
    return strlen(word) == SERVER_ID_SIZE;
}

static void refuse_target(struct online_session *session, const struct answer *answer)
{
    if (!strcasecmp(answer->target, "draw") || !strcasecmp(answer->target, "rematch"))
        online_session_refuse(session, "no %s is offered", answer->target);
    else if (answer->accept) // the server tells of seeks only while the lobby is shown
        online_session_refuse(session,
                              "no challenge or seek from %s; type challenges to list the "
                              "challenges, or lobby to see the seeks",
                              answer->target);
    else
        online_session_refuse(session, "no challenge from %s; type challenges to list them",
                              answer->target);
}

static void run_answer(struct online_session *session, const char *argument, bool accept)
{
    struct answer answer = {.accept = accept};
    if (!parse_answer(session, argument, &answer))
        return;
    if (!answer.target[0])
        answer_only_offer(session, &answer);
    else if (!answer_in_game(session, &answer) && !answer_listed_challenge(session, &answer) &&
             !join_listed_seek(session, &answer)) {
        if (is_server_id(answer.target))
            online_session_answer_challenge(session, answer.target, accept, answer.reason);
        else
            refuse_target(session, &answer);
    }
}

// ---- handlers --------------------------------------------------------------------------------

void run_accept(struct online_session *session, const char *argument)
{
    run_answer(session, argument, true);
}

void run_decline(struct online_session *session, const char *argument)
{
    run_answer(session, argument, false);
}

void run_challenges(struct online_session *session, const char *argument)
{
    (void)argument;
    if (session->offers.challenge_count)
        list_challenges(session, "");
    else
        online_session_print(session, "no challenges are waiting for your answer");
}
