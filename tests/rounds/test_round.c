/* SPDX-License-Identifier: MIT */
/* Commands to a game: each is written, then acknowledged, then sent to watchers; once, and in
 * order, whatever the store does. */
#include <stdio.h>
#include <string.h>

#include "cluster/shards.h"
#include "rounds/game_listener.h"
#include "rounds/round_clock.h"
#include "rounds/spectators.h"
#include "running/game_counts.h"
#include "support/fixture.h"

static struct fixture fixture;

static struct command move_with_id(rk_side side, const char *move, const char *id, int64_t version)
{
    struct command command = fixture_command(&fixture, side, VERB_MOVE);
    snprintf(command.move, sizeof command.move, "%s", move);
    snprintf(command.request, sizeof command.request, "%s", id);
    command.version = version;
    return command;
}

static void expect_notices(int side, size_t starts, size_t finishes)
{
    const struct fake_listener *listener = &fixture.listeners[side];
    assert_int_equal(fake_listener_count(listener, NOTICE_GAME_START, NULL), starts);
    assert_int_equal(fake_listener_count(listener, NOTICE_GAME_FINISH, NULL), finishes);
    assert_int_equal(listener->count, starts + finishes);
}

// ---- durable, then acknowledged --------------------------------------------------------------

static void both_players_are_notified_of_start_and_end(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    for (int side = 0; side < 2; side++)
        expect_notices(side, 1, 0);
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_RESIGN));
    for (int side = 0; side < 2; side++)
        expect_notices(side, 1, 1);
}

static void nobody_sees_a_move_before_it_is_on_disk(void **state)
{
    (void)state;
    struct fake_watcher black, crowd, late;
    struct recorded_reply result;
    fixture_start(&fixture, "5+3");
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, -1);
    fake_watcher_join(&crowd, &fixture, RK_NO_SIDE, VIEW_WIRE, -1);
    fake_watcher_clear(&black);
    fake_watcher_clear(&crowd);
    const struct command command = move_with_id(RK_WHITE, "e2e4", "a", 0);
    fixture_send(&fixture, &command, &result);

    fake_watcher_join(&late, &fixture, RK_NO_SIDE, VIEW_WIRE,
                      -1); // a snapshot does not show it yet
    assert_int_equal(result.count, 0);
    assert_int_equal(round_version(fixture.round), 0);
    assert_int_equal(round_plies(fixture.round), 0);
    assert_false(fake_watcher_saw(&black, "e2e4"));
    assert_false(fake_watcher_saw(&late, "e2e4"));
    while (spectators_send_slice(fixture.harness.server))
        ;
    assert_false(fake_watcher_saw(&crowd, "e2e4"));

    harness_settle(&fixture.harness);
    expect_done(result);
    assert_int_equal(result.reply.version, 1);
    assert_int_equal(fake_watcher_count(&black, "\"move\":\"e2e4\""), 1);
    assert_int_equal(fake_watcher_count(&crowd, "\"move\":\"e2e4\""), 1);
    assert_int_equal(fake_watcher_count(&late, "\"move\":\"e2e4\""), 1);
    fake_watcher_leave(&black, false);
    fake_watcher_leave(&crowd, false);
    fake_watcher_leave(&late, false);
}

static void a_reply_has_the_new_version_and_the_clocks(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 10 * SECOND);
    const struct recorded_reply result = fixture_move(&fixture, "Nf3");
    expect_done(result);
    assert_int_equal(result.reply.version, 3);
    assert_int_equal(result.reply.left[RK_WHITE], 293 * SECOND);
    assert_int_equal(result.reply.left[RK_BLACK], 300 * SECOND);
}

// ---- repeated commands -----------------------------------------------------------------------

static void a_repeated_command_gets_its_first_reply(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    const struct command command = move_with_id(RK_WHITE, "g1f3", "first", 2);
    harness_wait(&fixture.harness, 10 * SECOND);
    const struct recorded_reply first = fixture_run(&fixture, &command);
    fixture_play(&fixture, "Nc6 Bb5", 5 * SECOND);
    const struct recorded_reply again = fixture_run(&fixture, &command);
    expect_done(again);
    assert_int_equal(again.reply.version, first.reply.version);
    assert_int_equal(again.reply.left[RK_WHITE], first.reply.left[RK_WHITE]);
    assert_int_equal(again.reply.left[RK_BLACK], first.reply.left[RK_BLACK]);
    assert_int_equal(round_plies(fixture.round), 5);
}

static void a_command_repeated_during_the_write_is_done_once(void **state)
{
    (void)state;
    struct recorded_reply first, again;
    fixture_start(&fixture, "5+3");
    const struct command command = move_with_id(RK_WHITE, "e2e4", "first", 0);
    fixture_send(&fixture, &command, &first);
    fixture_send(&fixture, &command, &again);
    assert_int_equal(first.count + again.count, 0);
    harness_settle(&fixture.harness);
    expect_done(first);
    expect_done(again);
    assert_int_equal(first.reply.version, 1);
    assert_int_equal(again.reply.version, 1);
    assert_int_equal(round_version(fixture.round), 1);
}

static void command_ids_of_different_players_do_not_clash(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    const struct command white = move_with_id(RK_WHITE, "e2e4", "1", 0);
    const struct command black = move_with_id(RK_BLACK, "e7e5", "1", 1);
    expect_done(fixture_run(&fixture, &white));
    expect_done(fixture_run(&fixture, &black));
    assert_int_equal(round_plies(fixture.round), 2);
}

static void a_repeated_command_is_recognised_after_a_restart_and_after_the_end(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    const struct command move = move_with_id(RK_WHITE, "g1f3", "mine", 2);
    const struct recorded_reply first = fixture_run(&fixture, &move);
    fixture_crash(&fixture, 5 * SECOND);
    const struct recorded_reply again = fixture_run(&fixture, &move);
    expect_done(again);
    assert_int_equal(again.reply.version, first.reply.version);
    struct command resign = fixture_command(&fixture, RK_BLACK, VERB_RESIGN);
    strcpy(resign.request, "bye");
    const struct recorded_reply over = fixture_run(&fixture, &resign);
    expect_done(over);
    const struct recorded_reply still = fixture_run(&fixture, &resign);
    expect_done(still);
    assert_int_equal(still.reply.version, over.reply.version);
}

static void a_move_with_its_consequences_gets_one_reply(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", SECOND);
    const struct command command = move_with_id(RK_BLACK, "f6g8", "third", 7);
    const struct recorded_reply first = fixture_run(&fixture, &command);
    expect_done(first);
    assert_int_equal(first.reply.version, 9); // the move, and the claim
    const struct recorded_reply again = fixture_run(&fixture, &command);
    expect_done(again);
    assert_int_equal(again.reply.version, 9);
    expect_end(&fixture, "draw", RK_NOBODY_WINS, "threefold");
}

// ---- stale commands --------------------------------------------------------------------------

static void a_move_for_an_older_position_is_stale(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5 Nf3", SECOND);
    const struct command command = move_with_id(RK_BLACK, "b8c6", "x", 2);
    const struct recorded_reply result = fixture_run(&fixture, &command);
    expect_refused(result, REFUSED_STALE, "has changed");
    assert_int_equal(result.reply.version, 3);
    assert_int_equal(round_version(fixture.round), 3);
}

static void chat_does_not_make_a_move_stale(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "Good luck!"));
    const struct command command = move_with_id(RK_WHITE, "g1f3", "x", 2);
    expect_done(fixture_run(&fixture, &command));
}

static void draw_answers_are_stale_after_any_action_and_resigning_never(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    expect_done(fixture_do(&fixture, RK_WHITE, VERB_OFFER_DRAW));
    struct command accept = fixture_command(&fixture, RK_BLACK, VERB_ACCEPT_DRAW);
    accept.version = 2;
    expect_refused(fixture_run(&fixture, &accept), REFUSED_STALE, "");
    accept.version = 3;
    struct command resign = fixture_command(&fixture, RK_BLACK, VERB_RESIGN);
    resign.version = 0;
    expect_done(fixture_run(&fixture, &resign));
}

static void a_future_version_is_stale(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    const struct command command = move_with_id(RK_WHITE, "e2e4", "x", 17);
    expect_refused(fixture_run(&fixture, &command), REFUSED_STALE, "not reached this version");
}

// ---- refused commands ------------------------------------------------------------------------

static void a_player_cannot_move_for_the_opponent(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    for (int verb = 0; verb < VERB_COUNT; verb++) {
        struct command command = fixture_command(&fixture, RK_NO_SIDE, (enum verb)verb);
        strcpy(command.move, "e2e4");
        if (verb != VERB_CHAT)
            expect_refused(fixture_run(&fixture, &command), REFUSED_FORBIDDEN, "not your game");
    }
    struct command command = fixture_command(&fixture, RK_BLACK, VERB_MOVE);
    strcpy(command.move, "e2e4");
    expect_refused(fixture_run(&fixture, &command), REFUSED_TURN, "not your turn");
    struct command nobody = fixture_command(&fixture, RK_NO_SIDE, VERB_MOVE);
    nobody.by = (struct identity){.id = ""};
    expect_refused(fixture_run(&fixture, &nobody), REFUSED_FORBIDDEN, "");
    assert_int_equal(round_version(fixture.round), 0);
}

static void a_refused_command_changes_nothing_and_says_why(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    const size_t written = fixture.harness.store.write_jobs;
    expect_refused(fixture_move(&fixture, "e2e5"), REFUSED_ILLEGAL, "pawn");
    expect_refused(fixture_move(&fixture, "Ke9"), REFUSED_SYNTAX, "");
    expect_refused(fixture_move(&fixture, ""), REFUSED_SYNTAX, "");
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_ACCEPT_DRAW), REFUSED_NOT_NOW,
                   "no draw offer");
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_DECLINE_DRAW), REFUSED_NOT_NOW, "");
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_WITHDRAW_DRAW), REFUSED_NOT_NOW, "");
    assert_int_equal(round_version(fixture.round), 0);
    assert_int_equal(fixture.harness.store.write_jobs, written);
    expect_done(fixture_move(&fixture, "e4"));
}

static void a_promotion_without_a_letter_means_a_queen(void **state)
{
    (void)state;
    fixture_start_from(&fixture, "5+3", "8/P6k/8/8/8/8/p6K/8 w - - 0 1");
    expect_done(fixture_move(&fixture, "a7a8"));
    assert_int_equal(rk_move_promotion(last_event(&fixture)->action.move), RK_QUEEN);
    expect_done(fixture_move(&fixture, "a2a1n"));
    assert_int_equal(rk_move_promotion(last_event(&fixture)->action.move), RK_KNIGHT);
}

static void both_notations_of_castling_are_accepted(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5 Nf3 Nf6 Be2 Be7 e1g1 e8h8", SECOND);
    assert_int_equal(round_plies(fixture.round), 8);
}

static void a_finished_game_accepts_only_chat(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "f3 e5 g4 Qh4", SECOND);
    expect_end(&fixture, "mate", RK_BLACK_WINS, "Black wins by checkmate");
    expect_refused(fixture_move(&fixture, "a3"), REFUSED_OVER, "checkmate");
    expect_refused(fixture_do(&fixture, RK_WHITE, VERB_RESIGN), REFUSED_OVER, "");
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Good game"));
    assert_int_equal(round_version(fixture.round), 5);
}

static void a_command_id_that_is_too_long_is_refused(void **state)
{
    (void)state;
    fixture_start(&fixture, "5+3");
    const struct command command =
        move_with_id(RK_WHITE, "e2e4", "123456789012345678901234567890123", 0);
    expect_refused(fixture_run(&fixture, &command), REFUSED_SYNTAX, "32 characters");
}

// ---- the command queue -----------------------------------------------------------------------

static void queued_commands_keep_their_order_and_time(void **state)
{
    (void)state;
    struct recorded_reply first, second;
    fixture_start(&fixture, "5+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    const struct command white = move_with_id(RK_WHITE, "g1f3", "", -1);
    const struct command black = move_with_id(RK_BLACK, "b8c6", "", -1);
    harness_skip(&fixture.harness, 10 * SECOND);
    fixture_send(&fixture, &white, &first);
    harness_skip(&fixture.harness, 2 * SECOND);
    fixture_send(&fixture, &black, &second);
    harness_skip(&fixture.harness, 5 * SECOND); // a slow disk
    harness_settle(&fixture.harness);
    expect_done(first);
    expect_done(second);
    expect_left(&fixture, 290 * SECOND, 300 * SECOND); // Black moved before Black's clock started
    assert_int_equal(round_journal(fixture.round)->events[3].at,
                     fixture.harness.server->now - 5 * SECOND);
}

static void a_full_command_queue_refuses_as_busy(void **state)
{
    (void)state;
    static struct recorded_reply outcomes[40];
    fixture_start(&fixture, "5+3");
    const struct command command = move_with_id(RK_WHITE, "e2e4", "", -1);
    unsigned busy = 0;
    for (size_t i = 0; i < 40; i++)
        fixture_send(&fixture, &command, &outcomes[i]);
    for (size_t i = 0; i < 40; i++)
        busy += outcomes[i].count && outcomes[i].reply.refusal == REFUSED_BUSY;
    assert_int_equal(busy, 7); // one is being written, 32 wait
    harness_settle(&fixture.harness);
    for (size_t i = 0; i < 40; i++)
        assert_int_equal(outcomes[i].count, 1);
    assert_int_equal(round_plies(fixture.round), 1);
}

static void games_do_not_wait_for_each_other(void **state)
{
    (void)state;
    struct recorded_reply first, second;
    fixture_start(&fixture, "5+3");
    struct round *one = fixture.round;
    fixture_start(&fixture, "5+3");
    const struct command command = move_with_id(RK_WHITE, "e2e4", "", -1);
    fixture_send(&fixture, &command, &first);
    fixture.round = one;
    fixture_send(&fixture, &command, &second);
    harness_settle(&fixture.harness);
    expect_done(first);
    expect_done(second);
}

// ---- a failing store -------------------------------------------------------------------------

static void a_command_that_could_not_be_written_is_not_done(void **state)
{
    (void)state;
    struct fake_watcher black;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, 2);
    fixture.harness.store.writes_fail = true;
    const struct command command = move_with_id(RK_WHITE, "g1f3", "try", 2);
    expect_refused(fixture_run(&fixture, &command), REFUSED_STORE, "not saved");
    assert_int_equal(round_version(fixture.round), 2);
    assert_int_equal(round_plies(fixture.round), 2);
    assert_false(fake_watcher_saw(&black, "g1f3"));
    fixture.harness.store.writes_fail = false;
    expect_done(fixture_run(&fixture, &command));
    assert_int_equal(fake_watcher_count(&black, "\"move\":\"g1f3\""), 1);
    fake_watcher_leave(&black, false);
}

static void time_while_the_store_fails_is_charged_to_nobody(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 10 * SECOND);
    fixture.harness.store.writes_fail = true;
    expect_refused(fixture_move(&fixture, "Nf3"), REFUSED_STORE, "");
    harness_wait(&fixture.harness, 5 * MINUTE); // longer than the time on the clock
    expect_running(&fixture);
    expect_left(&fixture, 50 * SECOND, 60 * SECOND);
    fixture.harness.store.writes_fail = false;
    expect_done(fixture_move(&fixture, "Nf3"));
    expect_left(&fixture, 50 * SECOND, 60 * SECOND);
}

static void a_move_is_looked_up_if_its_commit_got_no_answer(void **state)
{
    (void)state;
    for (int lands = 0; lands < 2; lands++) {
        struct fake_watcher black;
        fixture_start(&fixture, "5+3");
        fixture_play(&fixture, "e4 e5", SECOND);
        fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, 2);
        fixture.harness.store.unknown_writes = 1;
        fixture.harness.store.unknown_land = lands;
        const struct command command = move_with_id(RK_WHITE, "g1f3", "try", 2);
        if (lands)
            expect_done(fixture_run(&fixture, &command));
        else
            expect_refused(fixture_run(&fixture, &command), REFUSED_STORE, "not saved");
        assert_int_equal(round_version(fixture.round), lands ? 3 : 2);
        expect_done(fixture_run(&fixture, &command)); // the same command again
        assert_int_equal(round_version(fixture.round), 3);
        assert_int_equal(fake_watcher_count(&black, "\"move\":\"g1f3\""), 1);
        fake_watcher_leave(&black, false);
    }
}

static void time_until_a_lost_connection_is_back_is_charged_to_nobody(void **state)
{
    (void)state;
    for (int lands = 0; lands < 2; lands++) {
        struct recorded_reply result;
        fixture_start(&fixture, "1+0");
        fixture_play(&fixture, "e4 e5", SECOND);
        harness_wait(&fixture.harness, 10 * SECOND);
        fixture.harness.store.unknown_writes = 1;
        fixture.harness.store.unknown_land = lands;
        const struct command command = move_with_id(RK_WHITE, "g1f3", "", -1);
        fixture_send(&fixture, &command, &result);
        harness_skip(&fixture.harness, 5 * MINUTE); // longer than the time on the clock
        harness_settle(&fixture.harness);
        expect_running(&fixture);
        expect_left(&fixture, 50 * SECOND, 60 * SECOND);
    }
}

/* Counts the moves that modules such as TV are told of. */
struct move_counter {
    struct game_listener listener;
    unsigned moves;
};

static void count_move(struct game_listener *listener, struct round *round)
{
    (void)round;
    LIST_OWNER(listener, struct move_counter, listener)->moves++;
}

static void a_move_whose_commit_got_no_answer_but_landed_counts_as_played(void **state)
{
    (void)state;
    struct move_counter counter = {.listener.moved = count_move};
    game_listen(fixture.harness.server, &counter.listener);
    fixture_start(&fixture, "5+3"); // 25 s for the first move
    harness_wait(&fixture.harness, 24 * SECOND);
    fixture.harness.store.unknown_writes = 1;
    fixture.harness.store.unknown_land = true;
    const struct command command = move_with_id(RK_WHITE, "e2e4", "try", 0);
    expect_done(fixture_run(&fixture, &command));
    assert_int_equal(counter.moves, 1);
    harness_wait(&fixture.harness, 20 * SECOND);
    expect_running(&fixture); // Black has 25 s, too
    list_remove(&counter.listener.node);
}

static void a_game_starts_if_its_commit_got_no_answer_but_landed(void **state)
{
    (void)state;
    fixture.harness.store.unknown_writes = 1;
    fixture.harness.store.unknown_land = true;
    fixture_start(&fixture, "5+3");
    expect_running(&fixture);
    expect_done(fixture_move(&fixture, "e4"));
}

static void the_clock_runs_again_as_soon_as_the_store_works(void **state)
{
    (void)state;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    fixture.harness.store.writes_fail = true;
    expect_refused(fixture_move(&fixture, "Nf3"), REFUSED_STORE, "");
    harness_wait(&fixture.harness, 30 * SECOND);
    expect_left(&fixture, 60 * SECOND, 60 * SECOND);
    fixture.harness.store.writes_fail = false; // the next heartbeat succeeds within a second
    harness_wait(&fixture.harness, 21 * SECOND);
    assert_in_range(round_clock_left(fixture.round, RK_WHITE), 39 * SECOND, 40 * SECOND);
    harness_wait(&fixture.harness, 40 * SECOND);
    expect_end(&fixture, "outoftime", RK_BLACK_WINS, "White's time ran out");
}

static void time_for_a_slow_disk_is_charged_to_nobody(void **state)
{
    (void)state;
    struct recorded_reply result;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    harness_wait(&fixture.harness, 10 * SECOND);
    const struct command white = move_with_id(RK_WHITE, "g1f3", "", -1);
    fixture_send(&fixture, &white, &result);
    harness_skip(&fixture.harness, 20 * SECOND);
    harness_settle(&fixture.harness);
    expect_done(result);
    expect_left(&fixture, 50 * SECOND, 60 * SECOND); // the mover's clock stopped when the move came
    harness_wait(&fixture.harness, 7 * SECOND);      // the opponent's started when it was sent
    expect_left(&fixture, 50 * SECOND, 53 * SECOND);
    expect_done(fixture_move(&fixture, "Nc6"));
    expect_left(&fixture, 50 * SECOND, 53 * SECOND);
}

static void a_little_uncharged_time_is_logged_with_the_next_move(void **state)
{
    (void)state;
    struct recorded_reply result;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    const struct command white = move_with_id(RK_WHITE, "g1f3", "", -1);
    fixture_send(&fixture, &white, &result);
    harness_skip(&fixture.harness, 40);
    harness_settle(&fixture.harness);
    expect_done(result);
    harness_wait(&fixture.harness, 7 * SECOND);
    expect_done(fixture_move(&fixture, "Nc6"));
    assert_int_equal(last_event(&fixture)->action.lag, 40);
    assert_int_equal(round_version(fixture.round), 4);
    expect_left(&fixture, 60 * SECOND, 53 * SECOND);
}

static void much_uncharged_time_is_logged_as_a_pause(void **state)
{
    (void)state;
    struct recorded_reply result;
    fixture_start(&fixture, "1+0");
    fixture_play(&fixture, "e4 e5", SECOND);
    const struct command white = move_with_id(RK_WHITE, "g1f3", "", -1);
    fixture_send(&fixture, &white, &result);
    harness_skip(&fixture.harness, 20 * SECOND);
    harness_settle(&fixture.harness);
    expect_done(result);
    assert_int_equal(round_version(fixture.round), 5);
    assert_int_equal(last_event(&fixture)->action.kind, RK_ACT_RESUME);
    harness_wait(&fixture.harness, 7 * SECOND);
    fixture_lose_power(&fixture, HOUR);
    assert_in_range(round_clock_left(fixture.round, RK_BLACK), 53 * SECOND, 54 * SECOND);
}

static void a_log_with_unexpected_entries_is_read_again(void **state)
{
    (void)state;
    struct fake_watcher black;
    fixture_start(&fixture, "5+3");
    fixture_play(&fixture, "e4 e5", SECOND);
    fake_watcher_join(&black, &fixture, RK_BLACK, VIEW_WIRE, 2);
    // The same entry, written by another server as the next version.
    struct event event = {
        .kind = EVENT_CHAT, .at = fixture.harness.server->now, .name = "Anna", .text = "Hi"};
    struct buffer bytes = {0};
    event_encode(&event, &bytes);
    const unsigned shard = shard_of_game(round_info(fixture.round)->id);
    struct store_job *job = store_job_create();
    store_call(job, STORE_APPEND_EVENT);
    store_bind_text(job, round_info(fixture.round)->id);
    store_bind_integer(job, 0);
    store_bind_integer(job, 3);
    store_bind_bytes(job, bytes.bytes, bytes.size);
    store_bind_integer(job, shard);
    store_bind_integer(job, shards_epoch(fixture.harness.server, shard));
    store_write(fixture.harness.server->store, job, NULL, NULL);
    harness_settle(&fixture.harness);
    buffer_fini(&bytes);

    const struct recorded_reply result = fixture_move(&fixture, "Nf3");
    expect_refused(result, REFUSED_STALE, "");
    assert_int_equal(result.reply.version, 3);
    assert_true(fake_watcher_saw(&black, "\"text\":\"Hi\""));
    expect_done(fixture_move(&fixture, "Nf3"));
    assert_int_equal(round_version(fixture.round), 4);
    fake_watcher_leave(&black, false);
}

// ---- finding and listing games ---------------------------------------------------------------

static void keep_round(void *context, struct round *round, const char *why)
{
    (void)why;
    *(struct round **)context = round;
}

static void a_finished_game_can_be_reopened_with_its_chat(void **state)
{
    (void)state;
    char id[GAME_ID_SIZE + 1];
    struct round *round = NULL;
    fixture_start(&fixture, "5+3");
    strcpy(id, round_info(fixture.round)->id);
    fixture_play(&fixture, "f3 e5 g4 Qh4", SECOND);
    expect_done(fixture_chat(&fixture, RK_WHITE, ROOM_PLAYERS, "Good game"));
    harness_wait(&fixture.harness, 2 * MINUTE);
    assert_null(rounds_find(fixture.harness.server, id)); // it was dropped from memory
    rounds_open(fixture.harness.server, id, keep_round, &round);
    assert_null(round);
    harness_settle(&fixture.harness);
    assert_non_null(round);
    fixture.round = round;
    expect_end(&fixture, "mate", RK_BLACK_WINS, "checkmate");
    assert_int_equal(round_version(round), 5);
    assert_string_equal(last_event(&fixture)->text, "Good game");
    expect_done(fixture_chat(&fixture, RK_BLACK, ROOM_PLAYERS, "Thank you"));
    assert_int_equal(round_version(round), 6);
}

static void a_game_is_found_by_id_and_by_full_id(void **state)
{
    (void)state;
    char full[GAME_ID_SIZE + 5];
    struct round *round = fixture.round;
    fixture_start(&fixture, "5+3");
    const struct game_info *info = round_info(fixture.round);
    snprintf(full, sizeof full, "%s%s", info->id, info->keys[RK_BLACK]);
    assert_int_equal(strlen(full), 12);
    assert_string_not_equal(info->keys[RK_WHITE], info->keys[RK_BLACK]);
    assert_ptr_equal(rounds_find(fixture.harness.server, info->id), fixture.round);
    assert_ptr_equal(rounds_find(fixture.harness.server, full), fixture.round);
    assert_null(rounds_find(fixture.harness.server, "short"));
    assert_null(rounds_find(fixture.harness.server, "nobody00"));
    rounds_open(fixture.harness.server, "nobody00", keep_round, &round);
    harness_settle(&fixture.harness);
    assert_null(round);
}

static void ones_own_games_are_listed_most_urgent_first(void **state)
{
    (void)state;
    const struct round *rounds[4];
    fixture_start(&fixture, "10+0");
    struct round *slow = fixture.round;
    fixture_start(&fixture, "3+0");
    struct round *fast = fixture.round;
    fixture_start(&fixture, "5+0");
    expect_done(fixture_move(&fixture, "e4")); // not Anna's turn any more
    struct round *waiting = fixture.round;
    assert_int_equal(rounds_list(fixture.harness.server, "anna", rounds, 4), 3);
    assert_ptr_equal(rounds[0], fast);
    assert_ptr_equal(rounds[1], slow);
    assert_ptr_equal(rounds[2], waiting);
    assert_int_equal(rounds_list(fixture.harness.server, "anna", rounds, 1), 3);
    assert_ptr_equal(rounds[0], fast);
    assert_int_equal(rounds_list(fixture.harness.server, "carl", rounds, 4), 0);
}

static void the_running_games_of_a_player_are_counted(void **state)
{
    (void)state;
    size_t live;
    fixture_start(&fixture, "2 days");
    fixture_start(&fixture, "5+0");
    assert_int_equal(game_counts_of(fixture.harness.server, "anna", &live), 2);
    assert_int_equal(live, 1);
    fixture_play(&fixture, "e4 e5", 0);
    fixture_crash(&fixture, 0);
    assert_int_equal(game_counts_of(fixture.harness.server, "bob", &live), 2);
    expect_done(fixture_do(&fixture, RK_BLACK, VERB_RESIGN));
    assert_int_equal(game_counts_of(fixture.harness.server, "anna", &live), 1);
    assert_int_equal(live, 0);
    assert_int_equal(game_counts_of(fixture.harness.server, "bob", &live), 1);
    assert_int_equal(game_counts_of(fixture.harness.server, "carl", &live), 0);
}

static void only_its_players_see_a_private_game(void **state)
{
    (void)state;
    const struct round *rounds[4];
    struct game_settings settings = settings_for("5+3");
    settings.hidden = true;
    fixture_start_with(&fixture, &settings, SOURCE_FRIEND);
    assert_true(round_may_watch(fixture.round, "anna"));
    assert_true(round_may_watch(fixture.round, "bob"));
    assert_false(round_may_watch(fixture.round, "carl"));
    assert_false(round_may_watch(fixture.round, ""));
    assert_int_equal(rounds_list(fixture.harness.server, NULL, rounds, 4), 0);
    assert_int_equal(rounds_list(fixture.harness.server, "bob", rounds, 4), 1);
    expect_refused(fixture_chat(&fixture, RK_NO_SIDE, ROOM_SPECTATORS, "Hello!"), REFUSED_FORBIDDEN,
                   "");
}

static void a_game_with_an_id_in_use_does_not_start(void **state)
{
    (void)state;
    struct round *round = (struct round *)&fixture;
    fixture_start(&fixture, "5+3");
    const struct game_info info = *round_info(fixture.round);
    rounds_start(fixture.harness.server, &info, keep_round, &round);
    harness_settle(&fixture.harness);
    assert_null(round);
    expect_done(fixture_move(&fixture, "e4"));
}

static void a_game_that_cannot_be_written_does_not_start(void **state)
{
    (void)state;
    const struct round *rounds[4];
    struct round *round = (struct round *)&fixture;
    struct game_info info = {.players = {fixture.white, fixture.black},
                             .settings = settings_for("5+3")};
    server_make_id(fixture.harness.server, info.id);
    fixture.harness.store.writes_fail = true;
    rounds_start(fixture.harness.server, &info, keep_round, &round);
    assert_int_equal(rounds_list(fixture.harness.server, "anna", rounds, 4), 0);
    harness_settle(&fixture.harness);
    assert_null(round);
    assert_null(rounds_find(fixture.harness.server, info.id));
    expect_notices(RK_WHITE, 0, 0);
}

int main(void)
{
#define TEST(function) FIXTURE_TEST(function, &fixture)
    const struct CMUnitTest tests[] = {
        TEST(both_players_are_notified_of_start_and_end),
        TEST(nobody_sees_a_move_before_it_is_on_disk),
        TEST(a_reply_has_the_new_version_and_the_clocks),
        TEST(a_repeated_command_gets_its_first_reply),
        TEST(a_command_repeated_during_the_write_is_done_once),
        TEST(command_ids_of_different_players_do_not_clash),
        TEST(a_repeated_command_is_recognised_after_a_restart_and_after_the_end),
        TEST(a_move_with_its_consequences_gets_one_reply),
        TEST(a_move_for_an_older_position_is_stale),
        TEST(chat_does_not_make_a_move_stale),
        TEST(draw_answers_are_stale_after_any_action_and_resigning_never),
        TEST(a_future_version_is_stale),
        TEST(a_player_cannot_move_for_the_opponent),
        TEST(a_refused_command_changes_nothing_and_says_why),
        TEST(a_promotion_without_a_letter_means_a_queen),
        TEST(both_notations_of_castling_are_accepted),
        TEST(a_finished_game_accepts_only_chat),
        TEST(a_command_id_that_is_too_long_is_refused),
        TEST(queued_commands_keep_their_order_and_time),
        TEST(a_full_command_queue_refuses_as_busy),
        TEST(games_do_not_wait_for_each_other),
        TEST(a_command_that_could_not_be_written_is_not_done),
        TEST(time_while_the_store_fails_is_charged_to_nobody),
        TEST(a_move_is_looked_up_if_its_commit_got_no_answer),
        TEST(time_until_a_lost_connection_is_back_is_charged_to_nobody),
        TEST(a_move_whose_commit_got_no_answer_but_landed_counts_as_played),
        TEST(a_game_starts_if_its_commit_got_no_answer_but_landed),
        TEST(the_clock_runs_again_as_soon_as_the_store_works),
        TEST(time_for_a_slow_disk_is_charged_to_nobody),
        TEST(a_little_uncharged_time_is_logged_with_the_next_move),
        TEST(much_uncharged_time_is_logged_as_a_pause),
        TEST(a_log_with_unexpected_entries_is_read_again),
        TEST(a_finished_game_can_be_reopened_with_its_chat),
        TEST(a_game_is_found_by_id_and_by_full_id),
        TEST(ones_own_games_are_listed_most_urgent_first),
        TEST(the_running_games_of_a_player_are_counted),
        TEST(only_its_players_see_a_private_game),
        TEST(a_game_with_an_id_in_use_does_not_start),
        TEST(a_game_that_cannot_be_written_does_not_start),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
