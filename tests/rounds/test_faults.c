/* SPDX-License-Identifier: MIT */
/* Random games with random faults: a disk that fails or is slow, crashes with and without the last
 * writes, restarts, commands sent twice. Acknowledged commands are never lost, nothing is done
 * twice, watchers see what the log has, and no player is charged for more than their thinking time.
 */
#include <stdio.h>
#include <string.h>

#include "record/replay.h"
#include "rookery/san.h"
#include "rounds/round_clock.h"
#include "support/fixture.h"

enum { SEEDS = 12, STEPS = 400, ACKNOWLEDGED_MAX = STEPS };

static struct fixture fixture;
static struct prng prng;

/* A command that was acknowledged. */
struct entry {
    struct command command;
    int64_t version;
    int64_t left[2];
};
static struct entry acknowledged[ACKNOWLEDGED_MAX];
static size_t acknowledged_count;
static int64_t
    thinking_time[2]; /* upper bound: the time in which the side was to move and able to */
static unsigned crashes;

static unsigned random_below(unsigned bound)
{
    return prng_below(&prng, bound);
}

static rk_side turn(void)
{
    return rk_position_turn(rk_game_position(round_game(fixture.round)));
}

static void start_game(void)
{
    fixture_start(&fixture, "30+0");
    acknowledged_count = crashes = 0;
    thinking_time[0] = thinking_time[1] = 0;
}

static struct command random_move(void)
{
    rk_move list[RK_MOVES_MAX];
    char text[RK_UCI_MAX];
    const rk_position *position = rk_game_position(round_game(fixture.round));
    const size_t count = rk_moves_list(position, list);
    struct command command = fixture_command(&fixture, turn(), VERB_MOVE);
    rk_uci_write(position, list[random_below((unsigned)count)], text);
    snprintf(command.move, sizeof command.move, "%s", text);
    return command;
}

static struct command random_command(void)
{
    static const enum verb verbs[] = {VERB_OFFER_DRAW, VERB_DECLINE_DRAW, VERB_WITHDRAW_DRAW,
                                      VERB_ADD_TIME, VERB_CHAT};
    struct command command =
        random_below(4) ? random_move()
                        : fixture_command(&fixture, random_below(2), verbs[random_below(5)]);
    snprintf(command.request, sizeof command.request, "%u", random_below(1000000));
    snprintf(command.text, sizeof command.text, "line %u of %u", random_below(100000),
             random_below(100000));
    command.version = round_version(fixture.round);
    command.seconds = 5;
    return command;
}

static void record_acknowledged(const struct command *command, const struct recorded_reply *result)
{
    if (result->reply.refusal || acknowledged_count == ACKNOWLEDGED_MAX)
        return;
    struct entry *entry = &acknowledged[acknowledged_count++];
    entry->command = *command;
    entry->version = result->reply.version;
    memcpy(entry->left, result->reply.left, sizeof entry->left);
}

/* Sends a command, perhaps twice, while the disk is slow, fails, or loses power. */
static void send_random_command(void)
{
    struct recorded_reply result, again;
    const struct command command = random_command();
    const unsigned trouble = random_below(20);
    const rk_side mover = turn();
    const bool duplicated = random_below(3) == 0;
    fixture.harness.store.writes_fail = trouble == 0;
    fixture_send(&fixture, &command, &result);
    if (duplicated)
        fixture_send(&fixture, &command, &again);
    harness_skip(&fixture.harness, trouble == 1 ? 3 * SECOND : random_below(20));
    if (trouble == 2 || trouble == 3) {
        crashes++;
        (trouble == 2 ? fixture_lose_power : fixture_crash)(&fixture, random_below(100) * SECOND);
        assert_true(!result.count || result.reply.refusal);
        thinking_time[mover] += SECOND; // the last heartbeat was at most this long ago
        return;
    }
    harness_settle(&fixture.harness);
    assert_int_equal(result.count, 1);
    fixture.harness.store.writes_fail = false;
    record_acknowledged(&command, &result);
    if (duplicated) {
        assert_int_equal(again.count, 1);
        if (!result.reply.refusal)
            assert_int_equal(again.reply.version, result.reply.version);
    }
}

static void expect_acknowledged_kept(void)
{
    const struct journal *journal = round_journal(fixture.round);
    for (size_t i = 0; i < acknowledged_count; i++) {
        const struct entry *entry = &acknowledged[i];
        assert_true(entry->version <= (int64_t)journal->count);
        const struct event *event = &journal->events[entry->version - 1];
        assert_string_equal(strchr(event->request, ':') + 1, entry->command.request);
        if (event->kind == EVENT_ACTION)
            assert_memory_equal(event->left, entry->left, sizeof entry->left);
    }
}

static void expect_nothing_twice(void)
{
    const struct journal *journal = round_journal(fixture.round);
    for (size_t i = 0; i < journal->count; i++)
        for (size_t j = i + 1; j < journal->count && *journal->events[i].request; j++)
            assert_string_not_equal(journal->events[i].request, journal->events[j].request);
}

/* Replaying the log gives the game, to the millisecond. */
static void expect_log_is_the_game(void)
{
    rk_game *game;
    rk_fault fault = {.text = ""};
    if (replay_game(round_info(fixture.round), round_journal(fixture.round), &game, &fault))
        fail_msg("%s", fault.text);
    char here[RK_FEN_MAX], there[RK_FEN_MAX];
    rk_fen_write(rk_game_position(game), RK_FEN_PLAIN, there);
    rk_fen_write(rk_game_position(round_game(fixture.round)), RK_FEN_PLAIN, here);
    assert_string_equal(here, there);
    assert_int_equal(rk_game_status(game), rk_game_status(round_game(fixture.round)));
    rk_game_destroy(game);
}

static int64_t time_given(rk_side side)
{
    int64_t sum = 0;
    const struct journal *journal = round_journal(fixture.round);
    for (size_t i = 0; i < journal->count; i++)
        if (journal->events[i].kind == EVENT_ACTION && journal->events[i].action.by == side &&
            journal->events[i].action.kind == RK_ACT_ADD_TIME)
            sum += journal->events[i].action.milliseconds;
    return sum;
}

static void expect_nobody_overcharged(void)
{
    for (rk_side side = RK_WHITE; side <= RK_BLACK; side++)
        assert_true(round_clock_left(fixture.round, side) >=
                    30 * MINUTE + time_given(side) - thinking_time[side]);
}

/* A watcher from the start, one who joins now, and one who was away for a while. */
static void expect_watchers_agree(void)
{
    struct fake_watcher whole, part;
    const int64_t version = round_version(fixture.round);
    const int64_t since = version ? (int64_t)random_below((unsigned)version) : 0;
    fake_watcher_join(&whole, &fixture, RK_NO_SIDE, VIEW_WIRE, 0);
    fake_watcher_join(&part, &fixture, RK_NO_SIDE, VIEW_WIRE, since);
    const char *all = buffer_cstr(&whole.text), *end = buffer_cstr(&part.text);
    assert_true(whole.text.size >= part.text.size);
    assert_string_equal(all + (whole.text.size - part.text.size), end);
    fake_watcher_leave(&whole, false);
    fake_watcher_leave(&part, false);
}

static void play_random_game(uint64_t seed)
{
    prng = (struct prng){seed};
    start_game();
    for (int step = 0; step < STEPS && !round_is_over(fixture.round); step++) {
        const int64_t pause = random_below(2000);
        const rk_side mover = turn();
        harness_wait(&fixture.harness, pause);
        thinking_time[mover] += pause;
        if (round_is_over(fixture.round))
            break;
        if (random_below(60) == 0)
            fixture_restart(&fixture, random_below(1000) * SECOND);
        send_random_command();
        if (!fixture.round)
            return; // the last write ended it
        expect_acknowledged_kept();
    }
    expect_nothing_twice();
    expect_log_is_the_game();
    expect_nobody_overcharged();
    expect_watchers_agree();
}

static void no_fault_breaks_a_guarantee(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        fixture_open(&fixture);
        play_random_game(seed);
        fixture_close(&fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_fault_breaks_a_guarantee),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
