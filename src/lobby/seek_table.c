/* SPDX-License-Identifier: MIT */
#include "lobby/seek_table.h"

#include <stdlib.h>
#include <string.h>

#include "accounts/blocks.h"

struct lobby_seek *lobby_seek_at(struct list *node)
{
    return (struct lobby_seek *)LIST_OWNER(node, struct seek, node);
}

void lobby_seek_free(struct lobby_seek *entry)
{
    timer_stop(&entry->server->timers, &entry->expiry);
    list_remove(&entry->seek.node);
    free(entry);
}

void lobby_seek_delete(struct lobby_seek *entry)
{
    if (entry->seek.persistent && !entry->dropped) {
        struct store_job *job = store_job_create();
        seek_delete_row(job, &entry->seek);
        store_write(entry->server->store, job, NULL, NULL);
    }
    lobby_seek_free(entry);
}

struct lobby_seek *lobby_seek_find(struct list *list, const char *id)
{
    for (struct list *node = list->next; node != list; node = node->next)
        if (!strcmp(lobby_seek_at(node)->seek.id, id))
            return lobby_seek_at(node);
    return NULL;
}

struct lobby_seek *lobby_seek_find_by_owner(struct seeks *seeks, const char *who)
{
    struct list *lobby = &seeks->lobby;
    for (struct list *node = lobby->next; node != lobby; node = node->next) {
        const struct seek *seek = &lobby_seek_at(node)->seek;
        if (!seek->persistent && !strcmp(seek->who.id, who))
            return lobby_seek_at(node);
    }
    return NULL;
}

// ---- showing and ending -----------------------------------------------------------------------

static bool may_see(const struct server *server, const struct lobby_watcher *watcher,
                    const struct seek *seek)
{
    return !blocks_exist_between(server, watcher->who, seek->who.id);
}

void lobby_seek_report(struct lobby_seek *entry, struct lobby_watcher *watcher)
{
    if (may_see(entry->server, watcher, &entry->seek))
        watcher->on_added(watcher, &entry->seek);
}

// A watcher may leave during the call, so the next one is read first.
static void report_added(struct seeks *seeks, struct lobby_seek *entry)
{
    for (struct list *node = seeks->watchers.next, *next; node != &seeks->watchers; node = next) {
        next = node->next;
        struct lobby_watcher *watcher = LIST_OWNER(node, struct lobby_watcher, node);
        lobby_seek_report(entry, watcher);
    }
}

static void report_removed(struct seeks *seeks, const char *id)
{
    for (struct list *node = seeks->watchers.next, *next; node != &seeks->watchers; node = next) {
        next = node->next;
        struct lobby_watcher *watcher = LIST_OWNER(node, struct lobby_watcher, node);
        watcher->on_removed(watcher, id);
    }
}

void lobby_seek_show(struct lobby_seek *entry)
{
    struct seeks *seeks = entry->server->seeks;
    list_remove(&entry->seek.node);
    list_add(&seeks->lobby, &entry->seek.node);
    seeks->count++;
    report_added(seeks, entry);
}

void lobby_seek_hide(struct lobby_seek *entry)
{
    struct seeks *seeks = entry->server->seeks;
    list_remove(&entry->seek.node);
    list_add(&seeks->hidden, &entry->seek.node);
    seeks->count--;
    if (entry->published)
        buffer_add(&seeks->removed, entry->seek.id, GAME_ID_SIZE);
    entry->published = false;
    report_removed(seeks, entry->seek.id);
}

void lobby_seek_end(struct lobby_seek *entry, const char *game, const char *why)
{
    const struct seek seek = entry->seek;
    lobby_seek_delete(entry);
    if (seek.on_end)
        seek.on_end(seek.context, game, why);
}

void lobby_seeks_drop(struct seeks *seeks)
{
    for (struct list *node = seeks->hidden.next; node != &seeks->hidden; node = node->next)
        lobby_seek_at(node)->dropped = true;
    while (!list_is_empty(&seeks->lobby)) {
        struct lobby_seek *entry = lobby_seek_at(seeks->lobby.next);
        entry->dropped = true;
        lobby_seek_hide(entry);
        lobby_seek_end(entry, NULL, LOBBY_MOVED);
    }
    buffer_fini(&seeks->removed);
}

void lobby_seek_restore(struct lobby_seek *entry, bool can_play)
{
    if (entry->cancelled)
        lobby_seek_delete(entry);
    else if (entry->dropped)
        lobby_seek_end(entry, NULL, LOBBY_MOVED);
    else if (can_play)
        lobby_seek_show(entry);
    else
        lobby_seek_end(entry, NULL, "the account is closed or banned");
}
