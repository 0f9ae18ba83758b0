/* SPDX-License-Identifier: MIT */
#include "cmd/pgngame.h"

#include <string.h>

// ---- tags ------------------------------------------------------------------------------------

void game_tags_note(struct game_tags *tags, rk_pgn_text name, rk_pgn_text value)
{
    static const char *const names[TAG_COUNT] = {
        [TAG_WHITE] = "White",        [TAG_BLACK] = "Black",     [TAG_WHITE_ELO] = "WhiteElo",
        [TAG_BLACK_ELO] = "BlackElo", [TAG_DATE] = "Date",       [TAG_ECO] = "ECO",
        [TAG_RESULT] = "Result",      [TAG_VARIANT] = "Variant",
    };
    for (size_t i = 0; i < TAG_COUNT; i++)
        if (text_is(name, names[i])) {
            tags->of[i] = value;
            return;
        }
}

rk_variant game_tags_variant(const struct game_tags *tags)
{
    char name[64];
    rk_variant variant = RK_STANDARD;
    const size_t size = rk_pgn_unescape(tags->of[TAG_VARIANT], name, sizeof name - 1);
    name[size] = '\0';
    if (size && rk_variant_from_name(name, &variant))
        return variant;
    return RK_STANDARD;
}

unsigned long text_number_of(rk_pgn_text text)
{
    unsigned long number = 0;
    for (size_t i = 0; i < text.size && i < 9 && text.at[i] >= '0' && text.at[i] <= '9'; i++)
        number = number * 10 + (unsigned long)(text.at[i] - '0');
    return number;
}

enum game_result game_result_of(rk_pgn_text result)
{
    if (text_is(result, "1-0"))
        return WHITE_WON;
    if (text_is(result, "0-1"))
        return BLACK_WON;
    return text_is(result, "1/2-1/2") ? DRAWN : UNDECIDED;
}

// ---- spans -----------------------------------------------------------------------------------

void spans_begin(struct spans *spans, const struct piece *piece)
{
    harvest_begin(&spans->harvest);
    buffer_rewind(&spans->list);
    spans->piece = piece;
    spans->open = false;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static void close_span(struct spans *spans, size_t end)
{
    const char *text = spans->piece->text;
    if (!spans->open || !spans->wanted)
        return;
    while (end > spans->now.begin && is_blank(text[end - 1]))
        end--;
    spans->now.size = end - spans->now.begin;
    buffer_add(&spans->list, &spans->now, sizeof spans->now);
}

rk_pgn_next spans_begin_game(void *data, rk_pgn_place place)
{
    struct spans *spans = data;
    const size_t begin = (size_t)(place.offset - spans->piece->start.offset);
    close_span(spans, begin);
    spans->now = (struct span){.begin = begin};
    spans->open = spans->wanted = true;
    return harvest_begin_game(data, place);
}

void spans_end(struct spans *spans)
{
    close_span(spans, spans->piece->size);
    spans->harvest.failed = spans->harvest.failed || spans->list.failed;
}

void spans_free(void *data)
{
    struct spans *spans = data;
    buffer_fini(&spans->list);
    harvest_free(data);
}

void copier_write(struct copier *copier, const struct piece *piece, const struct span *span)
{
    if (copier->games++)
        output_write(copier->output, "\n", 1);
    output_write(copier->output, piece->text + span->begin, span->size);
    output_write(copier->output, "\n", 1);
    copier->bytes += span->size + 2;
}
