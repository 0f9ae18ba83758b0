/* SPDX-License-Identifier: MIT */
#include "pgntools/game_spans.h"

void game_spans_reset(struct game_spans *spans, const struct chunk *chunk)
{
    chunk_result_reset(&spans->base);
    buffer_rewind(&spans->list);
    spans->chunk = chunk;
    spans->in_game = false;
}

static bool is_whitespace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static void end_span(struct game_spans *spans, size_t end)
{
    const char *text = spans->chunk->text;
    if (!spans->in_game || !spans->selected)
        return;
    while (end > spans->current.begin && is_whitespace(text[end - 1]))
        end--;
    spans->current.size = end - spans->current.begin;
    buffer_add(&spans->list, &spans->current, sizeof spans->current);
}

rk_pgn_next game_spans_begin_game(void *data, rk_pgn_place place)
{
    struct game_spans *spans = data;
    const size_t begin = (size_t)(place.offset - spans->chunk->start.offset);
    end_span(spans, begin);
    spans->current = (struct game_span){.begin = begin};
    spans->in_game = spans->selected = true;
    return chunk_result_begin_game(data, place);
}

void game_spans_end(struct game_spans *spans)
{
    end_span(spans, spans->chunk->size);
    spans->base.out_of_memory = spans->base.out_of_memory || spans->list.failed;
}

void game_spans_fini(void *data)
{
    struct game_spans *spans = data;
    buffer_fini(&spans->list);
    chunk_result_fini(data);
}

void game_spans_find(const struct chunk *chunk, void *result, const void *data)
{
    struct game_spans *spans = result;
    (void)data;
    const rk_pgn_visitor visitor = {.data = spans,
                                    .validate = true,
                                    .begin_game = game_spans_begin_game,
                                    .begin_variation = chunk_result_skip_variation,
                                    .error = chunk_result_error};
    game_spans_reset(spans, chunk);
    chunk_result_read(&spans->base, chunk, &visitor);
    game_spans_end(spans);
}

const struct game_span *game_spans_list(const struct game_spans *spans, size_t *count)
{
    const struct game_span *list = (const void *)spans->list.bytes;
    *count = spans->list.size / sizeof *list;
    return list;
}

void game_writer_write(struct game_writer *writer, const struct chunk *chunk,
                       const struct game_span *span)
{
    if (writer->games++)
        output_write(writer->output, "\n", 1);
    output_write(writer->output, chunk->text + span->begin, span->size);
    output_write(writer->output, "\n", 1);
    writer->bytes += span->size + 2;
}
