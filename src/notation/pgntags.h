/* SPDX-License-Identifier: MIT */
/* Where a game starts among tags. Files may contain games of tags only, with nothing between them;
 * other files have blank lines and comments between the tags of one game. */
#ifndef NOTATION_PGNTAGS_H
#define NOTATION_PGNTAGS_H

#include <string.h>

#include "notation/pgnscan.h"

enum { TAG_KEYS_MAX = 48 };

/* The tags of a game so far, by keys made from their names. */
struct tag_section {
    unsigned count;
    bool has_event;
    uint64_t seen; /* a bit for each key: shows for most tags, without comparing keys, that they are
                      new */
    uint64_t keys[TAG_KEYS_MAX];
};

RK_INLINE void tag_section_init(struct tag_section *section)
{
    section->count = 0;
    section->has_event = false;
    section->seen = 0;
}

/* The key of a name: its first and last four bytes and its size. That is enough to tell names of
 * tags apart, and cheaper than a hash of all bytes. */
RK_INLINE uint64_t tag_key(rk_pgn_text name)
{
    uint32_t first = 0, last = 0;
    if (name.size < sizeof first) {
        memcpy(&first, name.at, name.size);
        return first;
    }
    memcpy(&first, name.at, sizeof first);
    memcpy(&last, name.at + name.size - sizeof last, sizeof last);
    return ((uint64_t)first << 32 | last) ^ (uint64_t)name.size << 24;
}

RK_INLINE bool is_event_key(uint64_t key)
{
    return key == tag_key((rk_pgn_text){"Event", 5});
}

/* Returns true if the tag at `at` is Event or repeats a tag, after a blank line. */
RK_MUST_USE bool tag_section_restarts_at(const struct tag_section *section, uint64_t key,
                                         const char *start, const char *at);

/* Returns true if the tag at `at` starts another game: it is a second Event tag; it repeats the
 * first tag of a game that has an Event tag; or, after a blank line, it is Event or repeats any
 * tag. Any other tag that is repeated is a mistake in one game. `start` is the start of the text.
 */
RK_INLINE bool tag_section_ends_at(const struct tag_section *section, uint64_t key,
                                   const char *start, const char *at)
{
    if (!section->count)
        return false;
    if (section->has_event && (key == section->keys[0] || is_event_key(key)))
        return true;
    // Almost every tag is on the line after another.
    const bool next_line = at - start > 1 && !(class_of(at[-2]) & PGN_BLANK);
    return !next_line && tag_section_restarts_at(section, key, start, at);
}

RK_MUST_USE bool tag_section_has(const struct tag_section *section, uint64_t key);

RK_INLINE uint64_t tag_key_bit(uint64_t key)
{
    return UINT64_C(1) << (key * UINT64_C(0x9e3779b97f4a7c15) >> 58);
}

RK_INLINE bool tag_section_repeats(const struct tag_section *section, uint64_t key)
{
    return section->seen & tag_key_bit(key) && tag_section_has(section, key);
}

RK_INLINE void tag_section_add(struct tag_section *section, uint64_t key)
{
    if (section->count < TAG_KEYS_MAX)
        section->keys[section->count++] = key;
    section->has_event |= is_event_key(key);
    section->seen |= tag_key_bit(key);
}

/* Skips blanks, comments and escaped lines from `at`, which must be complete before `limit`.
 * Returns where they end. */
RK_MUST_USE const char *tag_section_past_comments(const char *start, const char *at,
                                                  const char *limit);

#endif
