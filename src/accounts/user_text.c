/* SPDX-License-Identifier: MIT */
#include "accounts/user_text.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/minmax.h"
#include "base/utf8.h"

// ---- characters ------------------------------------------------------------------------------

enum character_class {
    DROP,    /* invisible, or changes the direction of text */
    BLANK,   /* shown as white space: replaced by a blank */
    MARK,    /* combines with the letter before it */
    FOLD_26, /* a styled A to Z */
    FOLD_52, /* styled A to Z and a to z, several alphabets in a row */
    FOLD_10, /* styled 0 to 9, several sets in a row */
    FOLD_94  /* full-width ASCII */
};

/* The characters that are not kept as they are, in order. */
static const struct {
    uint32_t first, last;
    enum character_class character_class;
} ranges[] = {
    {0x00, 0x08, DROP},
    {0x09, 0x0d, BLANK},
    {0x0e, 0x1f, DROP},
    {0x20, 0x20, BLANK},
    {0x7f, 0x84, DROP},
    {0x85, 0x85, BLANK},
    {0x86, 0x9f, DROP},
    {0xa0, 0xa0, BLANK},
    {0xad, 0xad, DROP}, /* soft hyphen */
    {0x300, 0x34e, MARK},
    {0x34f, 0x34f, DROP}, /* grapheme joiner */
    {0x350, 0x36f, MARK},
    {0x483, 0x489, MARK},
    {0x591, 0x5bd, MARK},
    {0x5bf, 0x5bf, MARK},
    {0x5c1, 0x5c2, MARK},
    {0x5c4, 0x5c5, MARK},
    {0x5c7, 0x5c7, MARK},
    {0x610, 0x61a, MARK},
    {0x61c, 0x61c, DROP}, /* Arabic letter mark */
    {0x64b, 0x65f, MARK},
    {0x670, 0x670, MARK},
    {0x6d6, 0x6dc, MARK},
    {0x6df, 0x6e4, MARK},
    {0x6e7, 0x6e8, MARK},
    {0x6ea, 0x6ed, MARK},
    {0xe31, 0xe31, MARK},
    {0xe34, 0xe3a, MARK},
    {0xe47, 0xe4e, MARK},
    {0xeb1, 0xeb1, MARK},
    {0xeb4, 0xebc, MARK},
    {0xec8, 0xece, MARK},
    {0x115f, 0x1160, BLANK}, /* Hangul fillers */
    {0x1680, 0x1680, BLANK},
    {0x17b4, 0x17b5, DROP},
    {0x180b, 0x180f, DROP}, /* Mongolian selectors and separator */
    {0x1ab0, 0x1aff, MARK},
    {0x1dc0, 0x1dff, MARK},
    {0x2000, 0x200a, BLANK},
    {0x200b, 0x200f, DROP}, /* zero width, direction marks */
    {0x2028, 0x2029, BLANK},
    {0x202a, 0x202e, DROP}, /* embeddings and overrides */
    {0x202f, 0x202f, BLANK},
    {0x205f, 0x205f, BLANK},
    {0x2060, 0x206f, DROP}, /* joiners, isolates, shaping */
    {0x20d0, 0x20ff, MARK},
    {0x24b6, 0x24e9, FOLD_52}, /* circled */
    {0x2800, 0x2800, BLANK},   /* the empty Braille pattern */
    {0x3000, 0x3000, BLANK},
    {0x302a, 0x302f, MARK},
    {0x3099, 0x309a, MARK},
    {0x3164, 0x3164, BLANK}, /* Hangul filler */
    {0xa66f, 0xa672, MARK},
    {0xa674, 0xa67d, MARK},
    {0xd800, 0xf8ff, DROP}, /* surrogates, private use */
    {0xfdd0, 0xfdef, DROP},
    {0xfe00, 0xfe0f, DROP}, /* variation selectors */
    {0xfe20, 0xfe2f, MARK},
    {0xfeff, 0xfeff, DROP},
    {0xff01, 0xff5e, FOLD_94},
    {0xffa0, 0xffa0, BLANK},
    {0xfff0, 0xfffb, DROP},
    {0xfffe, 0xffff, DROP},
    {0x1d173, 0x1d17a, DROP},
    {0x1d400, 0x1d6a3, FOLD_52}, /* mathematical letters: bold, script, double-struck... */
    {0x1d7ce, 0x1d7ff, FOLD_10},
    {0x1f130, 0x1f149, FOLD_26}, /* squared, circled, both */
    {0x1f150, 0x1f169, FOLD_26},
    {0x1f170, 0x1f189, FOLD_26},
    {0xe0000, 0x10ffff, DROP}, /* tags, more selectors, private use */
};

enum { KEEP = -1, MARKS_MAX = 2 };

/* What to do with a character. A styled letter or digit is replaced by the plain one and kept. */
static int classify_character(uint32_t *c)
{
    size_t low = 0, high = sizeof ranges / sizeof *ranges;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (*c > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == sizeof ranges / sizeof *ranges || *c < ranges[low].first)
        return KEEP;
    const uint32_t offset = *c - ranges[low].first;
    switch (ranges[low].character_class) {
    case FOLD_10:
        *c = '0' + offset % 10;
        return KEEP;
    case FOLD_26:
        *c = 'A' + offset;
        return KEEP;
    case FOLD_52:
        *c = offset % 52 < 26 ? 'A' + offset % 52 : 'a' + offset % 52 - 26;
        return KEEP;
    case FOLD_94:
        *c = '!' + offset;
        return KEEP;
    default:
        return (int)ranges[low].character_class;
    }
}

/* Reads one character of UTF-8 and advances past it. An invalid byte is read as U+FFFF, which is
 * dropped like every non-character. */
static uint32_t read_character(const char **at)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    const unsigned lead = bytes[0];
    const unsigned more = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    static const uint32_t minima[] = {0, 0x80, 0x800, 0x10000};
    uint32_t c = more ? lead & (0x3fu >> more) : lead;
    (*at)++;
    if (lead >= 0xf8 || (lead >= 0x80 && lead < 0xc0))
        return 0xffff;
    for (unsigned i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0xffff;
        c = c << 6 | (bytes[i] & 0x3fu);
    }
    if (c < minima[more] || c > 0x10ffff)
        return 0xffff;
    *at += more;
    return c;
}

static size_t write_character(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    const unsigned more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char leads[] = {0, 0xc0, 0xe0, 0xf0};
    for (unsigned i = more; i; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(leads[more] | c);
    return more + 1;
}

// ---- texts -----------------------------------------------------------------------------------

/* The sanitized text so far. A blank is written only when a character follows it. */
struct output {
    char *text;
    size_t size, length; /* without the NUL */
    size_t characters;   /* that may still be written */
    unsigned marks;      /* on the last letter */
    bool blank;
};

/* Writes the character, with the blank before it, if there is room for both. */
static bool output_character(struct output *output, uint32_t c)
{
    char bytes[5] = " ";
    const size_t blank = output->blank;
    const size_t size = blank + write_character(c, bytes + blank);
    if (output->characters < 1 + blank || output->size - output->length < size)
        return false;
    memcpy(output->text + output->length, bytes, size);
    output->length += size;
    output->characters -= 1 + blank;
    output->blank = false;
    return true;
}

/* False when the text is full. */
static bool sanitize_character(struct output *output, uint32_t c)
{
    switch (classify_character(&c)) {
    case DROP:
        return true;
    case BLANK:
        output->blank = output->length > 0;
        return true;
    case MARK:
        // Without a letter it would combine with whatever is shown before the text.
        if (!output->length || output->blank || output->marks == MARKS_MAX)
            return true;
        output->marks++;
        return output_character(output, c);
    default:
        output->marks = 0;
        return output_character(output, c);
    }
}

size_t user_text_sanitize(const char *text, size_t characters, char *out, size_t size)
{
    struct output output = {.text = out, .size = size - 1, .characters = characters};
    while (*text && sanitize_character(&output, read_character(&text)))
        continue;
    out[output.length] = '\0';
    return output.length;
}

size_t user_text_count(const char *text)
{
    return utf8_count(text, strlen(text));
}

// ---- similarity ------------------------------------------------------------------------------

/* Only the first 600 bytes are compared, of which one in eight may differ. */
enum { COMPARED_MAX = 600, DIFFERENCE_SHARE = 8 };

/* Whether the Levenshtein distance of `a` and `b`, ignoring case, is at most `max`. Only the cells
 * of the table that can be that small are computed. */
static bool is_within_distance(const char *a, size_t a_size, const char *b, size_t b_size,
                               size_t max)
{
    size_t row[COMPARED_MAX + 1];
    for (size_t j = 0; j <= b_size; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_size; i++) {
        const size_t from = i > max ? i - max : 1, to = min_size(b_size, i + max);
        size_t corner = row[from - 1];
        row[from - 1] = from == 1 ? i : max + 1;
        for (size_t j = from; j <= to; j++) {
            const size_t above = j == i + max ? max + 1 : row[j];
            const size_t changed = corner + (ascii_lower(a[i - 1]) != ascii_lower(b[j - 1]));
            corner = row[j];
            row[j] = min_size(changed, min_size(above, row[j - 1]) + 1);
        }
    }
    return row[b_size] <= max;
}

bool user_text_is_similar(const char *a, const char *b)
{
    const size_t a_size = strnlen(a, COMPARED_MAX), b_size = strnlen(b, COMPARED_MAX);
    const size_t max = min_size(a_size, b_size) / DIFFERENCE_SHARE;
    if (a_size > b_size + max || b_size > a_size + max)
        return false;
    return is_within_distance(a, a_size, b, b_size, max);
}

bool user_text_has_link(const char *text)
{
    static const char *const marks[] = {"://", "www.", "WWW.", ".com", ".org", ".net", ".io/"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strstr(text, marks[i]))
            return true;
    return false;
}
