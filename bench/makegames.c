/* SPDX-License-Identifier: MIT */
/* A server's database after some years, and how fast it answers:
 *     makegames FOLDER [GAMES [ACCOUNTS]]
 * Makes the database if the folder has none, of games that nobody played but that
 * could have been: every info and every log is as the server writes it. A few
 * thousand games are drawn by chance, move by move, and told again and again with
 * other players and at other times; few players have played most of them. Then
 * prints what opening takes, and a list of the busiest player's games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/prng.h"
#include "rookery/moves.h"
#include "rounds/game_info.h"
#include "rounds/game_status.h"
#include "rounds/replay.h"
#include "store/store.h"

enum {
    DRAWN_COUNT = 4000,
    PLIES_MEAN = 78, /* of those that go on to the end they were given */
    FLUSH_GAMES = 50000,
    LIST_SIZE = 50,
    LIST_RUNS = 101
};
static const int64_t FIRST_DAY = INT64_C(1704067200000); /* 2024-01-01 */
static const int64_t YEARS = INT64_C(3) * 365 * 86400 * 1000;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "makegames: %s\n", why);
    exit(1);
}

// ---- games that could have been played --------------------------------------------------------

struct drawn {
    struct game_settings settings;
    struct journal journal;
    int64_t begun; /* when, by the journal */
    unsigned status, plies;
    rk_winner winner;
};

static struct game_settings draw_terms(struct prng *prng)
{
    static const char *const clocks[] = {"1+0", "3+0", "3+2", "5+0", "5+3", "10+0", "15+10"};
    const struct game_settings_request wanted = {
        .clock = clocks[prng_below(prng, sizeof clocks / sizeof *clocks)],
        .limit = -1,
        .increment = -1,
        .days = -1,
        .rated = prng_below(prng, 4) != 0,
    };
    struct game_settings settings;
    char why[256];
    const char *where;
    if (!game_settings_make(&wanted, prng_next(prng), &settings, why, sizeof why, &where))
        give_up(why);
    return settings;
}

/* Plays an action, if it can be, and writes it down. */
static bool act(rk_game *game, struct drawn *drawn, rk_action action, struct prng *prng)
{
    if (rk_game_play(game, action, NULL))
        return false;
    struct event event = {.kind = EVENT_ACTION, .at = action.at, .action = action};
    snprintf(event.request, sizeof event.request, "%08x", prng_below(prng, 0xffffffff));
    for (unsigned side = 0; side < 2; side++)
        event.left[side] = rk_clock_left(rk_game_clock(game), (rk_side)side, action.at);
    if (journal_add(&drawn->journal, &event))
        give_up("out of memory");
    drawn->plies += action.kind == RK_ACT_MOVE;
    return true;
}

static rk_move draw_move(const rk_position *position, struct prng *prng)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(position, moves);
    return moves[prng_below(prng, (unsigned)count)];
}

/* Moves until the game is over, as long as was meant; whoever is to move then resigns. */
static void play_out(rk_game *game, struct drawn *drawn, struct prng *prng)
{
    const unsigned plies = PLIES_MEAN / 2 + prng_below(prng, PLIES_MEAN);
    const int64_t base = drawn->settings.clock.stages[RK_WHITE][0].base;
    const unsigned think_max = (unsigned)(base / PLIES_MEAN) + 1;
    int64_t now = 0;
    while (!rk_status_is_over(rk_game_status(game))) {
        const rk_position *position = rk_game_position(game);
        rk_action action = {.kind = RK_ACT_RESIGN, .by = rk_position_turn(position)};
        if (drawn->plies < plies) {
            action.kind = RK_ACT_MOVE;
            action.move = draw_move(position, prng);
        }
        action.at = now += 1 + prng_below(prng, think_max);
        if (!act(game, drawn, action, prng))
            give_up("a move cannot be played");
    }
}

static struct drawn draw_game(struct prng *prng)
{
    struct drawn drawn = {.settings = draw_terms(prng)};
    const rk_game_setup setup = {
        .start = drawn.settings.start, .clock = drawn.settings.clock, .no_undo = true};
    rk_game *game;
    if (rk_game_create(&setup, &game))
        give_up("a game cannot be begun");
    play_out(game, &drawn, prng);
    drawn.status = game_status_number(game);
    drawn.winner = rk_game_winner(game);
    rk_game_destroy(game);
    return drawn;
}

// ---- players ----------------------------------------------------------------------------------

/* By the rule that the k-th most eager plays a share of 1/(k + 20). */
struct crowd {
    double *upto; /* the sum of shares of all up to this one */
    unsigned count;
};

static struct crowd gather(unsigned count)
{
    struct crowd crowd = {malloc(count * sizeof *crowd.upto), count};
    double sum = 0;
    if (!crowd.upto)
        give_up("out of memory");
    for (unsigned i = 0; i < count; i++)
        crowd.upto[i] = sum += 1.0 / (i + 20.0);
    return crowd;
}

static unsigned pick(const struct crowd *crowd, struct prng *prng)
{
    const double at = ldexp((double)(prng_next(prng) >> 11), -53) * crowd->upto[crowd->count - 1];
    unsigned low = 0, high = crowd->count - 1;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (crowd->upto[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static struct identity player_of(unsigned number)
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
    struct crowd crowd;
    struct drawn *drawn;
    struct buffer info, log;
    unsigned long events;
};

static void expect_done(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)context;
    (void)job;
    if (outcome != STORE_DONE)
        give_up("the store has not taken a job");
}

static void add_account(struct filling *filling, unsigned number)
{
    const struct identity player = player_of(number);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_ACCOUNT);
    store_bind_text(job, player.id);
    store_bind_text(job, player.name);
    store_bind_null(job); // nobody logs in
    store_bind_null(job);
    store_bind_integer(job, ACCOUNT_ACTIVE);
    store_bind_integer(job, player.role);
    store_bind_integer(job, FIRST_DAY);
    store_write(filling->store, job, expect_done, NULL);
}

static void draw_letters(struct prng *prng, char *out, unsigned count)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (unsigned i = 0; i < count; i++)
        out[i] = letters[prng_below(prng, sizeof letters - 1)];
    out[count] = '\0';
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
}

static void call_add_player(struct store_job *job, const struct game_info *info, unsigned side)
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
}

static void call_finish(struct store_job *job, const struct game_info *info,
                        const struct drawn *drawn, int64_t ended_at, const struct buffer *log)
{
    store_call(job, STORE_FINISH_GAME);
    store_bind_text(job, info->id);
    store_bind_integer(job, ended_at);
    store_bind_integer(job, drawn->status);
    store_bind_integer(job, drawn->winner);
    store_bind_integer(job, drawn->plies);
    store_bind_bytes(job, log->bytes, log->size);
    store_bind_integer(job, 1);
}

/* The log as if the game had begun then; returns when it ended. */
static int64_t tell_again(struct drawn *drawn, int64_t begun, struct buffer *out)
{
    const struct journal *journal = &drawn->journal;
    for (size_t i = 0; i < journal->count; i++) {
        journal->events[i].at += begun - drawn->begun;
        journal->events[i].action.at = journal->events[i].at;
    }
    drawn->begun = begun;
    journal_encode(journal, out);
    return journal->events[journal->count - 1].at;
}

static struct game_info draw_head(struct filling *filling, const struct drawn *drawn,
                                  int64_t created_at)
{
    struct game_info info = {
        .settings = drawn->settings, .source = SOURCE_LOBBY, .created_at = created_at};
    const unsigned white = pick(&filling->crowd, &filling->prng);
    unsigned black = pick(&filling->crowd, &filling->prng);
    if (black == white)
        black = (white + 1) % filling->crowd.count;
    info.players[RK_WHITE] = player_of(white);
    info.players[RK_BLACK] = player_of(black);
    draw_letters(&filling->prng, info.id, GAME_ID_SIZE);
    for (unsigned side = 0; side < 2; side++)
        draw_letters(&filling->prng, info.keys[side], 4);
    return info;
}

static void add_game(struct filling *filling, int64_t created_at)
{
    struct drawn *drawn = &filling->drawn[prng_below(&filling->prng, DRAWN_COUNT)];
    const struct game_info info = draw_head(filling, drawn, created_at);
    buffer_clear(&filling->info);
    buffer_clear(&filling->log);
    game_info_write(&info, &filling->info);
    const int64_t ended_at = tell_again(drawn, created_at, &filling->log);
    struct store_job *job = store_job_create();
    call_add_game(job, &info, buffer_cstr(&filling->info));
    call_add_player(job, &info, RK_WHITE);
    call_add_player(job, &info, RK_BLACK);
    call_finish(job, &info, drawn, ended_at, &filling->log);
    store_write(filling->store, job, expect_done, NULL);
    filling->events += drawn->journal.count;
}

static struct store *open_store(const char *folder, bool making)
{
    static const struct log log = {LOG_INFO};
    const struct store_options options = {
        .url = folder, .log = &log, .inline_jobs = true, .normal_sync = making};
    struct store *store;
    char why[512];
    if (store_open(&options, &store, why, sizeof why))
        give_up(why);
    return store;
}

static struct filling prepare(const char *folder, unsigned accounts)
{
    struct filling filling = {
        .store = open_store(folder, true),
        .prng = {1},
        .crowd = gather(accounts),
        .drawn = malloc(DRAWN_COUNT * sizeof *filling.drawn),
    };
    if (!filling.drawn)
        give_up("out of memory");
    for (unsigned i = 0; i < DRAWN_COUNT; i++)
        filling.drawn[i] = draw_game(&filling.prng);
    return filling;
}

static void end_filling(struct filling *filling)
{
    store_close(filling->store);
    for (unsigned i = 0; i < DRAWN_COUNT; i++)
        journal_fini(&filling->drawn[i].journal);
    free(filling->drawn);
    free(filling->crowd.upto);
    buffer_fini(&filling->info);
    buffer_fini(&filling->log);
}

static void fill(const char *folder, unsigned long games, unsigned accounts)
{
    const double start = seconds();
    struct filling filling = prepare(folder, accounts);
    for (unsigned i = 0; i < accounts; i++)
        add_account(&filling, i);
    store_poll(filling.store);
    for (unsigned long i = 0; i < games; i++) {
        add_game(&filling, FIRST_DAY + (int64_t)((double)YEARS / (double)games * (double)i));
        if (i % FLUSH_GAMES == FLUSH_GAMES - 1)
            store_poll(filling.store);
    }
    const unsigned long events = filling.events;
    end_filling(&filling);
    printf("made %lu games of %u accounts with %lu events in %.1f s\n", games, accounts, events,
           seconds() - start);
}

// ---- asking it --------------------------------------------------------------------------------

struct listing {
    size_t rows, bytes;
    int64_t oldest;
    bool checked; /* every game of it can be played again */
};

/* A info and a log that give a game. */
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
        journal_decode(&journal, log, size, &fault) || replay(&info, &journal, &game, &fault))
        give_up(fault.text);
    if (!rk_status_is_over(rk_game_status(game)))
        give_up("a game is not over");
    rk_game_destroy(game);
    journal_fini(&journal);
}

static void take_list(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct listing *listing = context;
    if (outcome != STORE_DONE)
        give_up("the list has failed");
    listing->rows = listing->bytes = 0;
    for (size_t size; store_next_row(job); listing->rows++, listing->bytes += size) {
        store_get_bytes(job, 7, &size);
        listing->oldest = store_get_integer(job, 2);
        if (!listing->checked)
            check_game(job);
    }
    listing->checked = true;
}

/* Milliseconds for the games of a player from before then. */
static double list(struct store *store, unsigned player, int64_t before, struct listing *out)
{
    const struct identity who = player_of(player);
    const double start = seconds();
    struct store_job *job = store_job_create();
    store_call(job, STORE_GAMES_OF);
    store_bind_text(job, who.id);
    store_bind_integer(job, before);
    store_bind_integer(job, LIST_SIZE);
    store_bind_integer(job, 0);
    for (int i = 0; i < 4; i++)
        store_bind_null(job);
    store_bind_text(job, "");
    store_read(store, job, take_list, out);
    store_poll(store);
    return (seconds() - start) * 1e3;
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void measure_lists(struct store *store, const char *what, unsigned player, int64_t before)
{
    double times[LIST_RUNS];
    struct listing listing = {.checked = false};
    const double first = list(store, player, before, &listing);
    for (int i = 0; i < LIST_RUNS; i++)
        times[i] = list(store, player, before, &listing);
    qsort(times, LIST_RUNS, sizeof *times, compare);
    printf("%s: %zu games, %zu bytes of logs; first with a replay of each %.2f ms, "
           "then median %.2f, worst %.2f ms\n",
           what, listing.rows, listing.bytes, first, times[LIST_RUNS / 2], times[LIST_RUNS - 1]);
}

static void measure(const char *folder)
{
    const double start = seconds();
    struct store *store = open_store(folder, false);
    printf("opening: %.2f ms\n", (seconds() - start) * 1e3);
    measure_lists(store, "newest of the busiest", 0, INT64_MAX);
    measure_lists(store, "the same, two years back", 0, FIRST_DAY + YEARS / 3);
    measure_lists(store, "newest of somebody", 5000, INT64_MAX);
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
        give_up("there are to be games, and from two to ten million accounts");
    if (access(file, F_OK))
        fill(argv[1], games, (unsigned)accounts);
    measure(argv[1]);
    return 0;
}
