/* SPDX-License-Identifier: MIT */
#include "support/fake_engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "support/board.h"

enum { LINE_MAX_SIZE = 1 << 16, COMMANDS = 4 };

struct fake {
    struct prng prng;
    rk_position pos;
    rk_variant variant;
    unsigned moves, slow, hang, crash, illegal, resign;
    const char *score; /* NULL: none */
    bool is_xboard, is_old, writes_castling, complains;
    int editing; /* the side whose pieces are placed, or -1 */
};

static void parse_argument(struct fake *fake, const char *word)
{
    const char *value = strchr(word, '=');
    const unsigned number = value ? (unsigned)strtoul(value + 1, NULL, 10) : 0;
    if (!strcmp(word, "losing"))
        fake->score = "-900";
    else if (!strcmp(word, "winning"))
        fake->score = "900";
    else if (!strcmp(word, "equal"))
        fake->score = "0";
    else if (!strcmp(word, "old"))
        fake->is_old = true;
    else if (!strcmp(word, "complains"))
        fake->complains = true;
    else if (!strcmp(word, "castles"))
        fake->writes_castling = true;
    else if (!strncmp(word, "resign=", 7))
        fake->resign = number;
    else if (!strncmp(word, "seed=", 5))
        fake->prng.state = number;
    else if (!strncmp(word, "slow=", 5))
        fake->slow = number;
    else if (!strncmp(word, "hang=", 5))
        fake->hang = number;
    else if (!strncmp(word, "crash=", 6))
        fake->crash = number;
    else if (!strncmp(word, "illegal=", 8))
        fake->illegal = number;
    else
        _exit(3);
}

static void make_move(struct fake *fake, const char *text)
{
    rk_move move;
    rk_undo memo;
    if (rk_uci_parse(&fake->pos, text, strlen(text), RK_NOTATION_PLAIN, &move, NULL))
        _exit(5);
    rk_position_apply(&fake->pos, move, &memo);
}

static void set_position(struct fake *fake, char *line)
{
    char *moves = strstr(line, " moves ");
    if (moves)
        *moves = '\0';
    const char *fen = strstr(line, " fen ");
    fake->pos = rk_position_start(fake->variant);
    if (fen &&
        rk_fen_parse(fen + 5, strlen(fen + 5), fake->variant, RK_FEN_PLAIN, &fake->pos, NULL))
        _exit(4);
    for (char *word = moves ? strtok(moves + 7, " ") : NULL; word; word = strtok(NULL, " "))
        make_move(fake, word);
}

static void sleep_ms(unsigned milliseconds)
{
    const struct timespec time = {.tv_sec = milliseconds / 1000,
                                  .tv_nsec = milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

static rk_move choose_move(struct fake *fake, const rk_move *moves, size_t count)
{
    for (size_t i = 0; fake->writes_castling && i < count; i++)
        if (rk_move_type(moves[i]) == RK_CASTLING)
            return moves[i];
    return moves[prng_below(&fake->prng, (unsigned)count)];
}

static void print_move(const struct fake *fake, rk_move move, const char *text)
{
    const char *prefix = fake->is_old ? "My move is :" : fake->is_xboard ? "move" : "bestmove";
    if (fake->writes_castling && rk_move_type(move) == RK_CASTLING)
        text = text[2] == 'g' ? "O-O" : "o-o-o";
    printf("%s %s\n", prefix, text);
}

static void reply(struct fake *fake)
{
    rk_move move = RK_NO_MOVE;
    rk_move moves[RK_MOVES_MAX];
    char text[RK_UCI_MAX];
    const size_t count = rk_moves_list(&fake->pos, moves);
    fake->moves++;
    if (fake->moves == fake->crash)
        _exit(6);
    if (fake->moves == fake->resign) {
        puts("resign");
        return;
    }
    if (fake->moves == fake->hang)
        sleep_ms(60000);
    sleep_ms(fake->slow);
    if (fake->complains)
        fputs("a complaint\n", stderr);
    if (fake->score && fake->is_xboard)
        printf("3 %s 1 77 e2e4\n", fake->score);
    else if (fake->score)
        printf("info depth 3 score cp %s nodes 77\n", fake->score);
    if (count)
        rk_uci_write(&fake->pos, move = choose_move(fake, moves, count), text);
    const char *move_text = !count ? "0000" : fake->moves == fake->illegal ? "a1h8" : text;
    print_move(fake, move, move_text);
    if (fake->is_xboard)
        make_move(fake, move_text);
}

/* A line of the `edit` command of protocol version 1. It keeps the side to move. */
static void edit_board(struct fake *fake, const char *line)
{
    static const char letters[] = "PNBRQK";
    const char *letter = strchr(letters, line[0]);
    const uint8_t turn = fake->pos.turn;
    if (!strcmp(line, "#")) {
        fake->pos = rk_position_empty(RK_STANDARD);
        fake->pos.turn = turn;
    } else if (!strcmp(line, "c")) {
        fake->editing = RK_BLACK;
    } else if (letter) {
        const rk_piece piece = {.kind = (rk_kind)(RK_PAWN + (letter - letters)),
                                .side = (rk_side)fake->editing};
        rk_position_put(&fake->pos, square_named(line + 1), piece);
    } else if (rk_position_validate(&fake->pos)) {
        _exit(7);
    } else {
        fake->editing = -1;
    }
}

static void handle_xboard(struct fake *fake, char *line)
{
    if (fake->editing >= 0)
        edit_board(fake, line);
    else if (!strcmp(line, "protover 2") && !fake->is_old)
        puts("feature done=0\nfeature myname=\"Fake X\" ping=1 setboard=1 usermove=1 colors=0 "
             "san=0\n"
             "feature done=1");
    else if (!strncmp(line, "ping ", 5))
        printf("pong %s\n", line + 5);
    else if (!strcmp(line, "new"))
        fake->pos = rk_position_start(RK_STANDARD);
    else if (!strcmp(line, "edit"))
        fake->editing = RK_WHITE;
    else if (!strncmp(line, "setboard ", 9) &&
             rk_fen_parse(line + 9, strlen(line + 9), RK_STANDARD, RK_FEN_PLAIN, &fake->pos, NULL))
        _exit(4);
    else if (!strncmp(line, "usermove ", 9))
        make_move(fake, line + 9);
    else if (line[0] >= 'a' && line[0] <= 'h' && line[1] >= '1' && line[1] <= '8')
        make_move(fake, line);
    else if (!strcmp(line, "go"))
        reply(fake);
}

static void handle_line(struct fake *fake, char *line)
{
    fake->is_xboard |= !strcmp(line, "xboard");
    if (fake->is_xboard) {
        handle_xboard(fake, line);
    } else if (!strcmp(line, "uci")) {
        puts("id name Fake\noption name UCI_Chess960 type check default false\n"
             "option name UCI_Variant type combo default chess var chess var atomic\nuciok");
    } else if (!strcmp(line, "isready")) {
        puts("readyok");
    } else if (!strcmp(line, "setoption name UCI_Variant value atomic")) {
        fake->variant = RK_ATOMIC;
    } else if (!strcmp(line, "setoption name UCI_Chess960 value true")) {
        fake->variant = RK_CHESS960;
    } else if (!strncmp(line, "position ", 9)) {
        set_position(fake, line);
    } else if (!strncmp(line, "go", 2)) {
        reply(fake);
    }
    fflush(stdout);
}

int fake_engine_main(int argc, char **argv)
{
    static char line[LINE_MAX_SIZE];
    struct fake fake = {.prng = {1}, .pos = rk_position_start(RK_STANDARD), .editing = -1};
    if (argc < 2 || strcmp(argv[1], "engine") != 0)
        return -1;
    for (int i = 2; i < argc; i++)
        parse_argument(&fake, argv[i]);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!strcmp(line, "quit"))
            break;
        handle_line(&fake, line);
    }
    return 0;
}

const char *fake_engine_command(int slot, const char *arguments)
{
    static char commands[COMMANDS][512];
    char path[400];
    const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    assert_true(size > 0 && slot < COMMANDS);
    path[size] = '\0';
    snprintf(commands[slot], sizeof commands[slot], "%s engine %s", path, arguments);
    return commands[slot];
}
