/* SPDX-License-Identifier: MIT */
#include "pgntools/chunk.h"

#include <stdlib.h>
#include <string.h>

enum {
    BORDER_SEARCH = 16 << 10, /* look for a border in this much text at the end first */
    SKIP_MAX = 256 << 20,     /* give up if no game starts in this much text */
    BORDER_MARGIN = 512       /* the last bytes may be half a line, which cannot be judged yet */
};

const struct chunk_limits chunk_default_limits = {
    .chunk_size = 256 << 10, .tagless_size = 1 << 20, .game_max = 8 << 20};

void chunk_fini(struct chunk *chunk)
{
    free(chunk->text);
    *chunk = (struct chunk){0};
}

bool chunk_has_text(const struct chunk *chunk)
{
    const size_t mark = strlen(CHUNK_BYTE_ORDER_MARK);
    size_t at = chunk->size >= mark && !memcmp(chunk->text, CHUNK_BYTE_ORDER_MARK, mark) ? mark : 0;
    while (at < chunk->size && (unsigned char)chunk->text[at] <= ' ')
        at++;
    return at < chunk->size;
}

bool chunk_is_utf16(const struct chunk *chunk)
{
    return chunk->size >= 2 &&
           (!memcmp(chunk->text, "\xff\xfe", 2) || !memcmp(chunk->text, "\xfe\xff", 2));
}

void chunker_init(struct chunker *chunker, const struct chunk_limits *limits)
{
    *chunker = (struct chunker){.limits = *limits};
}

void chunker_fini(struct chunker *chunker)
{
    chunker_close(chunker);
    free(chunker->remainder);
    chunker->remainder = NULL;
}

void chunker_open(struct chunker *chunker, struct input_stream *taken, const char *file)
{
    chunker_close(chunker);
    chunker->input = taken;
    chunker->file = file;
    chunker->place = (rk_pgn_place){0};
    chunker->at_start = true;
    chunker->after_cr = false;
}

uint64_t chunker_source_bytes(const struct chunker *chunker)
{
    return chunker->closed_bytes + (chunker->input ? input_source_bytes(chunker->input) : 0);
}

void chunker_close(struct chunker *chunker)
{
    chunker->closed_bytes = chunker_source_bytes(chunker);
    input_close(chunker->input);
    chunker->input = NULL;
    chunker->remainder_size = 0;
    chunker->skipping = false;
    chunker->skipped = 0;
}

// ---- borders of games ------------------------------------------------------------------------

/* Counts lines as the PGN reader does: a line ends with LF, CR or CRLF. `after_cr`: the text
 * follows a CR, which may be the first half of a CRLF. */
static uint64_t count_lines(const char *text, size_t size, bool after_cr)
{
    uint64_t lines = size && (*text == '\r' || (*text == '\n' && !after_cr));
    for (size_t i = 1; i < size; i++)
        lines += (text[i] == '\r') | ((text[i] == '\n') & (text[i - 1] != '\r'));
    return lines;
}

/* Returns the start of the last game in a text, 0 if there is none inside it. Searches near the
 * end first, and further back while nothing is found. */
static size_t find_last_game(const char *text, size_t size)
{
    const size_t limit = size > BORDER_MARGIN ? size - BORDER_MARGIN : 0;
    for (size_t back = BORDER_SEARCH;; back *= 4) {
        const size_t from = back < limit ? limit - back : 1;
        size_t found = 0;
        // The search looks back for the start of a tag section, but never before a known game.
        for (size_t at = from; at < limit; at++) {
            at = found + rk_pgn_next_game(text + found, size - found, at - found);
            if (at < limit)
                found = at;
        }
        if (found || from == 1)
            return found;
    }
}

static bool ends_with(const char *text, size_t size, const char *word)
{
    return size >= strlen(word) && !memcmp(text + size - strlen(word), word, strlen(word));
}

static bool ends_with_result(const char *text, size_t size)
{
    return ends_with(text, size, "1-0") || ends_with(text, size, "0-1") ||
           ends_with(text, size, "1/2-1/2") || ends_with(text, size, " *");
}

/* For files without tags: returns the end of the last blank line that follows a result, 0 if there
 * is none. */
static size_t find_end_of_last_game(const char *text, size_t size)
{
    for (size_t at = size; at > 2; at--) {
        if (text[at - 1] != '\n')
            continue;
        size_t end = at - 1;
        while (end && (text[end - 1] == '\r' || text[end - 1] == ' '))
            end--;
        if (!end || text[end - 1] != '\n')
            continue;
        while (end && strchr("\r\n ", text[end - 1]) && text[end - 1])
            end--;
        if (ends_with_result(text, end))
            return at;
    }
    return 0;
}

// ---- reading ---------------------------------------------------------------------------------

static bool reserve_text(char **text, size_t *capacity, size_t needed)
{
    if (*capacity >= needed)
        return true;
    char *larger = realloc(*text, needed);
    if (!larger)
        return false;
    *text = larger;
    *capacity = needed;
    return true;
}

/* Fills the chunk up to `size` bytes as far as there is input; false if memory runs out. */
static bool fill_chunk(struct chunker *chunker, struct chunk *chunk, size_t size)
{
    if (!reserve_text(&chunk->text, &chunk->capacity, size))
        return false;
    if (chunk->size >= size)
        return true;
    const size_t got = input_read(chunker->input, chunk->text + chunk->size, size - chunk->size);
    chunk->size += got;
    return true;
}

/* Ends the chunk at the border and keeps the text after it for the next one. */
static bool cut_at(struct chunker *chunker, struct chunk *chunk, size_t border)
{
    chunker->remainder_size = chunk->size - border;
    if (!reserve_text(&chunker->remainder, &chunker->remainder_capacity, chunker->remainder_size))
        return false;
    if (chunker->remainder_size)
        memcpy(chunker->remainder, chunk->text + border, chunker->remainder_size);
    chunk->size = border;
    return true;
}

static void advance_place(struct chunker *chunker, const struct chunk *chunk)
{
    chunker->place.line += count_lines(chunk->text, chunk->size, chunker->after_cr);
    if (chunk->size)
        chunker->after_cr = chunk->text[chunk->size - 1] == '\r';
    chunker->place.offset += chunk->size;
    chunker->at_start = false;
}

/* Reads up to the last border in the chunk, enlarging the chunk while it has none. */
static bool read_games(struct chunker *chunker, struct chunk *chunk)
{
    const struct chunk_limits *limits = &chunker->limits;
    for (size_t size = limits->chunk_size;; size *= 2) {
        if (size <= chunk->size)
            continue;
        if (!fill_chunk(chunker, chunk, size))
            return false;
        if (chunk->size < size)
            return true;
        size_t border = find_last_game(chunk->text, chunk->size);
        if (!border && size >= limits->tagless_size)
            border = find_end_of_last_game(chunk->text, chunk->size);
        if (border)
            return cut_at(chunker, chunk, border);
        if (size >= limits->game_max) {
            chunk->has_cut_off_game = true;
            return true;
        }
    }
}

/* Starts a chunk with the remainder of the last one. */
static bool start_chunk(struct chunker *chunker, struct chunk *chunk)
{
    chunk->size = chunker->remainder_size;
    if (!reserve_text(&chunk->text, &chunk->capacity, chunker->remainder_size))
        return false;
    if (chunker->remainder_size)
        memcpy(chunk->text, chunker->remainder, chunker->remainder_size);
    chunker->remainder_size = 0;
    chunk->file = chunker->file;
    chunk->start = chunker->place;
    chunk->is_first = chunker->at_start;
    chunk->has_cut_off_game = false;
    return true;
}

/* Skips text up to the next game, or as much of it as was read; what follows is the remainder. */
static bool skip_to_next_game(struct chunker *chunker, struct chunk *chunk)
{
    const size_t size = chunker->limits.chunk_size;
    if (!fill_chunk(chunker, chunk, size))
        return false;
    const bool at_end = chunk->size < size;
    const size_t next = rk_pgn_next_game(chunk->text, chunk->size, 1);
    const size_t safe =
        chunk->size > BORDER_MARGIN && !at_end ? chunk->size - BORDER_MARGIN : chunk->size;
    const size_t border = next <= safe ? next : safe;
    chunker->skipping = next > safe && !at_end;
    chunker->skipped += border;
    if (!cut_at(chunker, chunk, border))
        return false;
    advance_place(chunker, chunk);
    return true;
}

enum chunk_status chunker_next(struct chunker *chunker, struct chunk *chunk)
{
    while (chunker->skipping) {
        if (!start_chunk(chunker, chunk) || !skip_to_next_game(chunker, chunk))
            return CHUNK_NO_MEMORY;
        if (input_error(chunker->input))
            return CHUNK_BAD_INPUT;
        if (chunker->skipping && chunker->skipped > SKIP_MAX)
            return CHUNK_NO_GAME;
    }
    chunker->skipped = 0;
    if (!start_chunk(chunker, chunk) || !read_games(chunker, chunk))
        return CHUNK_NO_MEMORY;
    if (input_error(chunker->input))
        return CHUNK_BAD_INPUT;
    if (!chunk->size)
        return CHUNK_END;
    advance_place(chunker, chunk);
    chunker->skipping = chunk->has_cut_off_game;
    return CHUNK_READ;
}
