/* SPDX-License-Identifier: MIT */
#include "ratings/rating_entry.h"

struct rating_write rating_write_begin(struct rating_entry *entry)
{
    return (struct rating_write){.entry = entry,
                                 .before = entry->latest,
                                 .after = entry->latest,
                                 .generation = entry->generation};
}

void rating_write_queue(struct rating_write *write)
{
    write->entry->latest = write->after;
    write->entry->pending++;
}

void rating_write_end(struct rating_write *write, bool written)
{
    struct rating_entry *entry = write->entry;
    entry->pending--;
    if (written) {
        entry->stored = write->after;
    } else if (write->generation == entry->generation) {
        entry->latest = entry->stored;
        entry->generation++;
    }
}

void rating_entry_replace(struct rating_entry *entry, const struct rating *rating)
{
    if (entry->pending)
        return;
    entry->stored = entry->latest = *rating;
    entry->generation++;
}
