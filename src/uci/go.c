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

enum { DEPTH_MOST = 1000, PERFT_MOST = 20, MOVES_MOST = 10000 };
static const int64_t TIME_MOST = (int64_t)1 << 40; /* thirty years */

static enum word find_word(struct token token)
{
    int word = 0;
    while (word < WORD_COUNT && !token_is(token, words[word]))
        word++;
    return (enum word)word;
}

static int64_t within(int64_t number, int64_t least, int64_t most)
{
    return number < least ? least : number > most ? most : number;
}

/* What a limit of zero would mean differs from what a GUI means by it: the least there is. */
static void take_number(struct go *go, enum word word, int64_t number)
{
    rk_search_limits *limits = &go->limits;
    switch (word) {
    case WORD_WTIME:
    case WORD_BTIME:
        limits->left[word - WORD_WTIME] = within(number, 0, TIME_MOST);
        limits->timed = true;
        break;
    case WORD_WINC:
    case WORD_BINC:
        limits->increment[word - WORD_WINC] = within(number, 0, TIME_MOST);
        break;
    case WORD_MOVES_TO_GO:
        limits->moves_to_go = (unsigned)within(number, 0, MOVES_MOST);
        break;
    case WORD_DEPTH:
        limits->depth = (unsigned)within(number, 1, DEPTH_MOST);
        break;
    case WORD_NODES:
        limits->nodes = (uint64_t)within(number, 1, INT64_MAX);
        break;
    case WORD_MATE:
        limits->mate = (unsigned)within(number, 1, DEPTH_MOST);
        break;
    case WORD_MOVE_TIME:
        limits->move_time = within(number, 1, TIME_MOST);
        break;
    default:
        go->is_perft = true;
        go->perft = (unsigned)within(number, 0, PERFT_MOST);
        break;
    }
}

static void read_number(struct go *go, enum word word, struct tokens *tokens, char *complaint)
{
    struct tokens ahead = *tokens;
    struct token token = {tokens->end, 0};
    char shown[TOKEN_SHOWN_MAX];
    int64_t number;
    if (token_next(&ahead, &token) && token_number(token, &number)) {
        take_number(go, word, number);
        *tokens = ahead;
        return;
    }
    // A word of ours in its place is not eaten.
    if (find_word(token) == WORD_COUNT)
        *tokens = ahead;
    snprintf(complaint, COMPLAINT_MAX, "go %s takes a number, not \"%s\"", words[word],
             token_show(token, shown));
}

static bool has_move(const rk_search_limits *limits, rk_move move)
{
    for (size_t i = 0; i < limits->only_count; i++)
        if (limits->only[i] == move)
            return true;
    return false;
}

static void read_moves(struct go *go, const rk_position *pos, struct tokens *tokens,
                       char *complaint)
{
    rk_search_limits *limits = &go->limits;
    struct tokens ahead = *tokens;
    struct token token;
    while (token_next(&ahead, &token) && find_word(token) == WORD_COUNT) {
        char shown[TOKEN_SHOWN_MAX];
        rk_move move;
        rk_fault fault;
        *tokens = ahead;
        if (rk_uci_parse(pos, token.text, token.size, &move, &fault))
            snprintf(complaint, COMPLAINT_MAX, "go searchmoves \"%s\": %s",
                     token_show(token, shown), fault.text);
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
             char complaint[COMPLAINT_MAX])
{
    rk_search_limits *limits = &go->limits;
    struct token token;
    char shown[TOKEN_SHOWN_MAX];
    bool infinite = false;
    *go = (struct go){.perft = 0};
    limits->only = go->moves;
    complaint[0] = '\0';
    while (token_next(&tokens, &token)) {
        const enum word word = find_word(token);
        if (word < NUMBER_WORDS)
            read_number(go, word, &tokens, complaint);
        else if (word == WORD_PONDER)
            limits->ponder = true;
        else if (word == WORD_INFINITE)
            infinite = true;
        else if (word == WORD_SEARCH_MOVES)
            read_moves(go, pos, &tokens, complaint);
        else
            snprintf(complaint, COMPLAINT_MAX, "go does not know the word \"%s\"",
                     token_show(token, shown));
    }
    if (infinite)
        make_infinite(limits);
    go->has_end = go->is_perft || limits->timed || limits->move_time || limits->nodes ||
                  limits->depth || limits->mate;
    if (limits->mate && !limits->timed && !limits->move_time && !limits->nodes && !limits->depth)
        limits->depth = depth_for_mate(limits->mate);
}
