/* SPDX-License-Identifier: MIT */
/* All data of an account as one tar archive, made and sent file by file, so that neither a long
 * history nor a slow client takes much memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/account_row.h"
#include "accounts/identity.h"
#include "accounts/relations.h"
#include "api/api.h"
#include "api/export.h"
#include "api/handlers.h"
#include "api/visible_games.h"
#include "base/milliseconds.h"
#include "http/tar.h"
#include "running/remote_games.h"
#include "social/account_settings.h"
#include "social/notifications.h"

enum {
    GAMES_PAGE = 100, /* in one file */
    MESSAGES_FILE = 500,
    QUEUED_MAX = 256 * 1024, /* bytes that wait for a slow client before the next file */
    WAIT_MS = 100
};

struct archive {
    struct exchange *exchange; /* NULL: the client is gone */
    struct server *server;
    struct timer timer;
    bool is_reading;
    size_t step, page;
    char account[IDENTITY_ID_MAX + 1], name[IDENTITY_NAME_MAX + 1];
    /* Where the next page starts. */
    int64_t last_at;
    char last_key[IDENTITY_ID_MAX + 1];
    struct buffer tar, file, chat;
    struct json chat_json;
};

static void free_archive(struct archive *archive)
{
    timer_stop(&archive->server->timers, &archive->timer);
    buffer_fini(&archive->tar);
    buffer_fini(&archive->file);
    buffer_fini(&archive->chat);
    free(archive);
}

// ---- rows ------------------------------------------------------------------------------------

static void write_account(struct archive *archive, struct store_job *job, struct json *json)
{
    const struct account account = account_from_row(job);
    struct account_settings settings;
    (void)archive;
    account_settings_parse(account.settings, &settings);
    json_begin_object(json);
    json_put_text(json, "id", account.who.id);
    json_put_text(json, "name", account.who.name);
    json_put_text(json, "email", *account.email ? account.email : NULL);
    json_put_text(json, "role", role_name(account.who.role));
    json_put_integer(json, "createdAt", account.created_at);
    json_put_integer(json, "seenAt", account.seen_at);
    json_put_integer(json, "games", account.games);
    json_put_bool(json, "kid", account.kid);
    json_put_text(json, "language", settings.language);
    json_put_object(json, "profile");
    profile_write(&settings.profile, json);
    json_end_object(json);
    json_put_object(json, "preferences");
    preferences_write(&settings.preferences, true, json);
    json_end_object(json);
    json_end_object(json);
    account_settings_fini(&settings);
}

static void write_session(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)archive;
    json_begin_object(json);
    json_put_integer(json, "created", store_get_integer(job, 1));
    json_put_integer(json, "seen", store_get_integer(job, 2));
    json_put_text(json, "agent", store_get_text(job, 3));
    json_put_text(json, "address", store_get_text(job, 4));
    json_end_object(json);
}

/* Leaves out the hash, which is as good as the secret. */
static void write_token(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)archive;
    json_begin_object(json);
    json_put_text(json, "scopes", store_get_text(job, 1));
    json_put_text(json, "description", store_get_text(job, 2));
    json_put_integer(json, "created", store_get_integer(job, 3));
    if (store_get_integer(job, 4))
        json_put_integer(json, "expires", store_get_integer(job, 4));
    else
        json_put_text(json, "expires", NULL);
    json_end_object(json);
}

static void write_relation(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)archive;
    json_begin_object(json);
    json_put_text(json, "user", store_get_text(job, 0));
    json_put_text(json, "relation",
                  store_get_integer(job, 1) == RELATION_BLOCKS ? "blocks" : "follows");
    json_put_integer(json, "since", store_get_integer(job, 2));
    json_end_object(json);
}

static void write_notification(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)archive;
    notification_write_row(job, json);
}

static void write_note(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)archive;
    json_begin_object(json);
    json_put_text(json, "game", store_get_text(job, 0));
    json_put_text(json, "text", store_get_text(job, 1));
    json_put_integer(json, "date", store_get_integer(job, 2));
    json_end_object(json);
}

static void write_rating_point(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)archive;
    json_begin_object(json);
    json_put_text(json, "perf", store_get_text(job, 0));
    json_put_integer(json, "date", store_get_integer(job, 1) * DAY_MS);
    json_put_integer(json, "rating", store_get_integer(job, 2));
    json_end_object(json);
}

static void write_puzzle_attempt(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)archive;
    json_begin_object(json);
    json_put_text(json, "puzzle", store_get_text(job, 0));
    json_put_integer(json, "date", store_get_integer(job, 1));
    json_put_bool(json, "win", store_get_integer(job, 2) != 0);
    json_put_decimal(json, "ratingBefore", store_get_real(job, 3), 2);
    json_put_decimal(json, "ratingAfter", store_get_real(job, 4), 2);
    json_end_object(json);
}

static void write_message(struct archive *archive, struct store_job *job, struct json *json)
{
    snprintf(archive->last_key, sizeof archive->last_key, "%s", store_get_text(job, 0));
    archive->last_at = store_get_integer(job, 1);
    json_begin_object(json);
    json_put_text(json, "with", store_get_text(job, 0));
    json_put_text(json, "from", store_get_text(job, 2));
    json_put_text(json, "text", store_get_text(job, 3));
    json_put_integer(json, "date", store_get_integer(job, 4));
    json_end_object(json);
}

static void write_chat(struct archive *archive, const struct exported_game *exported)
{
    const struct journal *journal = exported->journal;
    for (size_t i = 0; journal && i < journal->count; i++) {
        const struct event *event = &journal->events[i];
        if (event->kind != EVENT_CHAT || strcmp(event->name, archive->name) != 0)
            continue;
        json_begin_object(&archive->chat_json);
        json_put_text(&archive->chat_json, "game", exported->info->id);
        json_put_text(&archive->chat_json, "text", event->text);
        json_put_integer(&archive->chat_json, "date", event->at);
        json_end_object(&archive->chat_json);
    }
}

static void write_exported(void *context, const struct exported_game *exported)
{
    static const struct export_flags flags = {
        .moves = true, .tags = true, .clocks = true, .opening = true};
    struct archive *archive = context;
    export_pgn(archive->server, exported, &flags, &archive->file);
    write_chat(archive, exported);
}

static void write_game(struct archive *archive, struct store_job *job, struct json *json)
{
    (void)json;
    snprintf(archive->last_key, sizeof archive->last_key, "%s", store_get_text(job, 0));
    archive->last_at = store_get_integer(job, 2);
    visible_game_from_row(archive->server, job, archive->account, write_exported, archive);
}

// ---- steps -----------------------------------------------------------------------------------

static void bind_messages(struct archive *archive, struct store_job *job)
{
    store_bind_text(job, archive->last_key);
    store_bind_integer(job, archive->last_at);
    store_bind_integer(job, MESSAGES_FILE);
}

static void bind_games(struct archive *archive, struct store_job *job)
{
    store_bind_integer(job, archive->page ? archive->last_at : 0);
    store_bind_integer(job, GAMES_PAGE);
    store_bind_integer(job, INT64_MAX);
    for (int i = 0; i < 4; i++) // opponent, side, rated, finished: any
        store_bind_null(job);
    store_bind_text(job, archive->last_key);
    store_bind_null(job); // no part of an opponent's name
    store_bind_null(job); // without reviews
}

/* Each step reads rows and writes a file of them; a step with pages is repeated as long as its
 * pages are full. The first parameter of each statement is the account. */
static const struct step {
    const char *file; /* with pages: a format for its number */
    enum statement statement;
    size_t page_size; /* 0: one file */
    void (*bind)(struct archive *archive, struct store_job *job);
    void (*write_row)(struct archive *archive, struct store_job *job, struct json *json);
} steps[] = {
    {"account.json", STORE_ACCOUNT, 0, NULL, write_account},
    {"sessions.json", STORE_SESSIONS, 0, NULL, write_session},
    {"tokens.json", STORE_TOKENS, 0, NULL, write_token},
    {"relations.json", STORE_OWN_RELATIONS, 0, NULL, write_relation},
    {"notifications.json", STORE_NOTIFICATIONS, 0, NULL, write_notification},
    {"notes.json", STORE_NOTES, 0, NULL, write_note},
    {"ratings.json", STORE_RATING_POINTS, 0, NULL, write_rating_point},
    {"puzzles.json", STORE_OWN_PUZZLE_ATTEMPTS, 0, NULL, write_puzzle_attempt},
    {"messages-%04zu.json", STORE_OWN_MESSAGES, MESSAGES_FILE, bind_messages, write_message},
    {"games-%04zu.pgn", STORE_GAMES_OLDEST_FIRST, GAMES_PAGE, bind_games, write_game},
};
enum { STEP_COUNT = sizeof steps / sizeof *steps };

static bool is_games_step(const struct archive *archive)
{
    return steps[archive->step].write_row == write_game;
}

static void add_file(struct archive *archive, const char *format, const struct buffer *file)
{
    char name[64], folder[96 + IDENTITY_ID_MAX];
    snprintf(name, sizeof name, "%s", format);
    if (strchr(format, '%')) {
        const size_t before = (size_t)(strchr(format, '%') - format);
        snprintf(name, sizeof name, "%.*s%04zu%s", (int)before, format, archive->page + 1,
                 strrchr(format, '.'));
    }
    snprintf(folder, sizeof folder, "%s/%s", archive->account, name);
    if (!file->failed)
        tar_add(&archive->tar, folder, file->bytes, file->size, server_date(archive->server));
}

static void send_tar(struct archive *archive)
{
    if (archive->tar.size && !archive->tar.failed)
        exchange_send_text(archive->exchange, archive->tar.bytes, archive->tar.size);
    buffer_clear(&archive->tar);
}

static void finish_archive(struct archive *archive)
{
    struct exchange *exchange = archive->exchange;
    tar_end(&archive->tar);
    send_tar(archive);
    free_archive(archive);
    exchange_finish(exchange);
}

static void interrupt_archive(struct archive *archive)
{
    exchange_interrupt(archive->exchange);
    free_archive(archive);
}

static size_t write_rows(struct archive *archive, struct store_job *job)
{
    const struct step *step = &steps[archive->step];
    const bool as_json = !is_games_step(archive);
    struct json json = json_in(&archive->file);
    size_t rows = 0;
    buffer_clear(&archive->file);
    buffer_clear(&archive->chat);
    archive->chat_json = json_in(&archive->chat);
    json_begin_array(&archive->chat_json);
    if (as_json)
        json_begin_array(&json);
    for (; store_next_row(job); rows++)
        step->write_row(archive, job, &json);
    if (as_json)
        json_end_array(&json);
    json_end_array(&archive->chat_json);
    return rows;
}

static void read_next(void *context);

static void on_rows(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct archive *archive = context;
    archive->is_reading = false;
    if (!archive->exchange) {
        free_archive(archive);
        return;
    }
    if (outcome != STORE_DONE) {
        interrupt_archive(archive);
        return;
    }
    const struct step *step = &steps[archive->step];
    const size_t rows = write_rows(archive, job);
    if (rows || !step->page_size)
        add_file(archive, step->file, &archive->file);
    if (rows && is_games_step(archive))
        add_file(archive, "chat-%04zu.json", &archive->chat);
    send_tar(archive);
    if (step->page_size && rows == step->page_size) {
        archive->page++;
    } else {
        archive->step++;
        archive->page = 0;
        archive->last_at = 0;
        archive->last_key[0] = '\0';
    }
    read_next(archive);
}

static void read_next(void *context)
{
    struct archive *archive = context;
    struct server *server = archive->server;
    if (archive->step == STEP_COUNT) {
        finish_archive(archive);
        return;
    }
    if (exchange_queued(archive->exchange) > QUEUED_MAX &&
        timer_set(&server->timers, &archive->timer, server->now + WAIT_MS, read_next, archive))
        return;
    const struct step *step = &steps[archive->step];
    struct store_job *job = store_job_create();
    store_call(job, step->statement);
    store_bind_text(job, archive->account);
    if (step->bind)
        step->bind(archive, job);
    archive->is_reading = true;
    store_read(server->store, job, on_rows, archive);
}

static void on_gone(struct exchange *exchange)
{
    struct archive *archive = exchange->stream_data;
    archive->exchange = NULL;
    timer_stop(&archive->server->timers, &archive->timer);
    if (!archive->is_reading)
        free_archive(archive);
}

static void start_archive(void *context)
{
    struct exchange *exchange = context;
    struct archive *archive = calloc(1, sizeof *archive);
    if (!archive) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    char disposition[96];
    snprintf(disposition, sizeof disposition, "attachment; filename=\"%s.tar\"",
             exchange->caller.who.id);
    exchange_header(exchange, "Content-Disposition", disposition);
    archive->exchange = exchange;
    archive->server = exchange->server;
    snprintf(archive->account, sizeof archive->account, "%s", exchange->caller.who.id);
    snprintf(archive->name, sizeof archive->name, "%s", exchange->caller.who.name);
    exchange->stream_data = archive;
    exchange->gone = on_gone;
    exchange_stream(exchange, "application/x-tar", 0);
    read_next(archive);
}

void account_data_handler(struct exchange *exchange)
{
    if (exchange_check_rate(exchange, LIMIT_DATA_EXPORT))
        remote_games_open_of_account(exchange->server, exchange->caller.who.id, start_archive,
                                     exchange);
}
