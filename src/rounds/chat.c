/* SPDX-License-Identifier: MIT */
#include "rounds/chat.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "accounts/blocks.h"
#include "accounts/mutes.h"
#include "accounts/user_text.h"
#include "core/limits.h"

enum {
    COMPARED_LINES = 2, /* a line must differ from the last two of its sender */
    LINES_MAX = 1000    /* of one game, to bound its log */
};

static struct chat_refusal refuse_line(enum refusal refusal, const char *why)
{
    return (struct chat_refusal){.refusal = refusal, .why = why};
}

/* The length without punctuation at the end. */
static size_t trimmed_size(const char *text)
{
    size_t size = strlen(text);
    while (size && strchr("!. ", text[size - 1]))
        size--;
    return size;
}

/* People type phrases by hand: case and the punctuation at the end do not matter. */
static bool is_same_phrase(const char *a, const char *b)
{
    const size_t size = trimmed_size(a);
    return size == trimmed_size(b) && !strncasecmp(a, b, size);
}

static bool is_phrase(const char *text)
{
    static const char *const phrases[] = {
#define ROW(phrase) phrase,
#include "rounds/phrases.def"
    };
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (is_same_phrase(phrases[i], text))
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

/* Whether a player writes to the players' room although one of the two blocks the other. */
static bool is_blocked(const struct round *round, rk_side side, enum chat_room room)
{
    return side != RK_NO_SIDE && room == ROOM_PLAYERS &&
           blocks_exist_between(round->server, round->info.players[rk_side_other(side)].id,
                                round->info.players[side].id);
}

/* Whether the sender may write in the room. */
static struct chat_refusal check_sender(const struct round *round, rk_side side,
                                        const struct identity *by, bool kid,
                                        const struct event *line)
{
    const bool guest = by->role == ROLE_GUEST;
    const char *muted = mute_message(round->server, by->id);
    if (!*by->id)
        return refuse_line(REFUSED_UNAUTHENTICATED, "log in to chat");
    if (kid)
        return refuse_line(REFUSED_FORBIDDEN, "there is no chat in kid mode");
    if (is_blocked(round, side, line->room))
        return refuse_line(REFUSED_FORBIDDEN,
                           "you cannot chat with a player who blocks you or whom you block");
    if (muted)
        return refuse_line(REFUSED_FORBIDDEN, muted);
    if (side == RK_NO_SIDE && line->room == ROOM_PLAYERS)
        return refuse_line(REFUSED_FORBIDDEN, "only players can write in the players' room");
    if (side == RK_NO_SIDE && guest)
        return refuse_line(REFUSED_FORBIDDEN, "log in to chat in the spectators' room");
    if (guest && game_source_is_paired(round->info.source) && !is_phrase(line->text))
        return refuse_line(REFUSED_FORBIDDEN, "in games from the lobby guests can only say:"
#define ROW(phrase) " \u201c" phrase "\u201d"
#include "rounds/phrases.def"
        );
    if (by->role == ROLE_BOT && user_text_has_link(line->text))
        return refuse_line(REFUSED_FORBIDDEN, "bots may not post links");
    return refuse_line(NOT_REFUSED, NULL);
}

static struct chat_refusal check_line(const struct round *round, const struct event *line)
{
    if (!*line->text)
        return refuse_line(REFUSED_SYNTAX, "the line is empty");
    if (user_text_count(line->text) > CHAT_LINE_CHARACTERS)
        return refuse_line(REFUSED_SYNTAX, "a line must have at most 140 characters");
    if (is_repeated(&round->journal, line->name, line->text))
        return refuse_line(REFUSED_NOT_NOW, "you just wrote that");
    if (count_lines(&round->journal) >= LINES_MAX)
        return refuse_line(REFUSED_NOT_NOW, "this game already has too many chat lines");
    return refuse_line(NOT_REFUSED, NULL);
}

struct chat_refusal chat_make_line(struct round *round, rk_side side, const struct command *command,
                                   int64_t at, struct event *out, char *text)
{
    static const char whisper[] = "/w "; // from a player to the spectators
    const bool whispers =
        side != RK_NO_SIDE && !strncmp(command->text, whisper, sizeof whisper - 1);
    *out = (struct event){.kind = EVENT_CHAT, .at = at};
    out->room = whispers ? ROOM_SPECTATORS : command->room;
    snprintf(out->name, sizeof out->name, "%s", command->by.name);
    user_text_sanitize(command->text + (whispers ? sizeof whisper - 1 : 0), EVENT_TEXT_MAX, text,
                       EVENT_TEXT_MAX + 1);
    out->text = text;

    struct chat_refusal refusal = check_line(round, out);
    if (!refusal.refusal)
        refusal = check_sender(round, side, &command->by, command->kid, out);
    if (refusal.refusal)
        return refusal;
    const unsigned wait = limits_take(round->server, LIMIT_CHAT, command->by.id, 1);
    if (!wait)
        return refusal;
    return (struct chat_refusal){
        .refusal = REFUSED_RATE, .why = refusal_text(REFUSED_RATE), .wait = wait};
}
