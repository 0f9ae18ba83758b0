/* SPDX-License-Identifier: MIT */
/* Reads Polyglot books. A file is read into memory and checked when it is opened, so later changes
 * of the file have no effect. */
#include "rookery/book.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book/polyglot.h"
#include "rookery/moves.h"

enum { TEXT_SAMPLE = 64 }; /* a book has bytes that no text has among as many */

struct rk_book {
    const unsigned char *entries;
    size_t count;
    unsigned char *owned; /* the bytes of a file; NULL if the caller owns them */
};

// ---- opening ---------------------------------------------------------------------------------

static rk_err set_fault(rk_fault *fault, rk_err err, size_t offset, const char *why)
{
    if (fault) {
        *fault = (rk_fault){.err = err, .offset = offset};
        snprintf(fault->text, sizeof fault->text, "%s", why);
    }
    return err;
}

/* What a file that is no book looks like; NULL: a damaged book. */
static const char *describe_other_format(const unsigned char *bytes, size_t size)
{
    static const unsigned char gzip[] = {0x1f, 0x8b}, zstandard[] = {0x28, 0xb5, 0x2f, 0xfd};
    if (size > sizeof zstandard &&
        (!memcmp(bytes, gzip, sizeof gzip) || !memcmp(bytes, zstandard, sizeof zstandard)))
        return "compressed: decompress the book first";
    for (size_t i = 0; i < size && i < TEXT_SAMPLE; i++)
        if ((bytes[i] < ' ' || bytes[i] == 0x7f) && !strchr("\t\r\n", bytes[i]))
            return NULL;
    return "not a Polyglot book, but a text";
}

static rk_err check_entries(const unsigned char *bytes, size_t size, rk_fault *fault)
{
    char why[RK_FAULT_TEXT_MAX];
    uint64_t last = 0;
    if (size % POLYGLOT_ENTRY_SIZE) {
        snprintf(why, sizeof why, "incomplete entry: the last has %zu bytes instead of %d",
                 size % POLYGLOT_ENTRY_SIZE, POLYGLOT_ENTRY_SIZE);
        return set_fault(fault, RK_BAD_RECORD, size - size % POLYGLOT_ENTRY_SIZE, why);
    }
    for (size_t at = 0; at < size; at += POLYGLOT_ENTRY_SIZE) {
        const uint64_t key = polyglot_read_entry(bytes + at).key;
        if (key < last) {
            snprintf(why, sizeof why,
                     "entry %zu is out of order: its key is less than the one before",
                     at / POLYGLOT_ENTRY_SIZE + 1);
            return set_fault(fault, RK_BAD_RECORD, at, why);
        }
        last = key;
    }
    return RK_OK;
}

rk_err rk_book_from_bytes(const void *bytes, size_t size, rk_book **out, rk_fault *fault)
{
    const rk_err err = check_entries(bytes, size, fault);
    if (err) {
        const char *other = describe_other_format(bytes, size);
        return other ? set_fault(fault, err, 0, other) : err;
    }
    rk_book *book = malloc(sizeof *book);
    if (!book)
        return set_fault(fault, RK_NO_MEMORY, 0, rk_err_text(RK_NO_MEMORY));
    *book = (rk_book){.entries = bytes, .count = size / POLYGLOT_ENTRY_SIZE};
    *out = book;
    return RK_OK;
}

/* Reads a file to its end; NULL if memory is short or reading fails. */
static unsigned char *read_all(FILE *file, size_t *out_size)
{
    unsigned char *bytes = NULL;
    size_t size = 0, capacity = 0;
    do {
        if (size == capacity) {
            capacity = capacity ? 2 * capacity : 1 << 16;
            unsigned char *grown = realloc(bytes, capacity);
            if (!grown)
                break;
            bytes = grown;
        }
        size += fread(bytes + size, 1, capacity - size, file);
        if (!ferror(file) && feof(file)) {
            *out_size = size;
            return bytes;
        }
    } while (!ferror(file));
    free(bytes);
    return NULL;
}

static rk_err open_bytes(unsigned char *bytes, size_t size, rk_book **out, rk_fault *fault)
{
    const rk_err err = rk_book_from_bytes(bytes, size, out, fault);
    if (err)
        free(bytes);
    else
        (*out)->owned = bytes;
    return err;
}

rk_err rk_book_open(const char *path, rk_book **out, rk_fault *fault)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return set_fault(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    size_t size = 0;
    errno = 0;
    unsigned char *bytes = read_all(file, &size);
    const rk_err err = ferror(file) ? RK_CANNOT_READ : RK_NO_MEMORY;
    const int why = errno;
    fclose(file);
    if (!bytes)
        return set_fault(fault, err, 0, why ? strerror(why) : rk_err_text(err));
    return open_bytes(bytes, size, out, fault);
}

void rk_book_close(rk_book *book)
{
    if (book)
        free(book->owned);
    free(book);
}

// ---- probing ---------------------------------------------------------------------------------

static struct book_entry read_entry(const rk_book *book, size_t index)
{
    return polyglot_read_entry(book->entries + index * POLYGLOT_ENTRY_SIZE);
}

/* The first entry whose key is at least `key`. */
static size_t find_first(const rk_book *book, uint64_t key)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (read_entry(book, middle).key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Inserts a move by weight and drops the lightest beyond `max`. Moves of equal weight keep their
 * order. */
static size_t insert_move(rk_book_move *list, size_t count, size_t max, rk_book_move move)
{
    size_t at = count;
    while (at && list[at - 1].weight < move.weight)
        at--;
    if (at >= max)
        return count;
    const size_t kept_count = count < max ? count : max - 1;
    memmove(&list[at + 1], &list[at], (kept_count - at) * sizeof *list);
    list[at] = move;
    return kept_count + 1;
}

size_t rk_book_moves(const rk_book *book, const rk_position *pos, rk_book_move *out, size_t max)
{
    if (!polyglot_supports(pos))
        return 0;
    const uint64_t key = rk_book_key(pos);
    size_t count = 0;
    for (size_t i = find_first(book, key); i < book->count; i++) {
        const struct book_entry entry = read_entry(book, i);
        if (entry.key != key)
            break;
        const rk_move move = polyglot_decode_move(pos, entry.move);
        if (move != RK_NO_MOVE)
            count = insert_move(out, count, max, (rk_book_move){move, entry.weight, entry.learn});
    }
    return count;
}

rk_move rk_book_pick(const rk_book *book, const rk_position *pos, uint64_t random)
{
    rk_book_move moves[RK_MOVES_MAX];
    const size_t count = rk_book_moves(book, pos, moves, RK_MOVES_MAX);
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += moves[i].weight;
    if (!sum)
        return RK_NO_MOVE;
    uint64_t left = random % sum;
    for (size_t i = 0; i < count; i++) {
        if (left < moves[i].weight)
            return moves[i].move;
        left -= moves[i].weight;
    }
    return RK_NO_MOVE;
}
