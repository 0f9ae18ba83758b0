/* SPDX-License-Identifier: MIT */
#include "rounds/talk.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "accounts/user_text.h"
#include "core/limits.h"

enum {
    COMPARED_LINES = 2, /* of the same sender */
    LINES_MAX = 1000    /* in one game: its log has an end */
};

static struct talk_refusal refuse(enum refusal refusal, const char *why)
{
    return (struct talk_refusal){.refusal = refusal, .why = why};
}

/* Without the signs at its end. */
static size_t words_size(const char *text)
{
    size_t size = strlen(text);
    while (size && strchr("!. ", text[size - 1]))
        size--;
    return size;
}

/* Typed by hand: large letters and the sign at the end do not count. */
static bool same_words(const char *a, const char *b)
{
    const size_t size = words_size(a);
    return size == words_size(b) && !strncasecmp(a, b, size);
}

static bool is_phrase(const char *text)
{
    static const char *const phrases[] = {
#define ROW(phrase) phrase,
#include "rounds/phrases.def"
    };
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (same_words(phrases[i], text))
            return true;
    return false;
}

static bool has_link(const char *text)
{
    static const char *const marks[] = {"://", "www.", "WWW.", ".com", ".org", ".net", ".io/"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(text, marks[i]))
            return true;
    return false;
}

/* Whether one of the sender's last lines was nearly the same. */
static bool is_repeated(const struct journal *journal, const char *name, const char *text)
{
    int compared = 0;
    for (size_t i = journal->count; i-- > 0 && compared < COMPARED_LINES;) {
        const struct event *event = &journal->events[i];
        if (event->kind != EVENT_CHAT || strcmp(event->name, name) != 0)
            continue;
        if (user_text_is_similar(event->text, text))
            return true;
        compared++;
    }
    return false;
}

static size_t count_lines(const struct journal *journal)
{
    size_t lines = 0;
    for (size_t i = 0; i < journal->count; i++)
        lines += journal->events[i].kind == EVENT_CHAT;
    return lines;
}

/* Who may speak where. */
static struct talk_refusal check_speaker(const struct round *round, unsigned side,
                                         const struct identity *by, const struct event *line)
{
    const bool guest = by->role == ROLE_GUEST;
    if (!*by->id)
        return refuse(REFUSED_UNAUTHENTICATED, "log in to speak");
    if (side == 2 && line->room == ROOM_PLAYERS)
        return refuse(REFUSED_FORBIDDEN, "the players' room is for the players");
    if (side == 2 && guest)
        return refuse(REFUSED_FORBIDDEN, "log in to speak in the spectators' room");
    if (guest && round->info.source == SOURCE_LOBBY && !is_phrase(line->text))
        return refuse(REFUSED_FORBIDDEN, "guests say only, to whom they met in the lobby:"
#define ROW(phrase) " \u201c" phrase "\u201d"
#include "rounds/phrases.def"
        );
    if (by->role == ROLE_BOT && has_link(line->text))
        return refuse(REFUSED_FORBIDDEN, "bots may not post links");
    return refuse(NOT_REFUSED, NULL);
}

static struct talk_refusal check_line(const struct round *round, const struct event *line)
{
    if (!*line->text)
        return refuse(REFUSED_SYNTAX, "there is nothing to read in this");
    if (user_text_count(line->text) > LINE_CHARACTERS)
        return refuse(REFUSED_SYNTAX, "a line has at most 140 characters");
    if (is_repeated(&round->journal, line->name, line->text))
        return refuse(REFUSED_NOT_NOW, "you have just said that");
    if (count_lines(&round->journal) >= LINES_MAX)
        return refuse(REFUSED_NOT_NOW, "enough was said in this game");
    return refuse(NOT_REFUSED, NULL);
}

struct talk_refusal talk_make(struct round *round, unsigned side, const struct command *command,
                              int64_t at, struct event *out, char *room)
{
    static const char whisper[] = "/w ";
    const bool whispers = side < 2 && !strncmp(command->text, whisper, sizeof whisper - 1);
    const char *text = command->text + (whispers ? sizeof whisper - 1 : 0);
    *out = (struct event){.kind = EVENT_CHAT, .at = at};
    out->room = whispers ? ROOM_SPECTATORS : command->room;
    snprintf(out->name, sizeof out->name, "%s", command->by.name);
    user_text_sanitize(text, EVENT_TEXT_MAX, room, EVENT_TEXT_MAX + 1);
    out->text = room;

    struct talk_refusal refusal = check_line(round, out);
    if (!refusal.refusal)
        refusal = check_speaker(round, side, &command->by, out);
    if (refusal.refusal)
        return refusal;
    const unsigned wait = limits_take(round->server, LIMIT_CHAT, command->by.id, 1);
    if (!wait)
        return refusal;
    return (struct talk_refusal){.refusal = REFUSED_RATE,
                                 .why = refusal_text(REFUSED_RATE),
                                 .limit = limit_key(LIMIT_CHAT),
                                 .wait = wait};
}
