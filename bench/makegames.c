/* SPDX-License-Identifier: MIT */
/* Measures a large server database, as after some years of use:
 *     makegames FOLDER [GAMES [ACCOUNTS]]
 * If the folder has no database, creates one with games in the format the server writes. A few
 * thousand sample games are played with random moves, and each is stored many times with other
 * players and dates; a few players have most of the games. Then prints how long it takes to open
 * the database and to list the games of players. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/milliseconds.h"
#include "base/monotonic.h"
#include "base/prng.h"
#include "cluster/shards.h"
#include "ratings/rating_change.h"
#include "record/game_info.h"
#include "record/game_status.h"
#include "record/replay.h"
#include "rookery/moves.h"
#include "store/store.h"

enum {
    SAMPLE_COUNT = 4000,
    PLIES_MEAN = 78, /* of games that do not end earlier */
    FLUSH_GAMES = 50000,
    LIST_SIZE = 50,
    LIST_RUNS = 101
};
static const int64_t FIRST_DAY = INT64_C(1704067200000); /* 2024-01-01 */
static const int64_t PERIOD = INT64_C(3) * 365 * 24 * HOUR_MS;

static _Noreturn void fail_with(const char *error)
{
    fprintf(stderr, "makegames: %s\n", error);
    exit(1);
}

// ---- random games ------------------------------------------------------------------------------

/* A random game, stored many times with other players and dates. */
struct sample {
    struct game_settings settings;
    struct journal journal;
    int64_t started_at; /* in the journal */
    unsigned status, plies;
    rk_winner winner;
};

static struct game_settings random_settings(struct prng *prng)
{
    static const char *const clocks[] = {"1+0", "3+0", "3+2", "5+0", "5+3", "10+0", "15+10"};
    const struct game_settings_request request = {
        .clock = clocks[prng_below(prng, sizeof clocks / sizeof *clocks)],
        .limit = -1,
        .increment = -1,
        .days = -1,
        .rated = prng_below(prng, 4) != 0,
    };
    struct game_settings settings;
    char error[256];
    const char *where;
    if (!game_settings_make(&request, prng_next(prng), &settings, error, sizeof error, &where))
        fail_with(error);
    return settings;
}

/* Plays an action and adds it to the journal; false if it is illegal. */
static bool play_action(rk_game *game, struct sample *sample, rk_action action, struct prng *prng)
{
    if (rk_game_play(game, action, NULL))
        return false;
    struct event event = {.kind = EVENT_ACTION, .at = action.at, .action = action};
    snprintf(event.request, sizeof event.request, "%08x", prng_below(prng, 0xffffffff));
    for (unsigned side = 0; side < 2; side++)
        event.left[side] = rk_clock_left(rk_game_clock(game), (rk_side)side, action.at);
    if (journal_add(&sample->journal, &event))
        fail_with("out of memory");
    sample->plies += action.kind == RK_ACT_MOVE;
    return true;
}

static rk_move random_move(const rk_position *position, struct prng *prng)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(position, moves);
    return moves[prng_below(prng, (unsigned)count)];
}

/* Plays random moves until the game is over or long enough; then the side to move resigns. */
static void play_moves(rk_game *game, struct sample *sample, struct prng *prng)
{
    const unsigned plies = PLIES_MEAN / 2 + prng_below(prng, PLIES_MEAN);
    const int64_t base = sample->settings.clock.stages[RK_WHITE][0].base;
    const unsigned think_max = (unsigned)(base / PLIES_MEAN) + 1;
    int64_t now = 0;
    while (!rk_status_is_over(rk_game_status(game))) {
        const rk_position *position = rk_game_position(game);
        rk_action action = {.kind = RK_ACT_RESIGN, .by = rk_position_turn(position)};
        if (sample->plies < plies) {
            action.kind = RK_ACT_MOVE;
            action.move = random_move(position, prng);
        }
        action.at = now += 1 + prng_below(prng, think_max);
        if (!play_action(game, sample, action, prng))
            fail_with("illegal move");
    }
}

static struct sample create_sample(struct prng *prng)
{
    struct sample sample = {.settings = random_settings(prng)};
    const rk_game_setup setup = {
        .start = sample.settings.start, .clock = sample.settings.clock, .no_undo = true};
    rk_game *game;
    if (rk_game_create(&setup, &game))
        fail_with("cannot create a game");
    play_moves(game, &sample, prng);
    sample.status = game_status_number(game);
    sample.winner = rk_game_winner(game);
    rk_game_destroy(game);
    return sample;
}

// ---- players ----------------------------------------------------------------------------------

/* Players who are picked with probabilities proportional to 1 / (k + 20). */
struct players {
    double *cumulative; /* sum of the shares up to this player */
    unsigned count;
};

static struct players create_players(unsigned count)
{
    struct players players = {malloc(count * sizeof *players.cumulative), count};
    double sum = 0;
    if (!players.cumulative)
        fail_with("out of memory");
    for (unsigned i = 0; i < count; i++)
        players.cumulative[i] = sum += 1.0 / (i + 20.0);
    return players;
}

static unsigned pick_player(const struct players *players, struct prng *prng)
{
    const double at =
        ldexp((double)(prng_next(prng) >> 11), -53) * players->cumulative[players->count - 1];
    unsigned low = 0, high = players->count - 1;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (players->cumulative[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static struct identity make_identity(unsigned number)
{
    struct identity player = {.role = ROLE_PLAYER};
    snprintf(player.id, sizeof player.id, "player%u", number);
    snprintf(player.name, sizeof player.name, "Player%u", number);
    return player;
}

// ---- filling the store ------------------------------------------------------------------------

struct filling {
    struct store *store;
    struct prng prng;
    struct players players;
    struct sample *samples;
    struct buffer info, log;
    unsigned long events;
};

static void expect_done(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)context;
    (void)job;
    if (outcome != STORE_DONE)
        fail_with("the store failed");
}

static void add_account(struct filling *filling, unsigned number)
{
    const struct identity player = make_identity(number);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_ACCOUNT);
    store_bind_text(job, player.id);
    store_bind_text(job, player.name);
    store_bind_null(job); // no password: logging in is not possible
    store_bind_null(job);
    store_bind_integer(job, ACCOUNT_ACTIVE);
    store_bind_integer(job, player.role);
    store_bind_integer(job, FIRST_DAY);
    store_write(filling->store, job, expect_done, NULL);
}

static void random_letters(struct prng *prng, char *out, unsigned count)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (unsigned i = 0; i < count; i++)
        out[i] = letters[prng_below(prng, sizeof letters - 1)];
    out[count] = '\0';
}

/* No server has used the store: the shards have their first epoch. */
static void bind_owner(struct store_job *job, const struct game_info *info)
{
    store_bind_integer(job, shard_of_game(info->id));
    store_bind_integer(job, 1);
}

static void call_add_game(struct store_job *job, const struct game_info *info, const char *json)
{
    store_call(job, STORE_ADD_GAME);
    store_bind_text(job, info->id);
    store_bind_text(job, json);
    store_bind_text(job, game_settings_perf_key(&info->settings));
    store_bind_integer(job, info->settings.rated);
    store_bind_integer(job, info->settings.hidden);
    store_bind_integer(job, info->created_at);
    bind_owner(job, info);
}

static void call_add_player(struct store_job *job, const struct game_info *info, unsigned side,
                            rk_winner winner)
{
    store_call(job, STORE_ADD_PLAYER);
    store_bind_text(job, info->players[side].id);
    store_bind_integer(job, info->created_at);
    store_bind_text(job, info->id);
    store_bind_integer(job, side);
    store_bind_text(job, info->players[1 - side].id);
    store_call(job, STORE_COUNT_GAME);
    store_bind_text(job, info->players[side].id);
    store_bind_integer(job, side == RK_WHITE ? 1 : -1);
    store_bind_integer(job, winner == RK_NOBODY_WINS ? 0 : winner == (rk_winner)side ? 1 : -1);
}

static void call_finish(struct store_job *job, const struct game_info *info,
                        const struct sample *sample, int64_t ended_at, const struct buffer *log)
{
    store_call(job, STORE_FINISH_GAME);
    store_bind_text(job, info->id);
    store_bind_integer(job, ended_at);
    store_bind_integer(job, sample->status);
    store_bind_integer(job, sample->winner);
    store_bind_integer(job, sample->plies);
    store_bind_bytes(job, log->bytes, log->size);
    bind_owner(job, info);
    rating_change_bind(NULL, job);
}

/* Writes the log as if the game had started at `started_at`; returns when it ends. */
static int64_t write_log(struct sample *sample, int64_t started_at, struct buffer *out)
{
    const struct journal *journal = &sample->journal;
    for (size_t i = 0; i < journal->count; i++) {
        journal->events[i].at += started_at - sample->started_at;
        journal->events[i].action.at = journal->events[i].at;
    }
    sample->started_at = started_at;
    journal_encode(journal, out);
    return journal->events[journal->count - 1].at;
}

static struct game_info random_info(struct filling *filling, const struct sample *sample,
                                    int64_t created_at)
{
    struct game_info info = {
        .settings = sample->settings, .source = SOURCE_LOBBY, .created_at = created_at};
    const unsigned white = pick_player(&filling->players, &filling->prng);
    unsigned black = pick_player(&filling->players, &filling->prng);
    if (black == white)
        black = (white + 1) % filling->players.count;
    info.players[RK_WHITE] = make_identity(white);
    info.players[RK_BLACK] = make_identity(black);
    random_letters(&filling->prng, info.id, GAME_ID_SIZE);
    for (unsigned side = 0; side < 2; side++)
        random_letters(&filling->prng, info.keys[side], 4);
    return info;
}

static void add_game(struct filling *filling, int64_t created_at)
{
    struct sample *sample = &filling->samples[prng_below(&filling->prng, SAMPLE_COUNT)];
    const struct game_info info = random_info(filling, sample, created_at);
    buffer_clear(&filling->info);
    buffer_clear(&filling->log);
    game_info_write(&info, &filling->info);
    const int64_t ended_at = write_log(sample, created_at, &filling->log);
    struct store_job *job = store_job_create();
    call_add_game(job, &info, buffer_cstr(&filling->info));
    call_add_player(job, &info, RK_WHITE, sample->winner);
    call_add_player(job, &info, RK_BLACK, sample->winner);
    call_finish(job, &info, sample, ended_at, &filling->log);
    store_write(filling->store, job, expect_done, NULL);
    filling->events += sample->journal.count;
}

static struct store *open_store(const char *folder, bool writing)
{
    static const struct log log = {.level = LOG_INFO};
    const struct store_options options = {
        .url = folder, .log = &log, .inline_jobs = true, .normal_sync = writing};
    struct store *store;
    char error[512];
    if (store_open(&options, &store, error, sizeof error))
        fail_with(error);
    return store;
}

static struct filling start_filling(const char *folder, unsigned accounts)
{
    struct filling filling = {
        .store = open_store(folder, true),
        .prng = {1},
        .players = create_players(accounts),
        .samples = malloc(SAMPLE_COUNT * sizeof *filling.samples),
    };
    if (!filling.samples)
        fail_with("out of memory");
    for (unsigned i = 0; i < SAMPLE_COUNT; i++)
        filling.samples[i] = create_sample(&filling.prng);
    return filling;
}

static void end_filling(struct filling *filling)
{
    store_close(filling->store);
    for (unsigned i = 0; i < SAMPLE_COUNT; i++)
        journal_fini(&filling->samples[i].journal);
    free(filling->samples);
    free(filling->players.cumulative);
    buffer_fini(&filling->info);
    buffer_fini(&filling->log);
}

static void fill_store(const char *folder, unsigned long games, unsigned accounts)
{
    const double start = monotonic_seconds();
    struct filling filling = start_filling(folder, accounts);
    for (unsigned i = 0; i < accounts; i++)
        add_account(&filling, i);
    store_poll(filling.store);
    for (unsigned long i = 0; i < games; i++) {
        add_game(&filling, FIRST_DAY + (int64_t)((double)PERIOD / (double)games * (double)i));
        if (i % FLUSH_GAMES == FLUSH_GAMES - 1)
            store_poll(filling.store);
    }
    const unsigned long events = filling.events;
    end_filling(&filling);
    printf("created %lu games of %u accounts with %lu events in %.1f s\n", games, accounts, events,
           monotonic_seconds() - start);
}

// ---- measuring ---------------------------------------------------------------------------------

struct listing {
    size_t rows, bytes;
    int64_t oldest;
    bool checked; /* every game was replayed without errors */
};

/* Checks that the info and the log of a row can be replayed. */
static void check_game(struct store_job *job)
{
    struct game_info info;
    struct journal journal = {0};
    rk_game *game;
    rk_fault fault;
    size_t size;
    const char *json = store_get_text(job, 1);
    const void *log = store_get_bytes(job, 7, &size);
    if (game_info_read(store_get_text(job, 0), json, strlen(json), &info, &fault) ||
        journal_decode(&journal, log, size, &fault) || replay_game(&info, &journal, &game, &fault))
        fail_with(fault.text);
    if (!rk_status_is_over(rk_game_status(game)))
        fail_with("a game is not over");
    rk_game_destroy(game);
    journal_fini(&journal);
}

static void count_rows(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct listing *listing = context;
    if (outcome != STORE_DONE)
        fail_with("cannot list games");
    listing->rows = listing->bytes = 0;
    for (size_t size; store_next_row(job); listing->rows++, listing->bytes += size) {
        store_get_bytes(job, 7, &size);
        listing->oldest = store_get_integer(job, 2);
        if (!listing->checked)
            check_game(job);
    }
    listing->checked = true;
}

/* Lists the games of a player that started before `before`. Returns the milliseconds it took. */
static double list_games(struct store *store, unsigned player, int64_t before, struct listing *out)
{
    const struct identity who = make_identity(player);
    const double start = monotonic_seconds();
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAMES_NEWEST_FIRST);
    store_bind_text(job, who.id);
    store_bind_integer(job, before);
    store_bind_integer(job, LIST_SIZE);
    store_bind_integer(job, 0);
    for (int i = 0; i < 4; i++)
        store_bind_null(job);
    store_bind_text(job, "");
    store_bind_null(job); // any opponent
    store_bind_null(job); // without reviews
    store_read(store, job, count_rows, out);
    store_poll(store);
    return (monotonic_seconds() - start) * 1e3;
}

static int compare_times(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void measure_lists(struct store *store, const char *title, unsigned player, int64_t before)
{
    double times[LIST_RUNS];
    struct listing listing = {.checked = false};
    const double first = list_games(store, player, before, &listing);
    for (int i = 0; i < LIST_RUNS; i++)
        times[i] = list_games(store, player, before, &listing);
    qsort(times, LIST_RUNS, sizeof *times, compare_times);
    printf("%s: %zu games, %zu bytes of logs; first, with a replay of each, %.2f ms, "
           "then %.2f ms (median), %.2f ms (maximum)\n",
           title, listing.rows, listing.bytes, first, times[LIST_RUNS / 2], times[LIST_RUNS - 1]);
}

static void measure_store(const char *folder)
{
    const double start = monotonic_seconds();
    struct store *store = open_store(folder, false);
    printf("opening: %.2f ms\n", (monotonic_seconds() - start) * 1e3);
    measure_lists(store, "newest games of the busiest player", 0, INT64_MAX);
    measure_lists(store, "the same, two years ago", 0, FIRST_DAY + PERIOD / 3);
    measure_lists(store, "newest games of player 5000", 5000, INT64_MAX);
    store_close(store);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 4) {
        fputs("usage: makegames FOLDER [GAMES [ACCOUNTS]]\n", stderr);
        return 2;
    }
    const unsigned long games = argc > 2 ? strtoul(argv[2], NULL, 10) : 1000000;
    const unsigned long accounts = argc > 3 ? strtoul(argv[3], NULL, 10) : 20000;
    char file[4096];
    snprintf(file, sizeof file, "%s/rookery.db", argv[1]);
    if (!games || accounts < 2 || accounts > 10000000)
        fail_with("GAMES must be at least 1, ACCOUNTS from 2 to 10000000");
    if (access(file, F_OK))
        fill_store(argv[1], games, (unsigned)accounts);
    measure_store(argv[1]);
    return 0;
}
