/* SPDX-License-Identifier: MIT */
#include "support/records.h"

#include <stdio.h>
#include <string.h>

#include "accounts/names.h"
#include "rookery/san.h"
#include "rounds/game_info.h"
#include "rounds/replay.h"
#include "support/board.h"

enum { TURNS = 200 };

// ---- the server -------------------------------------------------------------------------------

static void count_up(void *context, void *out, size_t size)
{
    struct records *records = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = ++records->chance;
}

static bool no_work(void *context, struct work *work)
{
    (void)context;
    (void)work;
    return false;
}

void records_begin(struct records *records)
{
    char why[200] = "";
    *records = (struct records){.now = 1700000000000};
    static const struct log log = {LOG_WARNING};
    const struct store_options options = {.url = "memory:", .log = &log, .inline_jobs = true};
    if (store_open(&options, &records->store, why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(bus_open_local(&records->bus), RK_OK);
}

void records_serve(struct records *records)
{
    struct server_config config = server_config_default();
    config.public_url = "http://chess.example";
    const struct server_env env = {.context = records, .random = count_up, .queue_work = no_work};
    assert_int_equal(
        server_create(&config, &env, records->store, records->bus, records->now, &records->server),
        RK_OK);
    records_wait(records, 10);
    assert_true(server_ready(records->server));
}

void records_end(struct records *records)
{
    server_destroy(records->server);
    store_close(records->store);
    bus_close(records->bus);
}

void records_wait(struct records *records, int64_t milliseconds)
{
    for (int i = 0; i < TURNS; i++)
        server_advance(records->server, records->now);
    records->now += milliseconds;
    for (int i = 0; i < TURNS; i++)
        server_advance(records->server, records->now);
}

// ---- what is kept -----------------------------------------------------------------------------

static void written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    *(enum store_outcome *)context = outcome;
}

static void write_job(struct records *records, struct store_job *job)
{
    enum store_outcome outcome = STORE_FAILED;
    store_write(records->store, job, written, &outcome);
    store_poll(records->store);
    assert_int_equal(outcome, STORE_DONE);
}

static struct identity known_as(const char *name)
{
    struct identity who = {.role = ROLE_PLAYER};
    snprintf(who.name, sizeof who.name, "%s", name);
    for (size_t i = 0; name[i] && i < IDENTITY_ID_MAX; i++)
        who.id[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
    return who;
}

void records_keep_account(struct records *records, const char *name)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_ACCOUNT);
    store_bind_text(job, known_as(name).id);
    store_bind_text(job, name);
    store_bind_null(job);
    store_bind_null(job);
    store_bind_integer(job, ACCOUNT_ACTIVE);
    store_bind_integer(job, ROLE_PLAYER);
    store_bind_integer(job, records->now);
    write_job(records, job);
}

static struct game_info head_of(const struct kept_game *kept)
{
    struct game_info info = {.players = {known_as(kept->white), known_as(kept->black)},
                             .keys = {"wwww", "bbbb"},
                             .created_at = kept->created_at};
    char why[200];
    const char *where;
    snprintf(info.id, sizeof info.id, "%s", kept->id);
    const struct game_settings_request wanted = {.clock = kept->clock ? kept->clock : "5+3",
                                                 .limit = -1,
                                                 .increment = -1,
                                                 .days = -1,
                                                 .rated = kept->rated,
                                                 .hidden = kept->hidden};
    assert_true(game_settings_make(&wanted, 1, &info.settings, why, sizeof why, &where));
    return info;
}

static void log_action(rk_game *game, struct journal *journal, rk_action action)
{
    struct event event = {.kind = EVENT_ACTION, .at = action.at, .action = action};
    assert_int_equal(rk_game_play(game, action, NULL), RK_OK);
    for (int side = 0; side < 2; side++)
        event.left[side] = rk_clock_left(rk_game_clock(game), (rk_side)side, action.at);
    assert_int_equal(journal_add(journal, &event), RK_OK);
}

static void log_game(const struct kept_game *kept, const struct game_info *info, struct buffer *out)
{
    const rk_game_setup setup = {
        .start = info->settings.start, .clock = info->settings.clock, .no_undo = true};
    struct journal journal = {0};
    rk_game *game;
    char words[2000];
    int64_t at = kept->created_at;
    assert_int_equal(rk_game_create(&setup, &game), RK_OK);
    snprintf(words, sizeof words, "%s", kept->moves);
    for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));) {
        const rk_position *pos = rk_game_position(game);
        rk_action action = {.kind = RK_ACT_MOVE, .by = rk_position_turn(pos), .at = at += 2000};
        assert_int_equal(rk_san_parse(pos, word, strlen(word), &action.move, NULL), RK_OK);
        log_action(game, &journal, action);
    }
    log_action(game, &journal, (rk_action){.kind = RK_ACT_RESIGN, .by = RK_BLACK, .at = at + 2000});
    journal_encode(&journal, out);
    journal_fini(&journal);
    rk_game_destroy(game);
}

static void add_player(struct store_job *job, const struct game_info *info, unsigned side)
{
    store_call(job, STORE_ADD_PLAYER);
    store_bind_text(job, info->players[side].id);
    store_bind_integer(job, info->created_at);
    store_bind_text(job, info->id);
    store_bind_integer(job, side);
    store_bind_text(job, info->players[!side].id);
}

static void finish(struct store_job *job, const struct kept_game *kept, const struct buffer *log)
{
    store_call(job, STORE_FINISH_GAME);
    store_bind_text(job, kept->id);
    store_bind_integer(job, kept->created_at + 60000);
    store_bind_integer(job, 31); /* resigned */
    store_bind_integer(job, RK_WHITE_WINS);
    store_bind_integer(job, 4);
    store_bind_bytes(job, log->bytes, log->size);
    store_bind_integer(job, 1);
}

void records_keep(struct records *records, const struct kept_game *kept)
{
    const struct game_info info = head_of(kept);
    struct buffer json = {0}, log = {0};
    game_info_write(&info, &json);
    log_game(kept, &info, &log);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_GAME);
    store_bind_text(job, kept->id);
    store_bind_text(job, buffer_end(&json));
    store_bind_text(job, game_settings_perf_key(&info.settings));
    store_bind_integer(job, kept->rated);
    store_bind_integer(job, kept->hidden);
    store_bind_integer(job, kept->created_at);
    add_player(job, &info, RK_WHITE);
    add_player(job, &info, RK_BLACK);
    finish(job, kept, &log);
    write_job(records, job);
    buffer_fini(&json);
    buffer_fini(&log);
}

// ---- requests ---------------------------------------------------------------------------------

static void take_answer(struct transport *transport, const struct response *answer)
{
    struct got *got = (struct got *)transport;
    got->status = answer->status;
    got->stream = answer->stream;
    got->ended = !answer->stream;
    snprintf(got->type, sizeof got->type, "%s", answer->content_type ? answer->content_type : "");
    if (answer->body_size)
        buffer_add(&got->body, answer->body, answer->body_size);
}

static void take_piece(struct transport *transport, struct frame *frame)
{
    struct got *got = (struct got *)transport;
    got->pieces++;
    buffer_add(&got->body, frame->bytes, frame->size);
}

static void never_ping(struct transport *transport)
{
    (void)transport;
    fail_msg("a request was pinged");
}

static void take_end(struct transport *transport, unsigned code, const char *reason)
{
    (void)code;
    (void)reason;
    ((struct got *)transport)->ended = true;
}

static size_t claim_waiting(const struct transport *transport)
{
    return ((const struct got *)transport)->waiting;
}

static struct exchange *send_request(struct records *records, struct request *request,
                                     struct got *out)
{
    static const struct transport_ops ops = {.respond = take_answer,
                                             .send = take_piece,
                                             .ping = never_ping,
                                             .close = take_end,
                                             .buffered = claim_waiting};
    const size_t waiting = out->waiting;
    char path[256];
    snprintf(path, sizeof path, "%s", request->path);
    char *question = strchr(path, '?');
    if (question)
        *question++ = '\0';
    request->path = path;
    request->query = question ? question : "";
    request->authorization = request->cookie = request->user_agent = request->origin = "";
    request->host = "chess.example";
    request->address = "10.0.0.1";
    *out = (struct got){.transport = {&ops}, .waiting = waiting};
    return server_request(records->server, request, &out->transport, records->now);
}

static void ask(struct records *records, struct request *request, struct got *out)
{
    send_request(records, request, out);
    records_wait(records, 0);
}

static struct request get(const char *target)
{
    return (struct request){.method = METHOD_GET,
                            .path = target,
                            .accept = "application/x-ndjson",
                            .content_type = "",
                            .body = ""};
}

void records_leave(struct records *records, const char *target, unsigned turns)
{
    struct got got = {.waiting = 0};
    struct request request = get(target);
    struct exchange *exchange = send_request(records, &request, &got);
    for (unsigned i = 0; i < turns && !got.ended; i++)
        server_advance(records->server, records->now);
    if (exchange && !got.ended)
        server_request_gone(exchange, records->now);
    const unsigned pieces = got.pieces;
    records_wait(records, 1000);
    assert_int_equal(got.pieces, pieces); /* nothing is sent to nobody */
    got_fini(&got);
}

void records_ask_and_end(struct records *records, const char *target)
{
    struct got got = {.waiting = 0};
    struct request request = get(target);
    send_request(records, &request, &got);
    server_destroy(records->server);
    records->server = NULL;
    store_poll(records->store);
    assert_int_not_equal(got.status, 0); /* it was answered all the same */
    got_fini(&got);
}

void records_ask(struct records *records, const char *target, const char *accept, struct got *out)
{
    struct request request = {
        .method = METHOD_GET, .path = target, .accept = accept, .content_type = "", .body = ""};
    ask(records, &request, out);
}

void records_post(struct records *records, const char *target, const char *body, const char *accept,
                  struct got *out)
{
    struct request request = {.method = METHOD_POST,
                              .path = target,
                              .accept = accept,
                              .content_type = "",
                              .body = body,
                              .body_size = strlen(body)};
    ask(records, &request, out);
}

const char *got_text(struct got *got)
{
    return buffer_end(&got->body);
}

void got_fini(struct got *got)
{
    buffer_fini(&got->body);
}
