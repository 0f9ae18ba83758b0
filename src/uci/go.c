/* SPDX-License-Identifier: MIT */
#include "uci/go.h"

#include <stdio.h>

#include "rookery/san.h"

enum word {
    WORD_WTIME,
    WORD_BTIME,
    WORD_WINC,
    WORD_BINC,
    WORD_MOVES_TO_GO,
    WORD_DEPTH,
    WORD_NODES,
    WORD_MATE,
    WORD_MOVE_TIME,
    WORD_PERFT,
    NUMBER_WORDS,
    WORD_PONDER = NUMBER_WORDS,
    WORD_INFINITE,
    WORD_SEARCH_MOVES,
    WORD_COUNT
};

static const char *const words[WORD_COUNT] = {
    [WORD_WTIME] = "wtime",
    [WORD_BTIME] = "btime",
    [WORD_WINC] = "winc",
    [WORD_BINC] = "binc",
    [WORD_MOVES_TO_GO] = "movestogo",
    [WORD_DEPTH] = "depth",
    [WORD_NODES] = "nodes",
    [WORD_MATE] = "mate",
    [WORD_MOVE_TIME] = "movetime",
    [WORD_PERFT] = "perft",
    [WORD_PONDER] = "ponder",
    [WORD_INFINITE] = "infinite",
    [WORD_SEARCH_MOVES] = "searchmoves",
};

enum { DEPTH_MAX = 1000, PERFT_DEPTH_MAX = 20, MOVES_TO_GO_MAX = 10000 };
static const int64_t TIME_MAX = (int64_t)1 << 40; /* thirty years */

static enum word find_word(struct token token)
{
    int word = 0;
    while (word < WORD_COUNT && !token_is(token, words[word]))
        word++;
    return (enum word)word;
}

static int64_t clamp(int64_t number, int64_t min, int64_t max)
{
    return number < min ? min : number > max ? max : number;
}

/* What a limit of zero would mean differs from what a GUI means by it: the min there is. */
static void take_number(struct go *go, enum word word, int64_t number)
{
    rk_search_limits *limits = &go->limits;
    switch (word) {
    case WORD_WTIME:
    case WORD_BTIME:
        limits->left[word - WORD_WTIME] = clamp(number, 0, TIME_MAX);
        limits->timed = true;
        break;
    case WORD_WINC:
    case WORD_BINC:
        limits->increment[word - WORD_WINC] = clamp(number, 0, TIME_MAX);
        break;
    case WORD_MOVES_TO_GO:
        limits->moves_to_go = (unsigned)clamp(number, 0, MOVES_TO_GO_MAX);
        break;
    case WORD_DEPTH:
        limits->depth = (unsigned)clamp(number, 1, DEPTH_MAX);
        break;
    case WORD_NODES:
        limits->nodes = (uint64_t)clamp(number, 1, INT64_MAX);
        break;
    case WORD_MATE:
        limits->mate = (unsigned)clamp(number, 1, DEPTH_MAX);
        break;
    case WORD_MOVE_TIME:
        limits->move_time = clamp(number, 1, TIME_MAX);
        break;
    default:
        go->is_perft = true;
        go->perft = (unsigned)clamp(number, 0, PERFT_DEPTH_MAX);
        break;
    }
}

static void read_number(struct go *go, enum word word, struct tokens *tokens, char *error)
{
    struct tokens ahead = *tokens;
    struct token token = {tokens->end, 0};
    char printable[TOKEN_PRINTABLE_MAX];
    int64_t number;
    if (token_next(&ahead, &token) && token_number(token, &number)) {
        take_number(go, word, number);
        *tokens = ahead;
        return;
    }
    // A word of ours in its place is not eaten.
    if (find_word(token) == WORD_COUNT)
        *tokens = ahead;
    snprintf(error, ERROR_TEXT_MAX, "go %s takes a number, not \"%s\"", words[word],
             token_printable(token, printable));
}

static bool has_move(const rk_search_limits *limits, rk_move move)
{
    for (size_t i = 0; i < limits->only_count; i++)
        if (limits->only[i] == move)
            return true;
    return false;
}

static void read_moves(struct go *go, const rk_position *pos, struct tokens *tokens, char *error)
{
    rk_search_limits *limits = &go->limits;
    struct tokens ahead = *tokens;
    struct token token;
    while (token_next(&ahead, &token) && find_word(token) == WORD_COUNT) {
        char printable[TOKEN_PRINTABLE_MAX];
        rk_move move;
        rk_fault fault;
        *tokens = ahead;
        if (rk_uci_parse(pos, token.text, token.size, &move, &fault))
            snprintf(error, ERROR_TEXT_MAX, "go searchmoves \"%s\": %s",
                     token_printable(token, printable), fault.text);
        else if (!has_move(limits, move))
            go->moves[limits->only_count++] = move;
    }
}

/* `infinite` is stronger than every limit beside it. */
static void make_infinite(rk_search_limits *limits)
{
    *limits = (rk_search_limits){
        .ponder = limits->ponder, .only = limits->only, .only_count = limits->only_count};
}

/* A mate that is not there is not looked for without end: well beyond the depth at which one that
 * is there is found, it is given up. */
static unsigned depth_for_mate(unsigned moves)
{
    return moves * 4 + 8;
}

void go_read(struct go *go, const rk_position *pos, struct tokens tokens,
             char error[ERROR_TEXT_MAX])
{
    rk_search_limits *limits = &go->limits;
    struct token token;
    char printable[TOKEN_PRINTABLE_MAX];
    bool infinite = false;
    *go = (struct go){.perft = 0};
    limits->only = go->moves;
    error[0] = '\0';
    while (token_next(&tokens, &token)) {
        const enum word word = find_word(token);
        if (word < NUMBER_WORDS)
            read_number(go, word, &tokens, error);
        else if (word == WORD_PONDER)
            limits->ponder = true;
        else if (word == WORD_INFINITE)
            infinite = true;
        else if (word == WORD_SEARCH_MOVES)
            read_moves(go, pos, &tokens, error);
        else
            snprintf(error, ERROR_TEXT_MAX, "go does not know the word \"%s\"",
                     token_printable(token, printable));
    }
    if (infinite)
        make_infinite(limits);
    go->has_end = go->is_perft || limits->timed || limits->move_time || limits->nodes ||
                  limits->depth || limits->mate;
    if (limits->mate && !limits->timed && !limits->move_time && !limits->nodes && !limits->depth)
        limits->depth = depth_for_mate(limits->mate);
}
