/* SPDX-License-Identifier: MIT */
/* Drives another engine over UCI: asks it for the best move, or plays a game against it.
 *
 *     uci_client [--time MS] [--fen FEN] [--play PLIES] ENGINE [ARGUMENT...]
 *
 * Without --play it prints the best move in the position. With it, the library's own engine moves
 * first, the other one replies, and after at most PLIES moves the game is printed as PGN.
 * Exit status: 0 success, 1 bad FEN, or the engine fails, hangs or plays an illegal move, 2 bad
 * usage. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <rookery/rookery.h>

enum {
    START_MS = 10000, // to load networks and tables
    GRACE_MS = 5000,  // how much longer than asked a search may take
    QUIT_MS = 2000,
    LINE_MAX_SIZE = 8192,
    COMMAND_MAX_SIZE = 1 << 16
};

static int64_t now(void *context)
{
    (void)context;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// ---- the process -----------------------------------------------------------------------------

/* An engine behind two pipes. */
struct engine {
    const char *name;
    pid_t pid;
    int input, output; // we write to its input and read its output
    char buffer[LINE_MAX_SIZE];
    size_t size; // bytes in the buffer that are not read yet
};

static bool fail(const struct engine *engine, const char *what)
{
    fprintf(stderr, "uci_client: %s: %s\n", engine->name, what);
    return false;
}

/* The child becomes the engine. If that fails, the parent reads the reason from `report`. */
static void run_engine(char **command, int input, int output, int report)
{
    if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0)
        execvp(command[0], command);
    const int error = errno;
    if (write(report, &error, sizeof error) < 0)
        _exit(126);
    _exit(127);
}

/* Opens a pipe that other programs we start do not inherit. */
static bool open_pipe(int *ends)
{
    return !pipe(ends) && fcntl(ends[0], F_SETFD, FD_CLOEXEC) >= 0 &&
           fcntl(ends[1], F_SETFD, FD_CLOEXEC) >= 0;
}

static bool start_engine(struct engine *engine, char **command)
{
    int input[2], output[2], report[2], error = 0;
    engine->name = command[0];
    if (!open_pipe(input) || !open_pipe(output) || !open_pipe(report))
        return fail(engine, strerror(errno));
    engine->pid = fork();
    if (engine->pid < 0)
        return fail(engine, strerror(errno));
    if (!engine->pid)
        run_engine(command, input[0], output[1], report[1]);
    close(input[0]);
    close(output[1]);
    close(report[1]);
    engine->input = input[1];
    engine->output = output[0];
    // The report closes without a word when the child becomes another program.
    const bool failed = read(report[0], &error, sizeof error) == sizeof error;
    close(report[0]);
    if (!failed)
        return true;
    close(engine->input);
    close(engine->output);
    waitpid(engine->pid, NULL, 0);
    return fail(engine, strerror(error));
}

/* Asks the engine to quit, and kills it if it does not. */
static void stop_engine(struct engine *engine)
{
    const int64_t deadline = now(NULL) + QUIT_MS;
    if (write(engine->input, "quit\n", 5) < 0)
        kill(engine->pid, SIGKILL); // it has closed its input
    close(engine->input);
    while (!waitpid(engine->pid, NULL, WNOHANG)) {
        if (now(NULL) > deadline)
            kill(engine->pid, SIGKILL);
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    close(engine->output);
}

// ---- lines -----------------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static bool send_line(struct engine *engine,
                                                            const char *format, ...)
{
    static char line[COMMAND_MAX_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (size < 0 || (size_t)size >= sizeof line - 1)
        return fail(engine, "the command is too long");
    line[size] = '\n';
    for (size_t sent = 0; sent <= (size_t)size;) {
        const ssize_t written = write(engine->input, line + sent, (size_t)size + 1 - sent);
        if (written < 0 && errno != EINTR)
            return fail(engine, strerror(errno));
        sent += written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* Waits for more output until the deadline. */
static bool fill_buffer(struct engine *engine, int64_t deadline)
{
    struct pollfd output = {.fd = engine->output, .events = POLLIN};
    const int64_t left = deadline - now(NULL);
    const int ready = left > 0 ? poll(&output, 1, (int)left) : 0;
    if (ready < 0 && errno == EINTR)
        return true;
    if (ready <= 0)
        return fail(engine, ready < 0 ? strerror(errno) : "no reply in time");
    if (engine->size == sizeof engine->buffer)
        engine->size = 0; // a line that is too long to be of interest
    const ssize_t got =
        read(engine->output, engine->buffer + engine->size, sizeof engine->buffer - engine->size);
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0)
        return fail(engine, "it has ended");
    engine->size += (size_t)got;
    return true;
}

/* Copies the next line, without its end, to `out`, which has room for LINE_MAX_SIZE bytes. */
static bool read_line(struct engine *engine, int64_t deadline, char *out)
{
    const char *end;
    while (!(end = memchr(engine->buffer, '\n', engine->size)))
        if (!fill_buffer(engine, deadline))
            return false;
    const size_t size = (size_t)(end - engine->buffer);
    memcpy(out, engine->buffer, size);
    out[size] = '\0';
    out[strcspn(out, "\r")] = '\0';
    engine->size -= size + 1;
    memmove(engine->buffer, end + 1, engine->size);
    return true;
}

/* Skips lines up to one that starts with this word, and stores it in `line`. */
static bool await_word(struct engine *engine, const char *word, int64_t milliseconds, char *line)
{
    const int64_t deadline = now(NULL) + milliseconds;
    const size_t size = strlen(word);
    do
        if (!read_line(engine, deadline, line))
            return false;
    while (strncmp(line, word, size) != 0 || (line[size] && line[size] != ' '));
    return true;
}

static bool greet_engine(struct engine *engine)
{
    char line[LINE_MAX_SIZE];
    return send_line(engine, "uci") && await_word(engine, "uciok", START_MS, line) &&
           send_line(engine, "ucinewgame") && send_line(engine, "isready") &&
           await_word(engine, "readyok", START_MS, line);
}

// ---- asking for a move -----------------------------------------------------------------------

/* Sends the start position and all moves, so that the engine knows of repetitions. */
static bool send_position(struct engine *engine, const rk_game *game)
{
    char fen[RK_FEN_MAX], moves[COMMAND_MAX_SIZE - RK_FEN_MAX - 32];
    size_t size = 0;
    rk_fen_write(rk_game_start(game), RK_FEN_PLAIN, fen);
    for (size_t i = 0; i < rk_game_length(game) && size + RK_UCI_MAX + 1 < sizeof moves; i++) {
        moves[size++] = ' ';
        size += rk_uci_write(rk_game_position_before(game, i), rk_game_action(game, i)->move,
                             moves + size);
    }
    moves[size] = '\0';
    return send_line(engine, "position fen %s%s%s", fen, size ? " moves" : "", moves);
}

/* Asks for a move and checks that it is legal: trust no engine. */
static bool ask_move(struct engine *engine, const rk_game *game, int64_t milliseconds, rk_move *out)
{
    char line[LINE_MAX_SIZE];
    if (!send_position(engine, game) ||
        !send_line(engine, "go movetime %lld", (long long)milliseconds) ||
        !await_word(engine, "bestmove", milliseconds + GRACE_MS, line))
        return false;
    const char *word = line + strlen("bestmove");
    word += strspn(word, " ");
    rk_fault fault;
    if (!rk_uci_parse(rk_game_position(game), word, strcspn(word, " "), RK_NOTATION_PLAIN, out,
                      &fault))
        return true;
    fprintf(stderr, "uci_client: %s: %s: %s\n", engine->name, line, fault.text);
    return false;
}

// ---- one move, or a game ---------------------------------------------------------------------

static bool play(rk_game *game, rk_move move)
{
    const rk_action action = {
        .kind = RK_ACT_MOVE, .by = rk_position_turn(rk_game_position(game)), .move = move};
    rk_fault fault;
    if (!rk_game_play(game, action, &fault))
        return true;
    fprintf(stderr, "uci_client: %s\n", fault.text);
    return false;
}

static bool search_move(rk_engine *own, const rk_game *game, int64_t milliseconds, rk_move *out)
{
    const rk_search_limits limits = {.move_time = milliseconds};
    rk_search_result result;
    rk_engine_search(own, rk_game_position(game), 1, &limits, NULL, NULL, &result);
    *out = result.best;
    return result.best != RK_NO_MOVE;
}

static void put(void *data, const char *bytes, size_t size)
{
    fwrite(bytes, 1, size, data);
}

static void print_game(const rk_game *game, const char *opponent)
{
    static rk_pgn_writer writer;
    rk_roster roster = {.event = "uci_client"};
    const bool white = rk_position_turn(rk_game_start(game)) == RK_WHITE;
    snprintf(white ? roster.white : roster.black, RK_ROSTER_TEXT_MAX, "librookery");
    snprintf(white ? roster.black : roster.white, RK_ROSTER_TEXT_MAX, "%s", opponent);
    rk_pgn_writer_init(&writer, put, stdout);
    rk_game_write_tags(game, &roster, &writer);
    rk_game_write_moves(game, &writer);
}

static bool play_game(struct engine *engine, rk_game *game, int64_t milliseconds, long plies)
{
    const rk_engine_options options = {.hash_mib = 16, .threads = 1, .now = now};
    rk_engine *own;
    if (rk_engine_create(&options, &own))
        return fail(engine, rk_err_text(RK_NO_MEMORY));
    bool going = true;
    for (long ply = 0; going && ply < plies && !rk_status_is_over(rk_game_status(game)); ply++) {
        rk_move move;
        going = ply % 2 ? ask_move(engine, game, milliseconds, &move)
                        : search_move(own, game, milliseconds, &move);
        going = going && play(game, move);
    }
    rk_engine_destroy(own);
    print_game(game, engine->name);
    return going;
}

static bool print_best(struct engine *engine, const rk_game *game, int64_t milliseconds)
{
    rk_move move;
    char san[RK_SAN_MAX];
    if (rk_status_is_over(rk_game_status(game)))
        return fail(engine, "the game is over in this position");
    if (!ask_move(engine, game, milliseconds, &move))
        return false;
    rk_san_write(rk_game_position(game), move, san);
    printf("best: %s\n", san);
    return true;
}

// ---- arguments -------------------------------------------------------------------------------

static int usage(void)
{
    fprintf(stderr,
            "usage: uci_client [--time MS] [--fen FEN] [--play PLIES] ENGINE [ARGUMENT...]\n");
    return 2;
}

static bool parse_number(const char *text, long *out)
{
    char *end;
    errno = 0;
    *out = strtol(text, &end, 10);
    return !errno && end > text && !*end && *out > 0 && *out <= 1000000;
}

static bool start_game(const char *fen, rk_game **out)
{
    rk_game_setup setup = {.start = rk_position_start(RK_STANDARD)};
    rk_fault fault = {.text = "out of memory"};
    if ((!fen || !rk_fen_parse(fen, strlen(fen), RK_STANDARD, RK_FEN_FORGIVE_CASTLING, &setup.start,
                               &fault)) &&
        !rk_game_create(&setup, out))
        return true;
    fprintf(stderr, "uci_client: %s\n", fault.text);
    return false;
}

int main(int argc, char **argv)
{
    const char *fen = NULL;
    long milliseconds = 100, plies = 0;
    int at = 1;
    for (; at + 1 < argc && !strncmp(argv[at], "--", 2); at += 2) {
        if (!strcmp(argv[at], "--fen"))
            fen = argv[at + 1];
        else if (!(!strcmp(argv[at], "--time") && parse_number(argv[at + 1], &milliseconds)) &&
                 !(!strcmp(argv[at], "--play") && parse_number(argv[at + 1], &plies)))
            return usage();
    }
    if (at >= argc || !strncmp(argv[at], "--", 2))
        return usage();
    rk_game *game;
    struct engine engine = {.size = 0};
    if (!start_game(fen, &game))
        return 1;
    signal(SIGPIPE, SIG_IGN); // an engine that has ended must not end us
    bool done = start_engine(&engine, argv + at);
    if (done) {
        done = greet_engine(&engine) && (plies ? play_game(&engine, game, milliseconds, plies)
                                               : print_best(&engine, game, milliseconds));
        stop_engine(&engine);
    }
    rk_game_destroy(game);
    return done ? 0 : 1;
}
