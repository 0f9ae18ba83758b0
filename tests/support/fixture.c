/* SPDX-License-Identifier: MIT */
#include "support/fixture.h"

#include <stdio.h>
#include <string.h>

#include "record/game_status.h"
#include "rounds/round_clock.h"
#include "rounds/round_watch.h"

// ---- start and end ---------------------------------------------------------------------------

static void join_players(struct fixture *fixture)
{
    fake_listener_join(&fixture->listeners[RK_WHITE], &fixture->harness, "anna");
    fake_listener_join(&fixture->listeners[RK_BLACK], &fixture->harness, "bob");
}

void fixture_open(struct fixture *fixture)
{
    *fixture = (struct fixture){.white = identity_named("Anna", ROLE_PLAYER),
                                .black = identity_named("Bob", ROLE_PLAYER),
                                .stranger = identity_named("Carl", ROLE_PLAYER)};
    harness_open(&fixture->harness);
    join_players(fixture);
}

void fixture_close(struct fixture *fixture)
{
    harness_close(&fixture->harness);
}

int fixture_set_up(void **fixture)
{
    fixture_open(*fixture);
    return 0;
}

int fixture_tear_down(void **fixture)
{
    fixture_close(*fixture);
    return 0;
}

static void restart_with(struct fixture *fixture, int64_t down_ms,
                         void (*start)(struct harness *harness, int64_t down_ms))
{
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(fixture->round)->id, sizeof id);
    start(&fixture->harness, down_ms);
    fixture->round = rounds_find(fixture->harness.server, id);
    join_players(fixture);
}

void fixture_crash(struct fixture *fixture, int64_t down_ms)
{
    restart_with(fixture, down_ms, harness_crash);
}

void fixture_lose_power(struct fixture *fixture, int64_t down_ms)
{
    restart_with(fixture, down_ms, harness_lose_power);
}

void fixture_restart(struct fixture *fixture, int64_t down_ms)
{
    restart_with(fixture, down_ms, harness_restart);
}

// ---- games -----------------------------------------------------------------------------------

void fixture_start_with(struct fixture *fixture, const struct game_settings *settings,
                        enum game_source source)
{
    struct game_info info = {
        .players = {fixture->white, fixture->black}, .settings = *settings, .source = source};
    server_make_id(fixture->harness.server, info.id);
    fixture->round = harness_start_game(&fixture->harness, &info);
}

void fixture_start(struct fixture *fixture, const char *clock)
{
    const struct game_settings settings = settings_for(clock);
    fixture_start_with(fixture, &settings, SOURCE_FRIEND);
}

void fixture_start_from(struct fixture *fixture, const char *clock, const char *fen)
{
    struct game_settings settings = settings_for(clock);
    settings.from_position = true;
    settings.start = position(fen);
    fixture_start_with(fixture, &settings, SOURCE_FRIEND);
}

// ---- commands --------------------------------------------------------------------------------

struct command fixture_command(const struct fixture *fixture, rk_side side, enum verb verb)
{
    const struct identity *who[] = {&fixture->white, &fixture->black, &fixture->stranger};
    return (struct command){.verb = verb, .by = *who[side], .version = -1};
}

void fixture_send(struct fixture *fixture, const struct command *command,
                  struct recorded_reply *out)
{
    *out = (struct recorded_reply){.count = 0};
    round_command(fixture->round, command, record_reply, out);
}

struct recorded_reply fixture_run(struct fixture *fixture, const struct command *command)
{
    return harness_command(&fixture->harness, fixture->round, command);
}

struct recorded_reply fixture_do(struct fixture *fixture, rk_side side, enum verb verb)
{
    const struct command command = fixture_command(fixture, side, verb);
    return fixture_run(fixture, &command);
}

static struct command move_command(const struct fixture *fixture, const char *move)
{
    const rk_side side = rk_position_turn(rk_game_position(round_game(fixture->round)));
    struct command command = fixture_command(fixture, side, VERB_MOVE);
    snprintf(command.move, sizeof command.move, "%s", move);
    return command;
}

struct recorded_reply fixture_move(struct fixture *fixture, const char *move)
{
    const struct command command = move_command(fixture, move);
    return fixture_run(fixture, &command);
}

struct recorded_reply fixture_chat(struct fixture *fixture, rk_side side, enum chat_room room,
                                   const char *text)
{
    struct command command = fixture_command(fixture, side, VERB_CHAT);
    command.room = room;
    snprintf(command.text, sizeof command.text, "%s", text);
    return fixture_run(fixture, &command);
}

void fixture_play(struct fixture *fixture, const char *moves, int64_t ms)
{
    while (*moves) {
        char move[12] = "";
        const size_t size = strcspn(moves, " ");
        assert_true(size < sizeof move);
        memcpy(move, moves, size);
        moves += size + strspn(moves + size, " ");
        harness_wait(&fixture->harness, ms);
        const struct recorded_reply result = fixture_move(fixture, move);
        if (result.reply.refusal)
            fail_msg("%s: %s", move, result.why);
    }
}

// ---- expectations -----------------------------------------------------------------------------

void expect_end(const struct fixture *fixture, const char *status, rk_winner winner,
                const char *substring)
{
    char reason[200];
    const rk_game *game = round_game(fixture->round);
    game_result_sentence(game, reason, sizeof reason);
    assert_true(round_is_over(fixture->round));
    assert_string_equal(game_status_key(game), status);
    assert_int_equal(rk_game_winner(game), winner);
    if (!strstr(reason, substring))
        fail_msg("the reason is: %s", reason);
}

void expect_running(const struct fixture *fixture)
{
    assert_false(round_is_over(fixture->round));
}

void expect_left(const struct fixture *fixture, int64_t white_ms, int64_t black_ms)
{
    assert_int_equal(round_clock_left(fixture->round, RK_WHITE), white_ms);
    assert_int_equal(round_clock_left(fixture->round, RK_BLACK), black_ms);
}

const struct event *last_event(const struct fixture *fixture)
{
    const struct journal *journal = round_journal(fixture->round);
    assert_true(journal->count > 0);
    return &journal->events[journal->count - 1];
}

// ---- watching --------------------------------------------------------------------------------

static void record_frame(struct watcher *watcher, struct shared_buffer *frame)
{
    struct fake_watcher *fake = LIST_OWNER(watcher, struct fake_watcher, watcher);
    fake->frames++;
    buffer_add(&fake->text, frame->bytes, frame->size);
    if (watcher->view == VIEW_WIRE)
        buffer_put(&fake->text, '\n');
    if (fake->leaves)
        round_unwatch(watcher, false);
}

static void record_end(struct watcher *watcher)
{
    struct fake_watcher *fake = LIST_OWNER(watcher, struct fake_watcher, watcher);
    assert_false(fake->over);
    fake->over = true;
}

void fake_watcher_join(struct fake_watcher *fake, struct fixture *fixture, rk_side side,
                       enum watcher_view view, int64_t since)
{
    *fake = (struct fake_watcher){
        .watcher = {.side = side, .view = view, .send = record_frame, .over = record_end}};
    round_watch(fixture->round, &fake->watcher, since);
}

void fake_watcher_preview(struct fake_watcher *fake, struct fixture *fixture)
{
    *fake = (struct fake_watcher){.watcher = {.side = RK_NO_SIDE,
                                              .view = VIEW_WIRE,
                                              .is_preview = true,
                                              .send = record_frame,
                                              .over = record_end}};
    round_watch(fixture->round, &fake->watcher, -1);
}

void fake_watcher_leave(struct fake_watcher *fake, bool on_purpose)
{
    round_unwatch(&fake->watcher, on_purpose);
    buffer_fini(&fake->text);
}

void fake_watcher_clear(struct fake_watcher *fake)
{
    buffer_clear(&fake->text);
    fake->frames = 0;
}

bool fake_watcher_saw(struct fake_watcher *fake, const char *substring)
{
    return strstr(buffer_cstr(&fake->text), substring) != NULL;
}

size_t fake_watcher_count(struct fake_watcher *fake, const char *substring)
{
    size_t count = 0;
    for (const char *at = buffer_cstr(&fake->text); (at = strstr(at, substring)); at++)
        count++;
    return count;
}
