/* SPDX-License-Identifier: MIT */
#include "uci/xboard.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "uci/process.h"

enum {
    FEATURES_MS = 2000, /* for `feature`, which old engines do not send */
    DONE_MS = 10000,    /* for done=1 after done=0 */
    PONG_MS = 10000,
    WRITE_MS = 5000, /* for the engine to read a line */
    QUIT_MS = 500,   /* for the process to exit after `quit` */
    NAME_SIZE = 128,
    MATE_SCORE = 100000 /* plus N: mate in N moves */
};

struct xboard {
    struct process *process;
    int64_t (*now)(void *context);
    void *context;
    char name[NAME_SIZE];
    bool dead, has_ping, has_setboard, has_usermove;
    bool ponders;       /* it may think while its opponent does */
    bool is_playing;    /* it answers a move without `go` */
    bool is_new_game;   /* no move has been searched: the clock is not set yet */
    struct buffer sent; /* the moves on its board, separated by blanks */
    unsigned pings;
};

static int64_t time_now(const struct xboard *xboard)
{
    return xboard->now(xboard->context);
}

static bool send_line(struct xboard *xboard, const char *line)
{
    if (!xboard->dead && !process_write_line(xboard->process, line, time_now(xboard) + WRITE_MS))
        xboard->dead = true;
    return !xboard->dead;
}

static bool send_number(struct xboard *xboard, const char *word, int64_t number)
{
    char line[64];
    snprintf(line, sizeof line, "%s %lld", word, (long long)number);
    return send_line(xboard, line);
}

/* The text after a prefix; NULL if the line does not start with it. */
static const char *skip_prefix(const char *line, const char *prefix)
{
    const size_t size = strlen(prefix);
    return strncmp(line, prefix, size) ? NULL : line + size;
}

// ---- features -----------------------------------------------------------------------------------

static void set_name(struct xboard *xboard, const char *text, size_t size)
{
    if (size >= NAME_SIZE)
        size = NAME_SIZE - 1;
    memcpy(xboard->name, text, size);
    xboard->name[size] = '\0';
    token_sanitize(xboard->name);
}

/* Parses `name=value` or `name="value"` at *at; false at the end of the line. */
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

/* Parses a line of features. Sets *done if it says done=1 (the last) or done=0 (wait for more). */
static void parse_features(struct xboard *xboard, const char *at, int *done)
{
    const char *name, *value;
    size_t size;
    while (next_feature(&at, &name, &value, &size)) {
        const bool is_on = size == 1 && *value == '1';
        if (skip_prefix(name, "myname="))
            set_name(xboard, value, size);
        else if (skip_prefix(name, "ping="))
            xboard->has_ping = is_on;
        else if (skip_prefix(name, "setboard="))
            xboard->has_setboard = is_on;
        else if (skip_prefix(name, "usermove="))
            xboard->has_usermove = is_on;
        else if (skip_prefix(name, "san=") && is_on)
            (void)send_line(xboard, "rejected san");
        else if (skip_prefix(name, "done="))
            *done = is_on;
    }
}

static bool perform_handshake(struct xboard *xboard)
{
    const char *line, *features;
    int64_t deadline = time_now(xboard) + FEATURES_MS;
    int done = -1;
    bool has_extension = false; // an engine gets more time once
    if (!send_line(xboard, "xboard") || !send_line(xboard, "protover 2"))
        return false;
    while (done != 1 && time_now(xboard) <= deadline) {
        const enum process_status status = process_read_line(xboard->process, deadline, &line);
        if (status == PROCESS_ENDED)
            return false;
        if (status == PROCESS_TIMED_OUT)
            break;
        if ((features = skip_prefix(line, "feature ")))
            parse_features(xboard, features, &done);
        if (done == 0 && !has_extension)
            deadline = time_now(xboard) + DONE_MS;
        has_extension |= done == 0;
    }
    return done != 0; // done=0 must be followed by done=1
}

// ---- start and stop -----------------------------------------------------------------------------

static bool send_settings(struct xboard *xboard, const char *const *settings)
{
    for (; settings && *settings; settings++) {
        struct buffer line = {0};
        buffer_text(&line, "option ");
        buffer_text(&line, *settings);
        const char *text = buffer_cstr(&line);
        const bool done = !line.failed && send_line(xboard, text);
        buffer_fini(&line);
        if (!done)
            return false;
    }
    return send_line(xboard, xboard->ponders ? "hard" : "easy") && send_line(xboard, "post");
}

rk_err xboard_start(const struct external_options *options, struct xboard **out, char *error,
                    size_t error_size)
{
    const struct process_options start = {.command = options->command,
                                          .folder = options->folder,
                                          .log = options->log,
                                          .now = options->now,
                                          .context = options->context};
    struct xboard *xboard = calloc(1, sizeof *xboard);
    rk_err err = RK_NO_MEMORY;
    if (!xboard)
        snprintf(error, error_size, "%s", rk_err_text(err));
    else
        err = process_start(&start, &xboard->process, error, error_size);
    if (err) {
        free(xboard);
        return err;
    }
    xboard->now = options->now;
    xboard->context = options->context;
    xboard->ponders = options->ponder;
    const char *label = options->label ? options->label : options->command;
    set_name(xboard, label, strlen(label));
    if (!perform_handshake(xboard) || !send_settings(xboard, options->settings)) {
        snprintf(error, error_size, "%s: no answer in the xboard protocol", label);
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
    const bool alive =
        !xboard->dead && process_write_line(xboard->process, "quit", time_now(xboard));
    process_stop(xboard->process, alive ? QUIT_MS : 0);
    buffer_fini(&xboard->sent);
    free(xboard);
}

const char *xboard_name(const struct xboard *xboard)
{
    return xboard->name;
}

bool xboard_is_alive(const struct xboard *xboard)
{
    return !xboard->dead;
}

static bool wait_until_ready(struct xboard *xboard)
{
    const int64_t deadline = time_now(xboard) + PONG_MS;
    const char *line, *pong;
    if (!xboard->has_ping)
        return true;
    const unsigned number = ++xboard->pings;
    if (!send_number(xboard, "ping", number))
        return false;
    while (time_now(xboard) <= deadline &&
           process_read_line(xboard->process, deadline, &line) == PROCESS_LINE)
        if ((pong = skip_prefix(line, "pong ")) && strtoul(pong, NULL, 10) == number)
            return true;
    xboard->dead = true;
    return false;
}

bool xboard_new_game(struct xboard *xboard, rk_variant variant)
{
    if (xboard->dead || variant != RK_STANDARD)
        return false;
    buffer_clear(&xboard->sent);
    xboard->is_new_game = true;
    xboard->is_playing = false;
    return send_line(xboard, "new") && send_line(xboard, "force") && wait_until_ready(xboard);
}

// ---- searches -----------------------------------------------------------------------------------

static bool send_moves(struct xboard *xboard, const char *moves)
{
    for (const char *at = moves; *at;) {
        char line[32];
        const size_t size = strcspn(at, " ");
        snprintf(line, sizeof line, "%s%.*s", xboard->has_usermove ? "usermove " : "", (int)size,
                 at);
        if (!send_line(xboard, line))
            return false;
        at += size;
        at += strspn(at, " ");
    }
    return true;
}

/* Sends "Pe4" for each piece of one side in the FEN. */
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
            if (is_black == black && !send_line(xboard, line))
                return false;
            line[1]++;
        }
    }
    return true;
}

/* For engines older than `setboard`. `edit` does not set the side to move: a pawn move, which the
 * edit then overwrites, makes it Black's turn. Castling rights follow from the squares of kings and
 * rooks. */
static bool edit_board(struct xboard *xboard, const char *fen)
{
    const char *move = xboard->has_usermove ? "usermove a2a3" : "a2a3";
    if (strstr(fen, " b ") && !send_line(xboard, move))
        return false;
    return send_line(xboard, "edit") && send_line(xboard, "#") &&
           place_pieces(xboard, fen, false) && send_line(xboard, "c") &&
           place_pieces(xboard, fen, true) && send_line(xboard, ".");
}

static bool set_start_position(struct xboard *xboard, const char *fen)
{
    char line[512];
    if (!xboard->has_setboard)
        return edit_board(xboard, fen);
    snprintf(line, sizeof line, "setboard %s", fen);
    return send_line(xboard, line);
}

/* Sends what its board lacks: the new moves, or the whole position. */
static bool set_board(struct xboard *xboard, const char *fen, const char *moves)
{
    const size_t sent_size = xboard->sent.size;
    const bool follows =
        !xboard->is_new_game && !strncmp(moves, buffer_cstr(&xboard->sent), sent_size);
    if (!send_line(xboard, "force"))
        return false;
    if (!follows && fen && !set_start_position(xboard, fen))
        return false;
    const char *rest = follows ? moves + sent_size : moves;
    rest += strspn(rest, " ");
    buffer_clear(&xboard->sent);
    buffer_text(&xboard->sent, moves);
    return !xboard->sent.failed && send_moves(xboard, rest);
}

static bool set_clock(struct xboard *xboard, const rk_search_limits *limits, rk_side side)
{
    char line[96];
    const int64_t left = limits->left[side], increment = limits->increment[side];
    if (limits->timed && xboard->is_new_game) {
        snprintf(line, sizeof line, "level %u %lld:%02lld %g", limits->moves_to_go,
                 (long long)(left / 60000), (long long)(left / 1000 % 60),
                 (double)increment / 1000);
        if (!send_line(xboard, line))
            return false;
    }
    if (limits->timed)
        return send_number(xboard, "time", left / 10) &&
               send_number(xboard, "otim", limits->left[rk_side_other(side)] / 10);
    if (limits->move_time && xboard->is_new_game) {
        snprintf(line, sizeof line, "st %g", (double)limits->move_time / 1000);
        return send_line(xboard, line);
    }
    return true;
}

static rk_side side_to_move(const char *fen, const char *moves)
{
    bool black = fen && strstr(fen, " b ");
    for (const char *at = moves; *at; at += strspn(at, " ")) {
        at += strcspn(at, " ");
        black = !black;
    }
    return black ? RK_BLACK : RK_WHITE;
}

/* "9 156 1084 48000 Nf3 Nc6": depth, score, hundredths of a second, nodes. */
static void parse_thinking(const char *line, struct external_reply *out)
{
    long long fields[4];
    for (int i = 0; i < 4; i++) {
        char *end;
        fields[i] = strtoll(line, &end, 10);
        if (end == line)
            return;
        line = end + (i == 0 && strchr(".+&-", *end) && *end ? 1 : 0);
    }
    const bool loses = fields[1] < 0;
    const long long size = loses ? -(fields[1] + (fields[1] == LLONG_MIN)) : fields[1];
    long long score = size > RK_TABLE_WIN ? RK_TABLE_WIN : size;
    if (size > MATE_SCORE && size < MATE_SCORE + 100)
        score = RK_MATE - 2 * (size - MATE_SCORE);
    out->depth = fields[0] > 0 && fields[0] < 1000 ? (unsigned)fields[0] : 0;
    out->score = (int)(loses ? -score : score);
    out->has_score = true;
    out->nodes = fields[3] > 0 ? (uint64_t)fields[3] : 0;
}

/* Some engines write castling as O-O. */
static const char *parse_castling(struct token token, rk_side side)
{
    char lower[6] = "";
    for (size_t i = 0; i < token.size && i + 1 < sizeof lower; i++)
        lower[i] = token.text[i] == 'O' || token.text[i] == '0' ? 'o' : token.text[i];
    if (!strcmp(lower, "o-o"))
        return side == RK_WHITE ? "e1g1" : "e8g8";
    if (!strcmp(lower, "o-o-o"))
        return side == RK_WHITE ? "e1c1" : "e8c8";
    return NULL;
}

static bool parse_move(struct xboard *xboard, const char *text, rk_side side,
                       struct external_reply *out)
{
    struct tokens tokens = tokens_init(text, strlen(text));
    const struct token rest = token_rest(tokens);
    struct token move;
    token_next(&tokens, &move);
    const char *castling = parse_castling(move, side);
    if (castling)
        move = (struct token){castling, strlen(castling)};
    if (!external_parse_move(move, out->best)) {
        external_set_invalid(rest, out);
        return false;
    }
    if (xboard->sent.size)
        buffer_put(&xboard->sent, ' ');
    buffer_text(&xboard->sent, out->best);
    return !xboard->sent.failed;
}

/* The move in a line that has one, or NULL. */
static const char *find_move(const char *line)
{
    const char *move = skip_prefix(line, "move ");
    if (!move && (move = skip_prefix(line, "My move is"))) // before protocol version 2
        move += strspn(move, " :");
    return move;
}

static enum external_result wait_for_move(struct xboard *xboard, rk_side side, int64_t deadline,
                                          struct external_reply *out)
{
    const char *line, *move;
    do {
        const enum process_status status = process_read_line(xboard->process, deadline, &line);
        if (status == PROCESS_TIMED_OUT)
            return EXTERNAL_TIMED_OUT;
        if (status == PROCESS_ENDED) {
            xboard->dead = true;
            process_describe_end(xboard->process, out->end);
            return EXTERNAL_CRASHED;
        }
        if ((move = find_move(line)))
            return parse_move(xboard, move, side, out) ? EXTERNAL_REPLIED : EXTERNAL_INVALID_MOVE;
        if (skip_prefix(line, "Illegal move")) {
            external_set_invalid(token_rest(tokens_init(line, strlen(line))), out);
            return EXTERNAL_INVALID_MOVE;
        }
        if (skip_prefix(line, "resign"))
            return EXTERNAL_RESIGNED;
        line += strspn(line, " \t");
        if (*line >= '0' && *line <= '9')
            parse_thinking(line, out);
    } while (time_now(xboard) <= deadline);
    return EXTERNAL_TIMED_OUT;
}

static bool send_go(struct xboard *xboard, const char *fen, const char *moves,
                    const rk_search_limits *limits, rk_side side)
{
    bool sent = set_board(xboard, fen, moves) && set_clock(xboard, limits, side);
    if (sent && limits->depth && xboard->is_new_game)
        sent = send_number(xboard, "sd", limits->depth);
    xboard->is_new_game = false;
    return sent && send_line(xboard, "go");
}

/* Whether the engine ponders on its board and only the reply of its opponent is new. */
static bool can_answer(struct xboard *xboard, const char *moves)
{
    const size_t size = xboard->sent.size;
    return xboard->ponders && xboard->is_playing && size &&
           !strncmp(moves, buffer_cstr(&xboard->sent), size) && moves[size] == ' ' &&
           !strchr(moves + size + 1, ' ');
}

/* Sends the move without `force`, which would end its pondering. */
static bool send_answer(struct xboard *xboard, const char *moves, const rk_search_limits *limits,
                        rk_side side)
{
    const char *move = moves + xboard->sent.size + 1;
    if (!set_clock(xboard, limits, side) || !send_moves(xboard, move))
        return false;
    buffer_clear(&xboard->sent);
    buffer_text(&xboard->sent, moves);
    return !xboard->sent.failed;
}

enum external_result xboard_search(struct xboard *xboard, const char *fen, const char *moves,
                                   const rk_search_limits *limits, int64_t timeout,
                                   struct external_reply *out)
{
    *out = (struct external_reply){.best = ""};
    const int64_t start = time_now(xboard);
    const rk_side side = side_to_move(fen, moves);
    if (!(can_answer(xboard, moves) ? send_answer(xboard, moves, limits, side)
                                    : send_go(xboard, fen, moves, limits, side))) {
        process_describe_end(xboard->process, out->end);
        return EXTERNAL_CRASHED;
    }
    const enum external_result result = wait_for_move(xboard, side, start + timeout, out);
    xboard->is_playing = result == EXTERNAL_REPLIED;
    out->elapsed = time_now(xboard) - start;
    // A late move would be taken for the next reply, so the engine is not used again.
    xboard->dead |= result == EXTERNAL_TIMED_OUT;
    return result;
}
