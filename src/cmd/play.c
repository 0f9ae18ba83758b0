/* SPDX-License-Identifier: MIT */
/* rookery play: two people at one board, or one and the engine, in a terminal or line by line. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "cmd/command.h"
#include "cmd/options.h"
#include "platform/monotonic.h"
#include "rookery/roster.h"
#include "tui/opponent.h"
#include "tui/report.h"
#include "tui/screen_mode.h"
#include "tui/session.h"
#include "tui/terminal.h"

struct request {
    const char *fen, *variant, *clock, *side;
    bool flip, auto_flip, letters, plain, board, resume, engine;
    unsigned long level, elo, think, nodes;
};

static int fail(const char *why)
{
    fprintf(stderr, "rookery play: %s\n", why);
    return EXIT_SYSTEM_ERROR;
}

// ---- the unfinished game ---------------------------------------------------------------------

// Another game that waits is not lost, though only one is offered.
static void set_aside(const char *path)
{
    const size_t size = strlen(path) + sizeof "~";
    char *aside = malloc(size);
    if (!aside)
        return;
    snprintf(aside, size, "%s~", path);
    rename(path, aside);
    free(aside);
}

static bool keep_in(const char *path, const struct session *session)
{
    if (!game_file_make_folders(path, stderr))
        return false;
    if (!session->resumed)
        set_aside(path);
    return game_file_write(session->game, &session->when, path, stderr);
}

// Standard error, for standard output may be gone with the terminal.
static int keep(const struct session *session)
{
    char *path = game_file_unfinished_path();
    if (!path)
        return fail("there is no home to keep the unfinished game in");
    const bool kept = keep_in(path, session);
    if (kept)
        fprintf(stderr, "the game is kept in %s\ngo on with: rookery play --resume\n", path);
    free(path);
    return kept ? EXIT_OK : EXIT_SYSTEM_ERROR;
}

static int resume(struct session *session)
{
    char *path = game_file_unfinished_path();
    if (!path)
        return fail("there is no home where an unfinished game could be");
    if (access(path, F_OK)) {
        fprintf(stderr, "rookery play: there is no unfinished game in %s\n", path);
        free(path);
        return EXIT_DATA_ERROR;
    }
    const bool read = session_resume(session, path, monotonic_ms(), stderr);
    free(path);
    return read ? EXIT_OK : EXIT_DATA_ERROR;
}

// What was kept has been played to its end.
static void forget_kept(void)
{
    char *path = game_file_unfinished_path();
    if (path)
        unlink(path);
    free(path);
}

// ---- line by line ----------------------------------------------------------------------------

struct script {
    struct session *session;
    const struct request *request;
    unsigned long line_number;
    bool refused;
};

static void print_board(struct script *script)
{
    session_run_line(script->session, "board", monotonic_ms(), stdout);
}

static bool answer_line(struct script *script, const char *line)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return false;
    const size_t before = rk_game_length(script->session->game);
    session_tick(script->session, monotonic_ms(), stdout);
    const enum session_result answer = session_run_line(script->session, line, monotonic_ms(), out);
    fclose(out);
    fputs(answer == SESSION_REFUSED ? "" : text, stdout);
    if (script->request->board && rk_game_length(script->session->game) != before)
        print_board(script);
    fflush(stdout);
    if (answer == SESSION_REFUSED) {
        fprintf(stderr, "line %lu: %s", script->line_number, text);
        script->refused = true;
    }
    free(text);
    return answer != SESSION_QUIT;
}

/* A script waits for the engine: the next line is about what comes of its move. */
static void let_opponent(struct script *script)
{
    struct session *session = script->session;
    if (!session_opponent_to_move(session))
        return;
    session_start_opponent(session, monotonic_ms());
    struct pollfd end = {.fd = session->opponent->descriptor, .events = POLLIN};
    while (!session_poll_opponent(session, monotonic_ms(), stdout) && !terminal_hung_up())
        poll(&end, 1, -1);
    if (script->request->board)
        print_board(script);
    fflush(stdout);
}

static int play_lines(struct session *session, const struct request *request)
{
    struct script script = {.session = session, .request = request};
    const bool typed = isatty(STDIN_FILENO);
    char *line = NULL;
    size_t size = 0;
    bool left = false;
    if (typed)
        terminal_catch_hangup();
    if (request->resume) {
        report_status(session->game, stdout);
        putchar('\n');
    }
    if (request->board)
        print_board(&script);
    fflush(stdout);
    let_opponent(&script);
    while (!left && getline(&line, &size, stdin) >= 0) {
        script.line_number++;
        left = !answer_line(&script, line);
        if (!left)
            let_opponent(&script);
    }
    free(line);
    printf("result: %s\n", rk_game_score(session->game));
    // A script that ends is done; a person whose terminal closed is not.
    if (typed)
        return session_is_unfinished(session) ? keep(session) : EXIT_OK;
    if (ferror(stdin))
        return fail("standard input could not be read");
    return script.refused ? EXIT_DATA_ERROR : EXIT_OK;
}

// ---- at the board ----------------------------------------------------------------------------

static int play_at_table(struct session *session, const struct request *request)
{
    char *path = request->resume ? NULL : game_file_unfinished_path();
    const bool offered = path && !access(path, R_OK);
    struct screen_mode_options setup = {.style = board_style_for(stdout),
                                        .auto_flip = request->auto_flip,
                                        .unfinished = offered ? path : NULL,
                                        .now = monotonic_ms};
    if (request->letters)
        setup.style.unicode = false;
    const enum screen_mode_result end = screen_mode_play(session, &setup);
    free(path);
    if (end == SCREEN_MODE_UNAVAILABLE)
        return fail("the terminal cannot be used; try --plain");
    if (session_is_unfinished(session))
        return keep(session);
    if (rk_status_is_over(rk_game_status(session->game))) {
        report_status(session->game, stdout);
        putchar('\n');
        if (session->resumed)
            forget_kept();
    }
    return EXIT_OK;
}

static bool can_draw(void)
{
    return isatty(STDIN_FILENO) && terminal_can_draw(STDOUT_FILENO);
}

// ---- the command -----------------------------------------------------------------------------

static int read_setup(const struct request *request, rk_game_setup *out)
{
    rk_fault fault;
    const char *clock = request->clock;
    *out = (rk_game_setup){.no_undo = false};
    if (clock && rk_clock_rule_parse(clock, strlen(clock), &out->clock, &fault)) {
        fprintf(stderr, "rookery play: --clock %s: %s\n", clock, fault.text);
        return EXIT_USAGE;
    }
    return command_parse_position("play", request->fen, request->variant, &out->start);
}

static uint64_t draw_chance(void)
{
    uint64_t chance = 0;
    return getrandom(&chance, sizeof chance, 0) == (ssize_t)sizeof chance
               ? chance
               : (uint64_t)monotonic_ms();
}

/* The side of the person; false if it is none. */
static bool read_side(const char *word, uint64_t chance, rk_side *out)
{
    if (word && strcmp(word, "white") != 0 && strcmp(word, "black") != 0 &&
        strcmp(word, "random") != 0)
        return false;
    *out = word && (*word == 'b' || (*word == 'r' && chance & 1)) ? RK_BLACK : RK_WHITE;
    return true;
}

/* A start nobody named is one of the 960. */
static rk_err begin_session(const struct request *request, const rk_game_setup *setup,
                            struct session *session)
{
    rk_err err = session_init(session, setup, monotonic_ms());
    if (err || request->fen || setup->start.variant != RK_CHESS960)
        return err;
    err = session_random_start(session, draw_chance(), monotonic_ms());
    if (err)
        session_fini(session);
    return err;
}

/* Seats the engine, if it is asked for. */
static int seat_opponent(const struct request *request, struct session *session,
                         struct hints *adviser, struct opponent **out)
{
    const bool wanted = request->engine || request->level || request->elo || request->side ||
                        request->think || request->nodes;
    const uint64_t chance = draw_chance();
    rk_side person;
    if (!wanted)
        return EXIT_OK;
    if (!read_side(request->side, chance >> 32, &person)) {
        fprintf(stderr, "rookery play: --side takes white, black or random, not %s\n",
                request->side);
        return EXIT_USAGE;
    }
    const struct opponent_options options = {.elo = request->elo ? (unsigned)request->elo
                                                    : request->level
                                                        ? rk_level_elo((unsigned)request->level)
                                                        : 0,
                                             .side = rk_side_other(person),
                                             .think = (int64_t)request->think,
                                             .nodes = request->nodes,
                                             .seed = request->nodes ? 0 : chance,
                                             .now = monotonic_ms,
                                             .adviser = adviser};
    if (opponent_create(&options, out))
        return fail("there is not enough memory for the engine");
    session->opponent = opponent_player(*out);
    session->flipped = request->flip != (person == RK_BLACK);
    return EXIT_OK;
}

static int play_session(const struct request *request, struct session *session)
{
    const time_t today = time(NULL);
    strftime(session->when.date, sizeof session->when.date, "%Y.%m.%d", localtime(&today));
    if (request->resume) {
        const int status = resume(session);
        if (status)
            return status;
    }
    return request->plain || !can_draw() ? play_lines(session, request)
                                         : play_at_table(session, request);
}

static int play(const struct request *request)
{
    rk_game_setup setup;
    struct session session;
    struct hints *adviser = NULL;
    struct opponent *opponent = NULL;
    int status = read_setup(request, &setup);
    if (status)
        return status;
    if (begin_session(request, &setup, &session))
        return fail("there is not enough memory");
    session.flipped = request->flip;
    status = hints_create(monotonic_ms, &adviser)
                 ? fail("there is not enough memory")
                 : seat_opponent(request, &session, adviser, &opponent);
    session.adviser = adviser ? hints_provider(adviser) : NULL;
    if (!status)
        status = play_session(request, &session);
    session_fini(&session);
    opponent_destroy(opponent);
    hints_destroy(adviser);
    return status;
}

static struct option flag(const char *name, const char *help, bool *target)
{
    return (struct option){.name = name, .help = help, .flag = target};
}

static struct option text(const char *name, const char *value, const char *help,
                          const char **target)
{
    return (struct option){.name = name, .value = value, .help = help, .text = target};
}

static struct option number(const char *name, const char *value, const char *help,
                            unsigned long *target, unsigned long least, unsigned long most)
{
    return (struct option){
        .name = name, .value = value, .help = help, .number = target, .min = least, .max = most};
}

int play_command(int argc, char **argv)
{
    struct request r = {.fen = NULL};
    const struct option options[] = {
        text("--variant", "NAME", "the variant to play", &r.variant),
        text("--fen", "FEN", "start from this position; else Chess960 draws one", &r.fen),
        text("--clock", "RULE", "play with clocks: 5+3, 40/90+30,30+30, 5d3", &r.clock),
        flag("--engine", "play against the engine", &r.engine),
        number("--level", "N", "against the engine, this strong: 1 to 8", &r.level, 1,
               RK_LEVEL_COUNT),
        number("--elo", "N", "against the engine, of this rating: 500 to 3000", &r.elo, RK_ELO_MIN,
               RK_ELO_MAX),
        text("--side", "SIDE", "yours: white, black or random", &r.side),
        number("--think", "MS", "milliseconds for each of its moves", &r.think, 1, 3600000),
        number("--nodes", "N", "positions it looks at for a move: the same game from a start",
               &r.nodes, 1, ~0UL),
        flag("--flip", "seen from Black's side", &r.flip),
        flag("--auto-flip", "turn the board to the mover", &r.auto_flip),
        flag("--letters", "letters, not figures", &r.letters),
        flag("--resume", "go on with the unfinished game", &r.resume),
        flag("--plain", "line by line, on a terminal too", &r.plain),
        flag("--board", "line by line: print the board after each move", &r.board),
    };
    struct command_line line = {.command = "play",
                                .usage = "[options]",
                                .description =
                                    "Two people play at one keyboard, or one plays the "
                                    "engine. Moves are typed (Nf3, g1f3)\n"
                                    "or made with the arrow keys and Enter; help lists the "
                                    "commands. Without a terminal it\n"
                                    "reads a move or a command from each line and answers in "
                                    "text; the exit status is 1 if\n"
                                    "one was refused.",
                                .options = options,
                                .option_count = sizeof options / sizeof *options};
    const enum options_result result = options_parse(&line, argc, argv);
    if (result != OPTIONS_OK)
        return result == OPTIONS_HELP ? EXIT_OK : EXIT_USAGE;
    return play(&r);
}
