/* SPDX-License-Identifier: MIT */
#include "join/terms.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/suggest.h"
#include "base/text.h"
#include "rookery/clock.h"
#include "rookery/variant.h"

enum { WORDS_MAX = 24, WORD_SIZE = 72, VARIANT_WORDS_MAX = 4 /* king of the hill */ };

enum group {
    GROUP_SIDE,
    GROUP_RATED,
    GROUP_HIDDEN,
    GROUP_CLOCK,
    GROUP_VARIANT,
    GROUP_RATINGS,
    GROUP_COUNT
};

/* Words with a fixed meaning, besides the names of variants. */
static const struct keyword {
    const char *word;
    enum group group;
    bool on;          /* rated, hidden */
    const char *text; /* side, clock */
} keywords[] = {
    {"white", GROUP_SIDE, false, "white"},   {"black", GROUP_SIDE, false, "black"},
    {"random", GROUP_SIDE, false, "random"}, {"rated", GROUP_RATED, true, NULL},
    {"casual", GROUP_RATED, false, NULL},    {"unrated", GROUP_RATED, false, NULL},
    {"private", GROUP_HIDDEN, true, NULL},   {"public", GROUP_HIDDEN, false, NULL},
    {"untimed", GROUP_CLOCK, false, "-"},    {"unlimited", GROUP_CLOCK, false, "-"},
};
enum { KEYWORD_COUNT = sizeof keywords / sizeof *keywords };

struct parser {
    char words[WORDS_MAX][WORD_SIZE];
    size_t count, at;
    struct text clock;
    const char *given[GROUP_COUNT]; /* the word that set it; NULL: not yet */
    struct game_terms *terms;
    char *why;
};

__attribute__((format(printf, 2, 3))) static bool refuse_terms(struct parser *parser,
                                                               const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(parser->why, TERMS_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static bool split_words(struct parser *parser, const char *text)
{
    while (*(text += strspn(text, " \t"))) {
        const size_t size = strcspn(text, " \t");
        if (parser->count == WORDS_MAX || size >= WORD_SIZE)
            return refuse_terms(parser, "too long: try 5+3 atomic rated");
        text_copy(parser->words[parser->count++], size + 1, text);
        text += size;
    }
    return true;
}

/* Each group of words may be used once: a game has one variant. */
static bool claim_group(struct parser *parser, enum group group, const char *word)
{
    if (parser->given[group])
        return refuse_terms(parser, "%s contradicts %s", word, parser->given[group]);
    parser->given[group] = word;
    return true;
}

// ---- words -----------------------------------------------------------------------------------

static const struct keyword *find_keyword(const char *word)
{
    for (size_t i = 0; i < KEYWORD_COUNT; i++)
        if (!strcasecmp(word, keywords[i].word))
            return &keywords[i];
    return NULL;
}

static bool apply_keyword(struct parser *parser, const struct keyword *keyword)
{
    struct game_terms *terms = parser->terms;
    if (!claim_group(parser, keyword->group, keyword->word))
        return false;
    parser->at++;
    if (keyword->group == GROUP_SIDE)
        terms->side = keyword->text;
    else if (keyword->group == GROUP_RATED)
        terms->rated = keyword->on;
    else if (keyword->group == GROUP_HIDDEN)
        terms->hidden = keyword->on;
    else
        text_add(&parser->clock, keyword->text);
    return true;
}

/* The number of words from the next one on that are the name of a variant, such as "king of the
 * hill"; 0 if they are not. */
static size_t match_variant(const struct parser *parser, rk_variant *out)
{
    for (size_t count = VARIANT_WORDS_MAX; count; count--) {
        char name[VARIANT_WORDS_MAX * WORD_SIZE];
        struct text text = text_in(name, sizeof name);
        if (parser->at + count > parser->count)
            continue;
        for (size_t i = 0; i < count; i++)
            text_add(&text, parser->words[parser->at + i]);
        text_end(&text);
        if (rk_variant_from_name(name, out))
            return count;
    }
    return 0;
}

static rk_variant default_variant(const struct game_terms *terms)
{
    rk_variant variant = RK_STANDARD;
    return terms->variant && rk_variant_from_name(terms->variant, &variant) ? variant : RK_STANDARD;
}

/* A default position belongs to the default variant. */
static bool apply_variant(struct parser *parser, rk_variant variant, size_t words)
{
    struct game_terms *terms = parser->terms;
    const char *name = rk_variant_name(variant);
    if (!claim_group(parser, GROUP_VARIANT, name))
        return false;
    parser->at += words;
    if (variant != default_variant(terms))
        terms->fen = NULL;
    terms->variant = name;
    return true;
}

/* A time control may have several words: "3 days", "hourglass 5", "5+3 / 1+0". */
static bool is_clock_word(const char *word)
{
    return (*word >= '0' && *word <= '9') || strchr("-/+.", *word) || !strcasecmp(word, "day") ||
           !strcasecmp(word, "days") || !strcasecmp(word, "hourglass");
}

static bool apply_clock_word(struct parser *parser)
{
    const char *word = parser->words[parser->at++];
    if (parser->given[GROUP_CLOCK] && find_keyword(parser->given[GROUP_CLOCK]))
        return claim_group(parser, GROUP_CLOCK, word);
    if (parser->given[GROUP_CLOCK])
        text_put(&parser->clock, ' ');
    else
        parser->given[GROUP_CLOCK] = word;
    for (; *word; word++)
        text_put(&parser->clock, ascii_lower(*word));
    return true;
}

bool terms_is_rating_range(const char *word)
{
    const size_t min = strspn(word, "0123456789");
    if (!min || min > 4 || word[min] != '-')
        return false;
    const size_t max = strspn(word + min + 1, "0123456789");
    return max && max <= 4 && !word[min + 1 + max];
}

static bool apply_ratings(struct parser *parser)
{
    const char *word = parser->words[parser->at++];
    if (!claim_group(parser, GROUP_RATINGS, word))
        return false;
    text_copy(parser->terms->ratings, sizeof parser->terms->ratings, word);
    return true;
}

static bool refuse_word(struct parser *parser, const char *word)
{
    const char *names[RK_VARIANT_COUNT + KEYWORD_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        names[i] = rk_variant_name((rk_variant)i);
    for (size_t i = 0; i < KEYWORD_COUNT; i++)
        names[RK_VARIANT_COUNT + i] = keywords[i].word;
    suggest_text(word, names, RK_VARIANT_COUNT + KEYWORD_COUNT, hint);
    return refuse_terms(parser, "unknown word: %s%s", word,
                        *hint ? hint : "; expected a clock, a variant, a side, rated or casual");
}

static bool parse_word(struct parser *parser)
{
    const char *word = parser->words[parser->at];
    const struct keyword *keyword = find_keyword(word);
    rk_variant variant = RK_STANDARD;
    const size_t variant_words = keyword ? 0 : match_variant(parser, &variant);
    if (keyword)
        return apply_keyword(parser, keyword);
    if (variant_words)
        return apply_variant(parser, variant, variant_words);
    if (terms_is_rating_range(word))
        return apply_ratings(parser);
    return is_clock_word(word) ? apply_clock_word(parser) : refuse_word(parser, word);
}

static bool check_clock(struct parser *parser)
{
    const char *clock = parser->terms->clock;
    rk_time_control control;
    rk_fault fault;
    if (!*clock ||
        (!parser->clock.cut && !rk_time_control_parse(clock, strlen(clock), &control, &fault)))
        return true;
    return refuse_terms(parser, "%s: %s", clock,
                        parser->clock.cut ? "the time control is too long" : fault.text);
}

// ---- terms -----------------------------------------------------------------------------------

bool terms_parse(const struct game_defaults *defaults, const char *text, struct game_terms *out,
                 char why[TERMS_ERROR_SIZE])
{
    struct parser parser = {.terms = out, .why = why};
    *out = (struct game_terms){.variant = defaults->variant,
                               .side = defaults->side,
                               .fen = defaults->fen,
                               .rated = defaults->rated,
                               .hidden = defaults->hidden};
    parser.clock = text_in(out->clock, sizeof out->clock);
    if (!split_words(&parser, text))
        return false;
    while (parser.at < parser.count)
        if (!parse_word(&parser))
            return false;
    if (!text_end(&parser.clock))
        text_copy(out->clock, sizeof out->clock, defaults->clock ? defaults->clock : "5+3");
    return check_clock(&parser);
}

void terms_list_words(void (*add)(void *context, const char *word), void *context)
{
    for (unsigned i = 0; i < RK_VARIANT_COUNT; i++)
        add(context, rk_variant_name((rk_variant)i));
    for (size_t i = 0; i < KEYWORD_COUNT; i++)
        add(context, keywords[i].word);
}
