/* SPDX-License-Identifier: MIT */
/* Collects the different names of a database, and numbers them in the order of their bytes. */
#ifndef EXPLORER_NAMES_H
#define EXPLORER_NAMES_H

#include "base/buffer.h"
#include "rookery/pgn.h"

/* All zeros is an empty collection. */
struct names {
    struct buffer entries; /* struct name_entry, each followed by its text */
    uint64_t text_bytes;
    struct name_slot *slots; /* a hash table */
    size_t count, slot_count;
    uint32_t *numbers; /* by index, after names_sort() */
};

void names_fini(struct names *names);

/* Adds a name if it is new. Its index is the number of names added before it. Returns false if
 * memory runs out. */
bool names_add(struct names *names, rk_pgn_text name, uint32_t *index);

/* Numbers the names. Returns false if memory runs out. No name may be added afterwards. */
bool names_sort(struct names *names);

/* The number of the name with an index. */
uint32_t names_number(const struct names *names, uint32_t index);

/* Bytes of the section of names, and the section. */
uint64_t names_section_size(const struct names *names);
void names_write(const struct names *names, uint8_t *out);

#endif
