/* SPDX-License-Identifier: MIT */
#include "support/stage.h"

#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "store/job.h"

// ---- the store -------------------------------------------------------------------------------

static struct troubled_store *troubled(struct store *store)
{
    return (struct troubled_store *)store;
}

static void submit(struct store *store, struct store_job *taken, bool writes)
{
    taken->writes = writes;
    list_add(&troubled(store)->waiting, &taken->node);
}

static struct store_job *take_first(struct troubled_store *disk)
{
    struct store_job *job = LIST_OWNER(disk->waiting.next, struct store_job, node);
    list_remove(&job->node);
    return job;
}

static void answer_with(struct store_job *job, enum store_outcome outcome)
{
    job_complete(job, outcome);
    job_deliver(job);
}

static void poll(struct store *store)
{
    struct troubled_store *disk = troubled(store);
    while (!list_is_empty(&disk->waiting)) {
        struct store_job *job = take_first(disk);
        if (!job->writes && disk->unreadable) {
            answer_with(job, STORE_FAILED);
            continue;
        }
        if (job->writes && disk->outcome != STORE_DONE) {
            answer_with(job, disk->outcome);
            continue;
        }
        disk->written += job->writes;
        disk->inner->ops->submit(disk->inner, job, job->writes);
        store_poll(disk->inner);
    }
}

static void close_store(struct store *store)
{
    poll(store);
    store_close(troubled(store)->inner);
}

static const struct store_ops troubled_ops = {submit, poll, close_store};

static void open_disk(struct troubled_store *disk)
{
    char why[200] = "";
    const struct store_options options = {.url = "memory:", .inline_jobs = true};
    *disk = (struct troubled_store){.info = {&troubled_ops}};
    list_init(&disk->waiting);
    if (store_open(&options, &disk->inner, why, sizeof why))
        fail_msg("%s", why);
}

// ---- the server ------------------------------------------------------------------------------

static void draw(void *context, void *out, size_t size)
{
    struct stage *stage = context;
    struct chance chance = {stage->chance};
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)chance_word(&chance);
    stage->chance = chance.state;
}

static void hear(struct listener *listener, const struct notice *notice)
{
    struct ear *ear = LIST_OWNER(listener, struct ear, listener);
    const size_t size = strlen(ear->heard);
    const char *word = notice->kind == NOTICE_GAME_START    ? "start "
                       : notice->kind == NOTICE_GAME_FINISH ? "finish "
                                                            : "other ";
    snprintf(ear->heard + size, sizeof ear->heard - size, "%s", word);
}

static void join(struct stage *stage)
{
    const struct identity *players[] = {&stage->white, &stage->black};
    for (int side = 0; side < 2; side++) {
        stage->ears[side].listener.hear = hear;
        presence_join(&stage->server, players[side]->id, &stage->ears[side].listener);
    }
}

void stage_create(struct stage *stage)
{
    struct server *server = &stage->server;
    timers_init(&server->timers);
    server->stopping = false;
    assert_int_equal(limits_create(server), RK_OK);
    assert_int_equal(presence_create(server), RK_OK);
    assert_int_equal(rounds_create(server), RK_OK);
    join(stage);
    stage_settle(stage);
}

static void create_parts(struct stage *stage)
{
    stage_create(stage);
    assert_true(rounds_ready(&stage->server));
}

void stage_destroy(struct stage *stage)
{
    rounds_destroy(&stage->server);
    presence_destroy(&stage->server);
    limits_destroy(&stage->server);
    timers_fini(&stage->server.timers);
}

void stage_begin(struct stage *stage)
{
    *stage = (struct stage){.white = {"anna", "Anna", ROLE_PLAYER},
                            .black = {"bob", "Bob", ROLE_PLAYER},
                            .stranger = {"carl", "Carl", ROLE_PLAYER}};
    open_disk(&stage->disk);
    struct server *server = &stage->server;
    server->config = (struct server_config){.public_url = "",
                                            .guests = true,
                                            .first_move_ms = {15000, 20000, 25000, 30000, 35000},
                                            .restart_grace_ms = 10000,
                                            .draw_at_fifty = true,
                                            .plies_max = 600};
    server->env = (struct server_env){.context = stage, .random = draw};
    server->store = &stage->disk.info;
    server->now = 1700000000000;
    assert_int_equal(bus_open_local(&server->bus), RK_OK);
    create_parts(stage);
}

void stage_end(struct stage *stage)
{
    stage_destroy(stage);
    store_close(&stage->disk.info);
    bus_close(stage->server.bus);
}

int stage_set_up(void **stage)
{
    stage_begin(*stage);
    return 0;
}

int stage_take_down(void **stage)
{
    stage_end(*stage);
    return 0;
}

void stage_settle(struct stage *stage)
{
    for (int i = 0; i < 8; i++) {
        store_poll(stage->server.store);
        timers_run(&stage->server.timers, stage->server.now);
    }
}

void stage_wait(struct stage *stage, int64_t milliseconds)
{
    struct server *server = &stage->server;
    const int64_t until = server->now + milliseconds;
    stage_settle(stage);
    for (int64_t next; (next = timers_next(&server->timers)) <= until;) {
        server->now = next > server->now ? next : server->now;
        stage_settle(stage);
    }
    server->now = until;
    stage_settle(stage);
}

void stage_skip(struct stage *stage, int64_t milliseconds)
{
    stage->server.now += milliseconds;
}

static void begin_again(struct stage *stage, int64_t down)
{
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(stage->round)->id, sizeof id);
    stage_destroy(stage);
    stage->server.now += down;
    create_parts(stage);
    stage->round = round_find(&stage->server, id);
}

void stage_crash(struct stage *stage, bool lose_writes, int64_t down)
{
    struct list lost;
    list_init(&lost);
    while (lose_writes && !list_is_empty(&stage->disk.waiting))
        list_add(&lost, &take_first(&stage->disk)->node);
    char id[GAME_ID_SIZE + 1];
    memcpy(id, round_info(stage->round)->id, sizeof id);
    stage_destroy(stage);
    while (!list_is_empty(&lost)) {
        struct list *node = lost.next;
        list_remove(node);
        answer_with(LIST_OWNER(node, struct store_job, node), STORE_FAILED);
    }
    stage->server.now += down;
    create_parts(stage);
    stage->round = round_find(&stage->server, id);
}

void stage_restart(struct stage *stage, int64_t down)
{
    stage->server.stopping = true;
    rounds_stop(&stage->server);
    stage_settle(stage);
    assert_true(rounds_stopped(&stage->server));
    begin_again(stage, down);
}

// ---- games -----------------------------------------------------------------------------------

struct game_settings stage_terms(const char *clock)
{
    char why[200] = "";
    const char *where;
    struct game_settings settings;
    const struct game_settings_request wanted = {
        .clock = clock, .limit = -1, .increment = -1, .days = -1};
    if (!game_settings_make(&wanted, 7, &settings, why, sizeof why, &where))
        fail_msg("%s: %s", clock, why);
    return settings;
}

static void take_round(void *context, struct round *round, const char *why)
{
    struct stage *stage = context;
    if (!round)
        fail_msg("%s", why);
    stage->round = round;
}

void stage_game(struct stage *stage, const struct game_settings *settings, enum game_source source)
{
    struct game_info info = {
        .players = {stage->white, stage->black}, .settings = *settings, .source = source};
    server_make_id(&stage->server, info.id);
    stage->round = NULL;
    round_start(&stage->server, &info, take_round, stage);
    assert_null(stage->round); // not before it is on disk
    stage_settle(stage);
    assert_non_null(stage->round);
}

void stage_clock_game(struct stage *stage, const char *clock)
{
    const struct game_settings settings = stage_terms(clock);
    stage_game(stage, &settings, SOURCE_FRIEND);
}

void stage_position_game(struct stage *stage, const char *clock, const char *fen)
{
    struct game_settings settings = stage_terms(clock);
    settings.from_position = true;
    settings.start = position(fen);
    stage_game(stage, &settings, SOURCE_FRIEND);
}

// ---- commands --------------------------------------------------------------------------------

void note_outcome(void *context, const struct reply *reply)
{
    struct outcome *outcome = context;
    outcome->count++;
    outcome->reply = *reply;
    snprintf(outcome->why, sizeof outcome->why, "%s", reply->why ? reply->why : "");
}

struct command stage_command(const struct stage *stage, unsigned side, enum verb verb)
{
    const struct identity *who[] = {&stage->white, &stage->black, &stage->stranger};
    return (struct command){.verb = verb, .by = *who[side], .version = -1};
}

void stage_send(struct stage *stage, const struct command *command, struct outcome *out)
{
    *out = (struct outcome){.count = 0};
    round_command(stage->round, command, note_outcome, out);
}

struct outcome stage_ask(struct stage *stage, const struct command *command)
{
    struct outcome outcome;
    stage_send(stage, command, &outcome);
    stage_settle(stage);
    assert_int_equal(outcome.count, 1);
    return outcome;
}

struct outcome stage_do(struct stage *stage, unsigned side, enum verb verb)
{
    const struct command command = stage_command(stage, side, verb);
    return stage_ask(stage, &command);
}

static struct command move_command(const struct stage *stage, const char *text)
{
    const rk_side side = rk_position_turn(rk_game_position(round_game(stage->round)));
    struct command command = stage_command(stage, side, VERB_MOVE);
    snprintf(command.move, sizeof command.move, "%s", text);
    return command;
}

struct outcome stage_move(struct stage *stage, const char *text)
{
    const struct command command = move_command(stage, text);
    return stage_ask(stage, &command);
}

struct outcome stage_say(struct stage *stage, unsigned side, enum chat_room room, const char *text)
{
    struct command command = stage_command(stage, side, VERB_CHAT);
    command.room = room;
    snprintf(command.text, sizeof command.text, "%s", text);
    return stage_ask(stage, &command);
}

void stage_play(struct stage *stage, const char *texts, int64_t each)
{
    while (*texts) {
        char text[12] = "";
        const size_t size = strcspn(texts, " ");
        assert_true(size < sizeof text);
        memcpy(text, texts, size);
        texts += size + strspn(texts + size, " ");
        stage_wait(stage, each);
        const struct outcome outcome = stage_move(stage, text);
        if (outcome.reply.refusal)
            fail_msg("%s: %s", text, outcome.why);
    }
}

// ---- expecting -------------------------------------------------------------------------------

void expect_done(struct outcome outcome)
{
    if (outcome.count != 1 || outcome.reply.refusal)
        fail_msg("answered %u times, refused as %s: %s", outcome.count,
                 refusal_word(outcome.reply.refusal), outcome.why);
}

void expect_refused(struct outcome outcome, enum refusal refusal, const char *words)
{
    assert_int_equal(outcome.count, 1);
    if (outcome.reply.refusal != refusal || !strstr(outcome.why, words))
        fail_msg("refused as %s: %s", refusal_word(outcome.reply.refusal), outcome.why);
}

void expect_end(const struct stage *stage, const char *key, rk_winner winner, const char *words)
{
    char reason[200];
    const rk_game *game = round_game(stage->round);
    game_result_sentence(game, reason, sizeof reason);
    assert_true(round_is_over(stage->round));
    assert_string_equal(game_status_key(game), key);
    assert_int_equal(rk_game_winner(game), winner);
    if (!strstr(reason, words))
        fail_msg("the reason is: %s", reason);
}

void expect_running(const struct stage *stage)
{
    assert_false(round_is_over(stage->round));
}

void expect_left(const struct stage *stage, int64_t white, int64_t black)
{
    assert_int_equal(round_left(stage->round, RK_WHITE), white);
    assert_int_equal(round_left(stage->round, RK_BLACK), black);
}

const struct event *last_event(const struct stage *stage)
{
    const struct journal *journal = round_journal(stage->round);
    assert_true(journal->count > 0);
    return &journal->events[journal->count - 1];
}

// ---- watching --------------------------------------------------------------------------------

static void receive(struct watcher *watcher, struct frame *frame)
{
    struct viewer *viewer = LIST_OWNER(watcher, struct viewer, watcher);
    viewer->frames++;
    buffer_add(&viewer->text, frame->bytes, frame->size);
    if (watcher->view == VIEW_WIRE)
        buffer_put(&viewer->text, '\n');
    if (viewer->leaves)
        round_unwatch(watcher, false);
}

static void end_of_game(struct watcher *watcher)
{
    struct viewer *viewer = LIST_OWNER(watcher, struct viewer, watcher);
    assert_false(viewer->over);
    viewer->over = true;
}

void viewer_begin(struct viewer *viewer, struct stage *stage, unsigned side, enum watcher_view view,
                  int64_t since)
{
    *viewer = (struct viewer){
        .watcher = {.side = side, .view = view, .send = receive, .over = end_of_game}};
    round_watch(stage->round, &viewer->watcher, since);
}

void viewer_end(struct viewer *viewer, bool on_purpose)
{
    round_unwatch(&viewer->watcher, on_purpose);
    buffer_fini(&viewer->text);
}

void viewer_forget(struct viewer *viewer)
{
    buffer_clear(&viewer->text);
    viewer->frames = 0;
}

bool viewer_saw(struct viewer *viewer, const char *words)
{
    return strstr(buffer_end(&viewer->text), words) != NULL;
}

size_t viewer_count(struct viewer *viewer, const char *words)
{
    size_t count = 0;
    for (const char *at = buffer_end(&viewer->text); (at = strstr(at, words)); at++)
        count++;
    return count;
}
