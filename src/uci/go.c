/* SPDX-License-Identifier: MIT */
#include "uci/go.h"

#include <stdio.h>

#include "base/minmax.h"
#include "engine/limits.h"
#include "rookery/san.h"

enum keyword {
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_MOVETIME,
    GO_PERFT,
    NUMBER_KEYWORDS, /* those above take a number */
    GO_PONDER = NUMBER_KEYWORDS,
    GO_INFINITE,
    GO_SEARCHMOVES,
    KEYWORD_COUNT
};

static const char *const keywords[KEYWORD_COUNT] = {
    [GO_WTIME] = "wtime",
    [GO_BTIME] = "btime",
    [GO_WINC] = "winc",
    [GO_BINC] = "binc",
    [GO_MOVESTOGO] = "movestogo",
    [GO_DEPTH] = "depth",
    [GO_NODES] = "nodes",
    [GO_MATE] = "mate",
    [GO_MOVETIME] = "movetime",
    [GO_PERFT] = "perft",
    [GO_PONDER] = "ponder",
    [GO_INFINITE] = "infinite",
    [GO_SEARCHMOVES] = "searchmoves",
};

// ---- parsing ---------------------------------------------------------------------------------

enum { DEPTH_MAX = 1000, PERFT_DEPTH_MAX = 20, MOVES_TO_GO_MAX = 10000 };
static const int64_t TIME_MAX = (int64_t)1 << 40; /* over thirty years */

static enum keyword find_keyword(struct token token)
{
    int keyword = 0;
    while (keyword < KEYWORD_COUNT && !token_is(token, keywords[keyword]))
        keyword++;
    return (enum keyword)keyword;
}

/* In rk_search_limits 0 means no limit. A GUI that sends 0 means the smallest limit, so it becomes
 * 1. */
static void set_number(struct go *go, enum keyword keyword, int64_t number)
{
    rk_search_limits *limits = &go->limits;
    switch (keyword) {
    case GO_WTIME:
    case GO_BTIME:
        limits->left[keyword - GO_WTIME] = clamp_int64(number, 0, TIME_MAX);
        limits->timed = true;
        break;
    case GO_WINC:
    case GO_BINC:
        limits->increment[keyword - GO_WINC] = clamp_int64(number, 0, TIME_MAX);
        break;
    case GO_MOVESTOGO:
        limits->moves_to_go = (unsigned)clamp_int64(number, 0, MOVES_TO_GO_MAX);
        break;
    case GO_DEPTH:
        limits->depth = (unsigned)clamp_int64(number, 1, DEPTH_MAX);
        break;
    case GO_NODES:
        limits->nodes = (uint64_t)clamp_int64(number, 1, INT64_MAX);
        break;
    case GO_MATE:
        limits->mate = (unsigned)clamp_int64(number, 1, DEPTH_MAX);
        break;
    case GO_MOVETIME:
        limits->move_time = clamp_int64(number, 1, TIME_MAX);
        break;
    default:
        go->is_perft = true;
        go->perft_depth = (unsigned)clamp_int64(number, 0, PERFT_DEPTH_MAX);
        break;
    }
}

/* Times may be negative: a GUI sends what is left on a clock that has run out. */
static bool is_count(enum keyword keyword)
{
    return keyword == GO_DEPTH || keyword == GO_NODES || keyword == GO_MATE || keyword == GO_PERFT;
}

static void parse_number(struct go *go, enum keyword keyword, struct tokens *tokens, char *error)
{
    struct tokens ahead = *tokens;
    struct token token = {tokens->end, 0};
    char printable[TOKEN_PRINTABLE_MAX];
    int64_t number;
    if (token_next(&ahead, &token) && token_number(token, &number)) {
        set_number(go, keyword, number);
        if (number < 0 && is_count(keyword))
            snprintf(error, TOKEN_ERROR_MAX, "go %s: %s is negative, read as %d", keywords[keyword],
                     token_printable(token, printable), keyword == GO_PERFT ? 0 : 1);
        *tokens = ahead;
        return;
    }
    // A keyword in the place of the number is parsed next.
    if (find_keyword(token) == KEYWORD_COUNT)
        *tokens = ahead;
    snprintf(error, TOKEN_ERROR_MAX, "go %s: expected a number, not \"%s\"", keywords[keyword],
             token_printable(token, printable));
}

static bool has_move(const rk_search_limits *limits, rk_move move)
{
    for (size_t i = 0; i < limits->only_count; i++)
        if (limits->only[i] == move)
            return true;
    return false;
}

static void parse_moves(struct go *go, const rk_position *pos, struct tokens *tokens, char *error)
{
    rk_search_limits *limits = &go->limits;
    struct tokens ahead = *tokens;
    struct token token;
    while (token_next(&ahead, &token) && find_keyword(token) == KEYWORD_COUNT) {
        rk_move move;
        rk_fault fault;
        *tokens = ahead;
        if (rk_uci_parse(pos, token.text, token.size, RK_NOTATION_PLAIN, &move, &fault))
            token_error(error, "go searchmoves", token, fault.text);
        else if (!has_move(limits, move))
            go->moves[limits->only_count++] = move;
    }
}

/* `infinite` overrides all other limits. */
static void remove_limits(rk_search_limits *limits)
{
    *limits = (rk_search_limits){
        .ponder = limits->ponder, .only = limits->only, .only_count = limits->only_count};
}

/* A mate that exists is found well before this depth. Without a depth limit, `go mate` would
 * search forever where there is none. */
static unsigned depth_for_mate(unsigned moves)
{
    return moves * 4 + 8;
}

void go_parse(struct go *go, const rk_position *pos, struct tokens tokens,
              char error[TOKEN_ERROR_MAX])
{
    rk_search_limits *limits = &go->limits;
    struct token token;
    char printable[TOKEN_PRINTABLE_MAX];
    bool infinite = false;
    *go = (struct go){.is_perft = false};
    limits->only = go->moves;
    error[0] = '\0';
    while (token_next(&tokens, &token)) {
        const enum keyword keyword = find_keyword(token);
        if (keyword < NUMBER_KEYWORDS)
            parse_number(go, keyword, &tokens, error);
        else if (keyword == GO_PONDER)
            limits->ponder = true;
        else if (keyword == GO_INFINITE)
            infinite = true;
        else if (keyword == GO_SEARCHMOVES)
            parse_moves(go, pos, &tokens, error);
        else
            snprintf(error, TOKEN_ERROR_MAX, "go: unknown argument \"%s\"",
                     token_printable(token, printable));
    }
    if (infinite)
        remove_limits(limits);
    if (limits->mate && !limits->timed && !limits->move_time && !limits->nodes && !limits->depth)
        limits->depth = depth_for_mate(limits->mate);
}

// ---- writing ---------------------------------------------------------------------------------

static void add_number(struct buffer *out, enum keyword keyword, int64_t number)
{
    buffer_put(out, ' ');
    buffer_text(out, keywords[keyword]);
    buffer_put(out, ' ');
    buffer_integer(out, number);
}

void go_write(const rk_search_limits *limits, struct buffer *out)
{
    buffer_text(out, "go");
    if (limits->ponder) {
        buffer_put(out, ' ');
        buffer_text(out, keywords[GO_PONDER]);
    }
    if (limits->timed) {
        add_number(out, GO_WTIME, limits->left[RK_WHITE]);
        add_number(out, GO_BTIME, limits->left[RK_BLACK]);
        add_number(out, GO_WINC, limits->increment[RK_WHITE]);
        add_number(out, GO_BINC, limits->increment[RK_BLACK]);
        if (limits->moves_to_go)
            add_number(out, GO_MOVESTOGO, limits->moves_to_go);
    }
    if (limits->move_time)
        add_number(out, GO_MOVETIME, limits->move_time);
    if (limits->nodes)
        add_number(out, GO_NODES, (int64_t)limits->nodes);
    if (limits->depth)
        add_number(out, GO_DEPTH, limits->depth);
    if (limits->mate)
        add_number(out, GO_MATE, limits->mate);
    if (!limits_have_end(limits)) {
        buffer_put(out, ' ');
        buffer_text(out, keywords[GO_INFINITE]);
    }
}
