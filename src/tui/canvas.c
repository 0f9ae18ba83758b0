/* SPDX-License-Identifier: MIT */
#include "tui/canvas.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tui/text_row.h"

static const struct cell blank = {.glyph = " "};

static struct cell *cell_at(const struct canvas *canvas, int row, int column)
{
    return &canvas->cells[(size_t)row * (size_t)canvas->columns + (size_t)column];
}

static size_t cell_count(const struct canvas *canvas)
{
    return (size_t)canvas->rows * (size_t)canvas->columns;
}

bool canvas_reset(struct canvas *canvas, int rows, int columns)
{
    const size_t count = (size_t)rows * (size_t)columns;
    if (!canvas->cells || cell_count(canvas) != count) {
        struct cell *cells = realloc(canvas->cells, (count ? count : 1) * sizeof *cells);
        if (!cells)
            return false;
        canvas->cells = cells;
    }
    canvas->rows = rows;
    canvas->columns = columns;
    canvas->cursor_row = -1;
    canvas->cursor_column = 0;
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = blank;
    return true;
}

void canvas_fini(struct canvas *canvas)
{
    free(canvas->cells);
    *canvas = (struct canvas){.rows = 0};
}

// ---- drawing -----------------------------------------------------------------------------------

// A wide character that is overwritten in part must not leave its other half behind.
static void clear_other_half(const struct canvas *canvas, int row, int column)
{
    struct cell *cell = cell_at(canvas, row, column);
    if (!*cell->glyph && column > 0)
        memcpy(cell[-1].glyph, blank.glyph, sizeof blank.glyph);
    else if (column + 1 < canvas->columns && !*cell[1].glyph)
        memcpy(cell[1].glyph, blank.glyph, sizeof blank.glyph);
}

static void set_cell(const struct canvas *canvas, int row, int column, struct cell cell)
{
    if (row < 0 || row >= canvas->rows || column < 0 || column >= canvas->columns)
        return;
    clear_other_half(canvas, row, column);
    *cell_at(canvas, row, column) = cell;
}

static struct cell styled_cell(struct text_style style)
{
    return (struct cell){.text = style.text, .back = style.back, .bold = style.bold};
}

int canvas_put(struct canvas *canvas, int row, int column, int width, const char *text,
               struct text_style style)
{
    int used = 0;
    while (*text && *text != '\n') {
        struct cell cell = styled_cell(style);
        const struct text_glyph glyph = text_row_glyph(text);
        if (used + glyph.columns > width || column + used + glyph.columns > canvas->columns)
            break;
        memcpy(cell.glyph, glyph.is_valid ? text : "?", glyph.is_valid ? glyph.size : 1);
        if (glyph.columns) // combining marks are left out
            set_cell(canvas, row, column + used, cell);
        if (glyph.columns == 2)
            set_cell(canvas, row, column + used + 1, styled_cell(style));
        used += glyph.columns;
        text += glyph.size;
    }
    return used;
}

int canvas_print(struct canvas *canvas, int row, int column, struct text_style style,
                 const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return canvas_put(canvas, row, column, canvas->columns, text, style);
}

void canvas_fill(struct canvas *canvas, int row, int column, int width, const char *glyph,
                 struct text_style style)
{
    struct cell cell = styled_cell(style);
    snprintf(cell.glyph, sizeof cell.glyph, "%s", glyph);
    for (int i = 0; i < width; i++)
        set_cell(canvas, row, column + i, cell);
}

// ---- output ------------------------------------------------------------------------------------

static bool has_same_style(const struct cell *first, const struct cell *second)
{
    return first->text == second->text && first->back == second->back &&
           first->bold == second->bold;
}

static void write_style(const struct cell *cell, enum colour_depth depth, FILE *out)
{
    fputs(cell->bold ? "\033[0;1" : "\033[0", out);
    colour_write(cell->text, depth, false, out);
    colour_write(cell->back, depth, true, out);
    fputc('m', out);
}

/* Writes the cells from `first` to before `end`; `style` is what the terminal writes in now. */
static void write_cells(const struct cell *first, const struct cell *end, struct cell *style,
                        enum colour_depth depth, FILE *out)
{
    for (; first < end; first++) {
        if (!has_same_style(first, style))
            write_style(first, depth, out);
        *style = *first;
        fputs(first->glyph, out);
    }
}

static bool is_same_cell(const struct cell *first, const struct cell *second)
{
    return has_same_style(first, second) && !strcmp(first->glyph, second->glyph);
}

/* Writes the changed part of a row, from its first changed cell to its last. */
static void update_row(const struct canvas *canvas, const struct canvas *shown, int row,
                       struct cell *style, enum colour_depth depth, FILE *out)
{
    const struct cell *new_row = cell_at(canvas, row, 0), *old_row = cell_at(shown, row, 0);
    int from = 0, end = canvas->columns;
    while (from < end && is_same_cell(new_row + from, old_row + from))
        from++;
    if (from == end)
        return;
    while (is_same_cell(new_row + end - 1, old_row + end - 1))
        end--;
    while (from > 0 && !*new_row[from].glyph)
        from--;
    fprintf(out, "\033[%d;%dH", row + 1, from + 1);
    write_cells(new_row + from, new_row + end, style, depth, out);
}

static void place_cursor(const struct canvas *canvas, FILE *out)
{
    if (canvas->cursor_row >= 0)
        fprintf(out, "\033[%d;%dH\033[?25h", canvas->cursor_row + 1, canvas->cursor_column + 1);
}

static bool has_moved_cursor(const struct canvas *canvas, const struct canvas *shown)
{
    return canvas->cursor_row != shown->cursor_row || canvas->cursor_column != shown->cursor_column;
}

static bool prepare_shown(const struct canvas *canvas, struct canvas *shown, FILE *out)
{
    if (shown->cells && shown->rows == canvas->rows && shown->columns == canvas->columns)
        return true;
    fputs("\033[0m\033[2J", out);
    return canvas_reset(shown, canvas->rows, canvas->columns);
}

void canvas_update(const struct canvas *canvas, struct canvas *shown, enum colour_depth depth,
                   FILE *out)
{
    struct cell style = blank;
    if (!prepare_shown(canvas, shown, out))
        return;
    const size_t size = cell_count(canvas) * sizeof *canvas->cells;
    const bool is_changed = memcmp(canvas->cells, shown->cells, size) != 0;
    if (!is_changed && !has_moved_cursor(canvas, shown))
        return;
    fputs("\033[?25l\033[0m", out);
    for (int row = 0; row < canvas->rows; row++)
        update_row(canvas, shown, row, &style, depth, out);
    fputs("\033[0m", out);
    place_cursor(canvas, out);
    memcpy(shown->cells, canvas->cells, size);
    shown->cursor_row = canvas->cursor_row;
    shown->cursor_column = canvas->cursor_column;
}

void canvas_write_lines(const struct canvas *canvas, enum colour_depth depth, FILE *out)
{
    for (int row = 0; row < canvas->rows; row++) {
        const struct cell *first = cell_at(canvas, row, 0), *end = first + canvas->columns;
        struct cell style = blank;
        while (end > first && is_same_cell(end - 1, &blank))
            end--;
        write_cells(first, end, &style, depth, out);
        fputs(has_same_style(&style, &blank) ? "\n" : "\033[0m\n", out);
    }
}
