/* SPDX-License-Identifier: MIT */
#include "match/state.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"

static const char heading[] = "rookery match 1";
enum { STATE_SIZE_MAX = 1 << 28 };

static const char *const results[] = {
    [RK_WHITE_WINS] = "1-0", [RK_BLACK_WINS] = "0-1", [RK_NOBODY_WINS] = "1/2-1/2"};
static const char *const fault_names[] = {
    [RK_WHITE] = "white", [RK_BLACK] = "black", [RK_NO_SIDE] = "-"};

/* A lock of this process, which ends when it closes the file. Some file systems have no locks;
 * there, playing is better than refusing to. */
static bool lock_file(FILE *file)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return !fcntl(fileno(file), F_SETLK, &lock) || (errno != EACCES && errno != EAGAIN);
}

// ---- reading ------------------------------------------------------------------------------------

void state_fini(struct state *state)
{
    if (state->locked)
        fclose(state->locked);
    free(state->text);
    free(state->arguments);
    free(state->games);
    *state = (struct state){0};
}

static rk_err read_text(FILE *file, char **out, rk_fault *fault)
{
    struct stat status;
    if (fstat(fileno(file), &status) || status.st_size >= STATE_SIZE_MAX)
        return RK_CANNOT_READ;
    const size_t size = (size_t)status.st_size;
    char *text = malloc(size + 1);
    if (!text)
        return RK_NO_MEMORY;
    if (fread(text, 1, size, file) != size) {
        free(text);
        return fault_set(fault, RK_CANNOT_READ, 0, strerror(errno));
    }
    text[size] = '\0';
    *out = text;
    return RK_OK;
}

/* Reads a word that is one of three names, and the space after it, if any. */
static bool take_name(const char **at, const char *const names[3], int *out)
{
    const size_t size = strcspn(*at, " ");
    for (int i = 0; i < 3; i++)
        if (strlen(names[i]) == size && !memcmp(*at, names[i], size)) {
            *out = i;
            *at += size + (*(*at + size) == ' ');
            return true;
        }
    return false;
}

static bool take_number(const char **at, int base, uint64_t *out)
{
    char *end;
    errno = 0;
    const unsigned long long number = strtoull(*at, &end, base);
    if (errno || end == *at || **at == '-' || (*end && *end != ' '))
        return false;
    *at = end + (*end == ' ');
    *out = number;
    return true;
}

/* Reads the word for the end of a game, which earlier versions did not write. */
static bool take_end(const char **at, enum game_end *out)
{
    const size_t size = strcspn(*at, " ");
    *out = GAME_END_OTHER;
    if (!size || (**at >= '0' && **at <= '9'))
        return true;
    *out = game_end_from_name(*at, size);
    *at += size + (*(*at + size) == ' ');
    return *out != GAME_END_COUNT;
}

static bool read_game(const char *at, struct state_game *out)
{
    uint64_t number;
    int winner, fault;
    if (!take_number(&at, 10, &number) || !take_name(&at, results, &winner) ||
        !take_name(&at, fault_names, &fault) || !take_end(&at, &out->end))
        return false;
    out->number = number;
    out->winner = (rk_winner)winner;
    out->fault = (rk_side)fault;
    return !*at ||
           (take_number(&at, 10, &out->pgn_from) && take_number(&at, 10, &out->pgn_size) && !*at);
}

static bool read_openings(const char *at, struct state *out)
{
    uint64_t count;
    if (!take_number(&at, 10, &count) || !take_number(&at, 16, &out->opening_checksum) || *at)
        return false;
    out->opening_count = count;
    return true;
}

static bool read_line(char *line, struct state *out)
{
    if (!strncmp(line, "word ", 5)) {
        out->arguments[out->argument_count++] = line + 5;
        return true;
    }
    if (!strncmp(line, "openings ", 9))
        return read_openings(line + 9, out);
    out->last_at = (size_t)(line - out->text);
    return !strncmp(line, "game ", 5) && read_game(line + 5, &out->games[out->game_count++]);
}

static size_t count_lines(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static rk_err line_error(size_t line, rk_fault *fault)
{
    if (fault) {
        *fault = (rk_fault){.err = RK_BAD_RECORD};
        snprintf(fault->text, sizeof fault->text, "line %zu: not a match state file", line);
    }
    return RK_BAD_RECORD;
}

static rk_err read_lines(struct state *state, rk_fault *fault)
{
    char *line = state->text;
    for (size_t number = 1; *line; number++) {
        char *end = strchr(line, '\n');
        if (!end)
            break;
        *end = '\0';
        if (number == 1 ? strcmp(line, heading) != 0 : !read_line(line, state))
            return line_error(number, fault);
        line = end + 1;
        state->size = (size_t)(line - state->text);
    }
    return state->opening_count ? RK_OK : line_error(1, fault);
}

rk_err state_parse(char *taken, struct state *out, rk_fault *fault)
{
    const size_t lines = count_lines(taken) + 1;
    struct state state = {.text = taken,
                          .arguments = calloc(lines, sizeof *state.arguments),
                          .games = calloc(lines, sizeof *state.games)};
    const rk_err err = state.arguments && state.games ? read_lines(&state, fault) : RK_NO_MEMORY;
    if (err)
        state_fini(&state);
    else
        *out = state;
    return err;
}

static rk_err read_locked(FILE *file, struct state *out, rk_fault *fault)
{
    char *text = NULL;
    if (!lock_file(file))
        return fault_set(fault, RK_NOT_NOW, 0, "another process is playing this match");
    const rk_err err = read_text(file, &text, fault);
    return err ? err : state_parse(text, out, fault);
}

rk_err state_read(const char *path, struct state *out, rk_fault *fault)
{
    FILE *file = fopen(path, "r+e");
    if (!file)
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    const rk_err err = read_locked(file, out, fault);
    if (err)
        fclose(file);
    else
        out->locked = file;
    return err;
}

// ---- the PGN file -------------------------------------------------------------------------------

enum state_pgn state_check_pgn(const struct state *state, uint64_t pgn_size, uint64_t *out)
{
    uint64_t end = 0; // of the games that are known
    for (size_t i = 0; i < state->game_count; i++) {
        const struct state_game *game = &state->games[i];
        if (game->pgn_size)
            end = game->pgn_from + game->pgn_size;
        const bool is_last = i + 1 == state->game_count;
        if (!game->pgn_size ||
            (game->pgn_from <= pgn_size && game->pgn_size <= pgn_size - game->pgn_from))
            continue;
        *out = game->pgn_from;
        return is_last && game->pgn_from <= pgn_size ? STATE_PGN_TRUNCATED : STATE_PGN_MISMATCH;
    }
    if (end && pgn_size > end) {
        *out = end;
        return STATE_PGN_LONGER;
    }
    return STATE_PGN_COMPLETE;
}

void state_drop_last(struct state *state)
{
    state->game_count--;
    state->size = state->last_at;
}

// ---- writing ------------------------------------------------------------------------------------

static bool sync_file(FILE *file)
{
    return !fflush(file) && !ferror(file) && !fsync(fileno(file));
}

/* Keeps the reason in errno. */
static void close_failed(FILE *file)
{
    const int error = errno;
    fclose(file);
    errno = error;
}

rk_err state_create(const char *path, const struct state_header *head, FILE **out)
{
    for (size_t i = 0; i < head->argument_count; i++)
        if (strchr(head->arguments[i], '\n'))
            return RK_BAD_SYNTAX;
    const int number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (number < 0)
        return errno == EEXIST ? RK_NOT_NOW : RK_CANNOT_OPEN;
    FILE *file = fdopen(number, "a");
    if (!file) {
        const int error = errno;
        close(number);
        errno = error;
        return RK_CANNOT_OPEN;
    }
    (void)lock_file(file); // no other process knows it yet
    fprintf(file, "%s\n", heading);
    for (size_t i = 0; i < head->argument_count; i++)
        fprintf(file, "word %s\n", head->arguments[i]);
    fprintf(file, "openings %zu %016" PRIx64 "\n", head->opening_count, head->opening_checksum);
    if (!sync_file(file)) {
        close_failed(file);
        return RK_CANNOT_OPEN;
    }
    *out = file;
    return RK_OK;
}

rk_err state_reopen(const struct state *state, const char *path, FILE **out)
{
    FILE *file = fopen(path, "r+e");
    if (!file)
        return RK_CANNOT_OPEN;
    const long size = (long)state->size;
    if (ftruncate(fileno(file), size) || fseek(file, size, SEEK_SET)) {
        close_failed(file);
        return RK_CANNOT_OPEN;
    }
    *out = file;
    return RK_OK;
}

bool state_append(FILE *file, const struct state_game *game)
{
    fprintf(file, "game %lu %s %s %s", game->number, results[game->winner],
            fault_names[game->fault], game_end_name(game->end));
    if (game->pgn_size)
        fprintf(file, " %" PRIu64 " %" PRIu64, game->pgn_from, game->pgn_size);
    fputc('\n', file);
    return sync_file(file);
}
