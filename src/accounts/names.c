/* SPDX-License-Identifier: MIT */
/* Names are ASCII, so that no two of them look the same; texts are any language's. */
#include "accounts/names.h"

#include <stdint.h>
#include <string.h>

#include "base/utf8.h"

// ---- names -----------------------------------------------------------------------------------

enum { NAME_MIN = 2, NAME_MAX = 20 };

/* Who would be taken for the house, or for one of its addresses; as skeletons. */
static const char *const reserved[] = {
    "account", "admin",   "administrator", "anonymous", "api",       "bot",  "game",
    "guest",   "healthz", "moderator",     "null",      "rookery",   "root", "server",
    "staff",   "support", "sysadmin",      "system",    "undefined", "ws",
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_sign(char c)
{
    return c == '_' || c == '-';
}

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* The letter people read where a digit or a letter stands: "Adm1n" is admin. */
static char lookalike(char c)
{
    static const char from[] = "013457l", to[] = "oieasti";
    const char *at = strchr(from, small(c));
    return at ? to[at - from] : small(c);
}

/* Whether the name, read carelessly, is the word. */
static bool reads_as(const char *name, const char *word)
{
    for (; *name; name++) {
        if (is_sign(*name))
            continue;
        if (!*word || lookalike(*name) != lookalike(*word))
            return false;
        word++;
    }
    return !*word;
}

/* Guests are called Guest- and letters: nobody else may be. */
static bool is_guest_name(const char *name)
{
    static const char guest[] = "guest";
    size_t i = 0;
    while (guest[i] && lookalike(name[i]) == lookalike(guest[i]))
        i++;
    return !guest[i] && is_sign(name[i]);
}

static bool is_reserved(const char *name)
{
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (reads_as(name, reserved[i]))
            return true;
    return is_guest_name(name);
}

const char *name_fault(const char *name)
{
    const size_t length = strlen(name);
    if (length < NAME_MIN || length > NAME_MAX)
        return "a name has 2 to 20 characters";
    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]) && !is_digit(name[i]) && !is_sign(name[i]))
            return "a name is made of the letters a to z, digits, _ and -";
    if (!is_letter(name[0]))
        return "a name begins with a letter";
    if (is_sign(name[length - 1]))
        return "a name ends with a letter or a digit";
    for (size_t i = 1; i < length; i++)
        if (is_sign(name[i]) && is_sign(name[i - 1]))
            return "a name has no two signs in a row";
    return is_reserved(name) ? "this name is reserved" : NULL;
}

bool name_to_id(const char *name, char out[IDENTITY_ID_MAX + 1])
{
    const size_t length = strlen(name);
    if (length > IDENTITY_ID_MAX)
        return false;
    for (size_t i = 0; i <= length; i++)
        out[i] = small(name[i]);
    return true;
}

// ---- characters ------------------------------------------------------------------------------

enum treatment {
    DROP,    /* not seen, or moves what is */
    BLANK,   /* seen as nothing: a blank like any other */
    MARK,    /* stands on the letter before it */
    FOLD_26, /* the capitals again, in other dress */
    FOLD_52, /* capitals and small letters, again and again */
    FOLD_10, /* digits, again and again */
    FOLD_94  /* all of ASCII, wide */
};

/* What is not kept as it is, in order. */
static const struct {
    uint32_t first, last;
    enum treatment treatment;
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
    {0x1d400, 0x1d6a3, FOLD_52}, /* letters of mathematics: bold, script, double... */
    {0x1d7ce, 0x1d7ff, FOLD_10},
    {0x1f130, 0x1f149, FOLD_26}, /* squared, circled, both */
    {0x1f150, 0x1f169, FOLD_26},
    {0x1f170, 0x1f189, FOLD_26},
    {0xe0000, 0x10ffff, DROP}, /* tags, more selectors, private use */
};

enum { KEEP = -1, MARKS_MAX = 2 };

/* What to do with a character; one that is only dressed up is undressed. */
static int treat(uint32_t *c)
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
    const uint32_t place = *c - ranges[low].first;
    switch (ranges[low].treatment) {
    case FOLD_10:
        *c = '0' + place % 10;
        return KEEP;
    case FOLD_26:
        *c = 'A' + place;
        return KEEP;
    case FOLD_52:
        *c = place % 52 < 26 ? 'A' + place % 52 : 'a' + place % 52 - 26;
        return KEEP;
    case FOLD_94:
        *c = '!' + place;
        return KEEP;
    default:
        return (int)ranges[low].treatment;
    }
}

/* Reads one character of UTF-8 and goes on behind it; a bad byte is passed over as U+FFFF, which
 * is none. */
static uint32_t take_character(const char **at)
{
    const unsigned char *bytes = (const unsigned char *)*at;
    const unsigned lead = bytes[0];
    const unsigned more = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    uint32_t c = more ? lead & (0x3fu >> more) : lead;
    (*at)++;
    if (lead >= 0xf8 || (lead >= 0x80 && lead < 0xc0))
        return 0xffff;
    for (unsigned i = 1; i <= more; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0xffff;
        c = c << 6 | (bytes[i] & 0x3fu);
    }
    if (c < least[more] || c > 0x10ffff)
        return 0xffff;
    *at += more;
    return c;
}

static size_t put_character(uint32_t c, char out[4])
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

/* A cleaned text as it grows. A blank waits until something follows it. */
struct clean {
    char *out;
    size_t size, length; /* room without the NUL */
    size_t characters;   /* that may still come */
    unsigned marks;      /* on the last letter */
    bool blank;
};

/* Takes the character, with the blank before it, if there is room for both. */
static bool keep_character(struct clean *clean, uint32_t c)
{
    char bytes[5] = " ";
    const size_t blank = clean->blank;
    const size_t size = blank + put_character(c, bytes + blank);
    if (clean->characters < 1 + blank || clean->size - clean->length < size)
        return false;
    memcpy(clean->out + clean->length, bytes, size);
    clean->length += size;
    clean->characters -= 1 + blank;
    clean->blank = false;
    return true;
}

/* False when no more fits. */
static bool clean_character(struct clean *clean, uint32_t c)
{
    switch (treat(&c)) {
    case DROP:
        return true;
    case BLANK:
        clean->blank = clean->length > 0;
        return true;
    case MARK:
        /* on nothing, or on a blank, it would stand on what comes before the text */
        if (!clean->length || clean->blank || clean->marks == MARKS_MAX)
            return true;
        clean->marks++;
        return keep_character(clean, c);
    default:
        clean->marks = 0;
        return keep_character(clean, c);
    }
}

size_t text_sanitize(const char *text, size_t characters, char *out, size_t size)
{
    struct clean clean = {.out = out, .size = size - 1, .characters = characters};
    while (*text && clean_character(&clean, take_character(&text)))
        continue;
    out[clean.length] = '\0';
    return clean.length;
}

size_t text_count_characters(const char *text)
{
    return utf8_count(text, strlen(text));
}

// ---- likeness --------------------------------------------------------------------------------

/* Longer texts are compared by their beginnings; one byte in eight may differ. */
enum { LIKENESS_MAX = 600, LIKENESS_SHARE = 8 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Whether `a` becomes `b` by at most `most` changes, letters large or small. The row of distances
 * is reckoned only where it can stay that small. */
static bool is_within(const char *a, size_t a_size, const char *b, size_t b_size, size_t most)
{
    size_t row[LIKENESS_MAX + 1];
    for (size_t j = 0; j <= b_size; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_size; i++) {
        const size_t from = i > most ? i - most : 1, to = smaller(b_size, i + most);
        size_t corner = row[from - 1];
        row[from - 1] = from == 1 ? i : most + 1;
        for (size_t j = from; j <= to; j++) {
            const size_t above = j == i + most ? most + 1 : row[j];
            const size_t changed = corner + (small(a[i - 1]) != small(b[j - 1]));
            corner = row[j];
            row[j] = smaller(changed, smaller(above, row[j - 1]) + 1);
        }
    }
    return row[b_size] <= most;
}

bool text_is_similar(const char *a, const char *b)
{
    const size_t a_size = strnlen(a, LIKENESS_MAX), b_size = strnlen(b, LIKENESS_MAX);
    const size_t most = smaller(a_size, b_size) / LIKENESS_SHARE;
    if (a_size > b_size + most || b_size > a_size + most)
        return false;
    return is_within(a, a_size, b, b_size, most);
}
