/* SPDX-License-Identifier: MIT */
#include "uci/xboard.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "uci/process.h"

enum {
    GREETING = 2000,  /* milliseconds an engine without features is waited for, */
    PATIENCE = 10000, /* one that asks for time with done=0, or is pinged */
    TELLING = 5000,
    LEAVING = 500,
    NAME_MAX_SIZE = 128,
    MATE_SCORE = 100000 /* and above: a mate in so many moves more */
};

struct xboard {
    struct process *process;
    int64_t (*now)(void *context);
    void *context;
    char name[NAME_MAX_SIZE];
    bool dead, has_ping, has_setboard, has_usermove;
    bool is_fresh;      /* the game has not been told of its clock */
    struct buffer sent; /* the moves it knows of, blanks between */
    unsigned pings;
};

static int64_t now_of(const struct xboard *xboard)
{
    return xboard->now(xboard->context);
}

static bool tell(struct xboard *xboard, const char *line)
{
    if (!xboard->dead && !process_write_line(xboard->process, line, now_of(xboard) + TELLING))
        xboard->dead = true;
    return !xboard->dead;
}

static bool tell_number(struct xboard *xboard, const char *word, int64_t number)
{
    char line[64];
    snprintf(line, sizeof line, "%s %lld", word, (long long)number);
    return tell(xboard, line);
}

static const char *after(const char *line, const char *start)
{
    const size_t size = strlen(start);
    return strncmp(line, start, size) ? NULL : line + size;
}

// ---- features -----------------------------------------------------------------------------------

static void set_name(struct xboard *xboard, const char *text, size_t size)
{
    if (size >= NAME_MAX_SIZE)
        size = NAME_MAX_SIZE - 1;
    memcpy(xboard->name, text, size);
    xboard->name[size] = '\0';
    for (char *c = xboard->name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
}

/* Takes `name=value` or `name="value"` at *at; false at the end of the line. */
static bool next_feature(const char **at, const char **name, const char **value, size_t *size)
{
    *at += strspn(*at, " \t");
    *name = *at;
    const char *equals = strchr(*at, '=');
    if (!equals)
        return false;
    const bool quoted = equals[1] == '"';
    *value = equals + 1 + quoted;
    *size = strcspn(*value, quoted ? "\"" : " \t");
    *at = *value + *size;
    if (quoted && **at == '"')
        ++*at;
    return true;
}

/* Reads a line of features; *done is 1 for the last, 0 if it wants more time, else -1. */
static void read_features(struct xboard *xboard, const char *at, int *done)
{
    const char *name, *value;
    size_t size;
    while (next_feature(&at, &name, &value, &size)) {
        const bool is_on = size == 1 && *value == '1';
        if (after(name, "myname="))
            set_name(xboard, value, size);
        else if (after(name, "ping="))
            xboard->has_ping = is_on;
        else if (after(name, "setboard="))
            xboard->has_setboard = is_on;
        else if (after(name, "usermove="))
            xboard->has_usermove = is_on;
        else if (after(name, "san=") && is_on)
            (void)tell(xboard, "rejected san");
        else if (after(name, "done="))
            *done = is_on;
    }
}

static bool greet(struct xboard *xboard)
{
    const char *line, *features;
    int64_t deadline = now_of(xboard) + GREETING;
    int done = -1;
    bool waits = false; // it has asked for time, which is given once
    if (!tell(xboard, "xboard") || !tell(xboard, "protover 2"))
        return false;
    while (done != 1 && now_of(xboard) <= deadline) {
        const enum process_status heard = process_read_line(xboard->process, deadline, &line);
        if (heard == PROCESS_ENDED)
            return false;
        if (heard == PROCESS_TIMED_OUT)
            break;
        if ((features = after(line, "feature ")))
            read_features(xboard, features, &done);
        if (done == 0 && !waits)
            deadline = now_of(xboard) + PATIENCE;
        waits |= done == 0;
    }
    return done != 0; // who asks for time must come to an end
}

// ---- life ---------------------------------------------------------------------------------------

static bool make_settings(struct xboard *xboard, const char *const *settings)
{
    for (; settings && *settings; settings++) {
        struct buffer line = {0};
        buffer_text(&line, "option ");
        buffer_text(&line, *settings);
        const char *text = buffer_end(&line);
        const bool done = !line.failed && tell(xboard, text);
        buffer_fini(&line);
        if (!done)
            return false;
    }
    return tell(xboard, "easy") && tell(xboard, "post");
}

rk_err xboard_start(const struct external_options *options, struct xboard **out, char *why,
                    size_t why_size)
{
    const struct process_options start = {.command = options->command,
                                          .folder = options->folder,
                                          .now = options->now,
                                          .context = options->context};
    struct xboard *xboard = calloc(1, sizeof *xboard);
    rk_err err = RK_NO_MEMORY;
    if (!xboard)
        snprintf(why, why_size, "%s", rk_err_text(err));
    else
        err = process_start(&start, &xboard->process, why, why_size);
    if (err) {
        free(xboard);
        return err;
    }
    xboard->now = options->now;
    xboard->context = options->context;
    set_name(xboard, options->command, strlen(options->command));
    if (!greet(xboard) || !make_settings(xboard, options->settings)) {
        snprintf(why, why_size, "%s: it does not speak the xboard protocol", options->command);
        xboard_stop(xboard);
        return RK_CANNOT_READ;
    }
    *out = xboard;
    return RK_OK;
}

void xboard_stop(struct xboard *xboard)
{
    if (!xboard)
        return;
    const bool alive = !xboard->dead && process_write_line(xboard->process, "quit", now_of(xboard));
    process_stop(xboard->process, alive ? LEAVING : 0);
    buffer_fini(&xboard->sent);
    free(xboard);
}

const char *xboard_name(const struct xboard *xboard)
{
    return xboard->name;
}

static bool is_ready(struct xboard *xboard)
{
    const int64_t deadline = now_of(xboard) + PATIENCE;
    const char *line, *pong;
    if (!xboard->has_ping)
        return true;
    const unsigned number = ++xboard->pings;
    if (!tell_number(xboard, "ping", number))
        return false;
    while (now_of(xboard) <= deadline &&
           process_read_line(xboard->process, deadline, &line) == PROCESS_LINE)
        if ((pong = after(line, "pong ")) && strtoul(pong, NULL, 10) == number)
            return true;
    xboard->dead = true;
    return false;
}

bool xboard_new_game(struct xboard *xboard, rk_variant variant)
{
    if (xboard->dead || variant != RK_STANDARD)
        return false;
    buffer_clear(&xboard->sent);
    xboard->is_fresh = true;
    return tell(xboard, "new") && tell(xboard, "force") && is_ready(xboard);
}

// ---- questions ----------------------------------------------------------------------------------

static bool send_moves(struct xboard *xboard, const char *moves)
{
    for (const char *at = moves; *at;) {
        char line[32];
        const size_t size = strcspn(at, " ");
        snprintf(line, sizeof line, "%s%.*s", xboard->has_usermove ? "usermove " : "", (int)size,
                 at);
        if (!tell(xboard, line))
            return false;
        at += size;
        at += strspn(at, " ");
    }
    return true;
}

/* "Pe4" for each piece of one side, as they stand in the FEN. */
static bool place_pieces(struct xboard *xboard, const char *fen, bool black)
{
    char line[4] = "Pa8";
    for (; *fen && *fen != ' '; fen++) {
        const bool is_piece = (*fen >= 'a' && *fen <= 'z') || (*fen >= 'A' && *fen <= 'Z');
        if (*fen == '/') {
            line[1] = 'a';
            line[2]--;
        } else if (!is_piece) {
            line[1] = (char)(line[1] + (*fen - '0'));
        } else {
            const bool is_black = *fen >= 'a';
            line[0] = is_black ? (char)(*fen - 'a' + 'A') : *fen;
            if (is_black == black && !tell(xboard, line))
                return false;
            line[1]++;
        }
    }
    return true;
}

/* For engines from before `setboard`. They have no word for who is to move: a move of a pawn that
 * is wiped out again makes it Black's turn. Castling is what the squares of kings and rooks allow.
 */
static bool edit_board(struct xboard *xboard, const char *fen)
{
    const char *move = xboard->has_usermove ? "usermove a2a3" : "a2a3";
    if (strstr(fen, " b ") && !tell(xboard, move))
        return false;
    return tell(xboard, "edit") && tell(xboard, "#") && place_pieces(xboard, fen, false) &&
           tell(xboard, "c") && place_pieces(xboard, fen, true) && tell(xboard, ".");
}

static bool set_start(struct xboard *xboard, const char *fen)
{
    char line[512];
    if (!xboard->has_setboard)
        return edit_board(xboard, fen);
    snprintf(line, sizeof line, "setboard %s", fen);
    return tell(xboard, line);
}

/* Brings its board to the position that is asked for. */
static bool set_board(struct xboard *xboard, const char *fen, const char *moves)
{
    const size_t known = xboard->sent.size;
    const bool follows = !xboard->is_fresh && !strncmp(moves, buffer_end(&xboard->sent), known);
    if (!tell(xboard, "force"))
        return false;
    if (!follows && fen && !set_start(xboard, fen))
        return false;
    const char *rest = follows ? moves + known : moves;
    rest += strspn(rest, " ");
    buffer_clear(&xboard->sent);
    buffer_text(&xboard->sent, moves);
    return !xboard->sent.failed && send_moves(xboard, rest);
}

static bool set_clock(struct xboard *xboard, const rk_search_limits *limits, rk_side side)
{
    char line[96];
    const int64_t left = limits->left[side], increment = limits->increment[side];
    if (limits->timed && xboard->is_fresh) {
        snprintf(line, sizeof line, "level %u %lld:%02lld %g", limits->moves_to_go,
                 (long long)(left / 60000), (long long)(left / 1000 % 60),
                 (double)increment / 1000);
        if (!tell(xboard, line))
            return false;
    }
    if (limits->timed)
        return tell_number(xboard, "time", left / 10) &&
               tell_number(xboard, "otim", limits->left[rk_side_other(side)] / 10);
    if (limits->move_time && xboard->is_fresh) {
        snprintf(line, sizeof line, "st %g", (double)limits->move_time / 1000);
        return tell(xboard, line);
    }
    return true;
}

static rk_side side_asked(const char *fen, const char *moves)
{
    bool black = fen && strstr(fen, " b ");
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        at += strcspn(at, " ");
        black = !black;
    }
    return black ? RK_BLACK : RK_WHITE;
}

/* "9 156 1084 48000 Nf3 Nc6": depth, score, hundredths of a second, nodes. */
static void read_thought(const char *line, struct external_reply *out)
{
    long long of[4];
    for (int i = 0; i < 4; i++) {
        char *end;
        of[i] = strtoll(line, &end, 10);
        if (end == line)
            return;
        line = end + (i == 0 && strchr(".+&-", *end) && *end ? 1 : 0);
    }
    const bool loses = of[1] < 0;
    const long long far = loses ? -(of[1] + (of[1] == LLONG_MIN)) : of[1];
    long long score = far > RK_TABLE_WIN ? RK_TABLE_WIN : far;
    if (far > MATE_SCORE && far < MATE_SCORE + 100)
        score = RK_MATE - 2 * (far - MATE_SCORE);
    out->depth = of[0] > 0 && of[0] < 1000 ? (unsigned)of[0] : 0;
    out->score = (int)(loses ? -score : score);
    out->has_score = true;
    out->nodes = of[3] > 0 ? (uint64_t)of[3] : 0;
}

/* Some castle in words. */
static const char *read_castling(const char *text, size_t size, rk_side side)
{
    char small[6] = "";
    for (size_t i = 0; i < size && i + 1 < sizeof small; i++)
        small[i] = text[i] == 'O' || text[i] == '0' ? 'o' : text[i];
    if (!strcmp(small, "o-o"))
        return side == RK_WHITE ? "e1g1" : "e8g8";
    if (!strcmp(small, "o-o-o"))
        return side == RK_WHITE ? "e1c1" : "e8c8";
    return NULL;
}

static bool take_move(struct xboard *xboard, const char *text, rk_side side,
                      struct external_reply *out)
{
    const char *const all = text;
    size_t size = strcspn(text, " \t");
    const char *castling = read_castling(text, size, side);
    if (castling) {
        text = castling;
        size = strlen(castling);
    }
    if (!external_parse_move(text, size, out->best)) {
        external_set_invalid(all, out);
        return false;
    }
    if (xboard->sent.size)
        buffer_put(&xboard->sent, ' ');
    buffer_text(&xboard->sent, out->best);
    return !xboard->sent.failed;
}

/* Where the move stands in a line that tells one, or NULL. */
static const char *find_move(const char *line)
{
    const char *move = after(line, "move ");
    if (!move && (move = after(line, "My move is"))) // as was said before the protocol had versions
        move += strspn(move, " :");
    return move;
}

static enum external_result await_move(struct xboard *xboard, rk_side side, int64_t deadline,
                                       struct external_reply *out)
{
    const char *line, *move;
    do {
        const enum process_status heard = process_read_line(xboard->process, deadline, &line);
        if (heard == PROCESS_TIMED_OUT)
            return EXTERNAL_TIMED_OUT;
        if (heard == PROCESS_ENDED) {
            xboard->dead = true;
            return EXTERNAL_CRASHED;
        }
        if ((move = find_move(line)))
            return take_move(xboard, move, side, out) ? EXTERNAL_REPLIED : EXTERNAL_INVALID_MOVE;
        if (after(line, "Illegal move")) {
            external_set_invalid(line, out);
            return EXTERNAL_INVALID_MOVE;
        }
        if (after(line, "resign"))
            return EXTERNAL_RESIGNED;
        line += strspn(line, " \t");
        if (*line >= '0' && *line <= '9')
            read_thought(line, out);
    } while (now_of(xboard) <= deadline);
    return EXTERNAL_TIMED_OUT;
}

enum external_result xboard_search(struct xboard *xboard, const char *fen, const char *moves,
                                   const rk_search_limits *limits, int64_t timeout,
                                   struct external_reply *out)
{
    *out = (struct external_reply){.best = ""};
    const int64_t start = now_of(xboard);
    const rk_side side = side_asked(fen, moves);
    bool told = set_board(xboard, fen, moves) && set_clock(xboard, limits, side);
    if (told && limits->depth && xboard->is_fresh)
        told = tell_number(xboard, "sd", limits->depth);
    xboard->is_fresh = false;
    if (!told || !tell(xboard, "go"))
        return EXTERNAL_CRASHED;
    const enum external_result result = await_move(xboard, side, start + timeout, out);
    out->elapsed = now_of(xboard) - start;
    // A late move would be taken for the next answer: it is not asked again.
    xboard->dead |= result == EXTERNAL_TIMED_OUT;
    return result;
}
