/* SPDX-License-Identifier: MIT */
#include "moderation/announcements.h"

#include <stdlib.h>
#include <string.h>

#include "moderation/broadcasts.h"
#include "moderation/moderation_state.h"

struct announcement_list {
    struct announcement *items;
    size_t count;
};

static void free_list(struct announcement_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i].text);
    free(list->items);
}

/* From a row of STORE_ANNOUNCEMENTS. */
static bool add_row(struct announcement_list *list, const struct store_job *job)
{
    struct announcement item = {.id = store_get_integer(job, 0),
                                .at = store_get_integer(job, 1),
                                .until = store_get_integer(job, 4),
                                .text = strdup(store_get_text(job, 3))};
    struct announcement *grown =
        item.text ? realloc(list->items, (list->count + 1) * sizeof *grown) : NULL;
    if (!grown) {
        free(item.text);
        return false;
    }
    list->items = grown;
    grown[list->count++] = item;
    return true;
}

static bool has_id(const struct announcement_list *list, int64_t id)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].id == id)
            return true;
    return false;
}

/* Broadcasts the changes, except at the start. */
static void announce_changes(struct server *server, const struct announcement_list *before,
                             const struct announcement_list *after)
{
    for (size_t i = 0; i < before->count; i++)
        if (!has_id(after, before->items[i].id))
            broadcast_withdrawn(server, before->items[i].id);
    for (size_t i = 0; i < after->count; i++)
        if (!has_id(before, after->items[i].id))
            broadcast_announced(server, &after->items[i]);
}

static void apply_announcements(struct server *server, struct store_job *job)
{
    struct moderation *moderation = server->moderation;
    struct announcement_list before = {moderation->announcements, moderation->announcement_count};
    struct announcement_list after = {0};
    while (store_next_row(job))
        if (!add_row(&after, job)) {
            log_line(server->log, LOG_ERROR, "out of memory: some announcements are not shown");
            break;
        }
    moderation->announcements = after.items;
    moderation->announcement_count = after.count;
    if (moderation->announcements_state.done)
        announce_changes(server, &before, &after);
    free_list(&before);
}

void announcements_init(struct server *server)
{
    server->moderation->announcements_state =
        (struct stored_state){.what = "announcements",
                              .statement = STORE_ANNOUNCEMENTS,
                              .bind = stored_state_bind_date,
                              .apply = apply_announcements};
    announcements_reload(server);
}

void announcements_fini(struct server *server)
{
    struct moderation *moderation = server->moderation;
    struct announcement_list list = {moderation->announcements, moderation->announcement_count};
    stored_state_stop(server, &moderation->announcements_state);
    free_list(&list);
}

void announcements_reload(struct server *server)
{
    stored_state_load(server, &server->moderation->announcements_state);
}

const struct announcement *announcements_next(const struct server *server, size_t *at)
{
    const struct moderation *moderation = server->moderation;
    while (*at < moderation->announcement_count) {
        const struct announcement *item = &moderation->announcements[(*at)++];
        if (!item->until || item->until > server_date(server))
            return item;
    }
    return NULL;
}

void announcements_write(const struct server *server, struct json *json)
{
    const struct announcement *item;
    json_begin_array(json);
    for (size_t at = 0; (item = announcements_next(server, &at));) {
        json_begin_object(json);
        json_put_integer(json, "id", item->id);
        json_put_integer(json, "date", item->at);
        json_put_text(json, "text", item->text);
        if (item->until)
            json_put_integer(json, "until", item->until);
        json_end_object(json);
    }
    json_end_array(json);
}
