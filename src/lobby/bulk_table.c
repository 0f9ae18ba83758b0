/* SPDX-License-Identifier: MIT */
#include "lobby/bulk_table.h"

#include <stdlib.h>
#include <string.h>

struct bulk_entry *bulk_entry_at(struct list *node)
{
    return LIST_OWNER(node, struct bulk_entry, node);
}

struct bulk_entry *bulk_entry_find(const struct server *server, const char *id, const char *owner)
{
    struct list *all = &server->bulk_pairings->all;
    for (struct list *node = all->next; node != all; node = node->next)
        if (!strcmp(bulk_entry_at(node)->bulk.id, id) &&
            !strcmp(bulk_entry_at(node)->bulk.owner, owner))
            return bulk_entry_at(node);
    return NULL;
}

void bulk_entry_free(struct bulk_entry *entry)
{
    timer_stop(&entry->server->timers, &entry->timer);
    list_remove(&entry->node);
    free(entry->bulk.games);
    free(entry);
}

void bulk_entry_delete(struct bulk_entry *entry)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_BULK);
    store_bind_text(job, entry->bulk.id);
    store_write(entry->server->store, job, NULL, NULL);
    bulk_entry_free(entry);
}
