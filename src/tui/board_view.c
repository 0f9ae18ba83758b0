/* SPDX-License-Identifier: MIT */
#include "tui/board_view.h"

#include "tui/piece_art.h"

enum { FRAME_LEFT = 2, FRAME_RIGHT = 1 }; /* columns; the ranks are written on the left */

// ---- sizes -------------------------------------------------------------------------------------

struct square_size {
    int width, height;
    enum board_form form;
};

/* Pictures of pieces need squares twice as wide as high; letters are centred if both are odd. The
 * outlines of the smallest pictures, which tell the sides apart without colour, are not clear. */
static const struct square_size picture_sizes[] = {
    {3, 1, FORM_BLOCKS},  {5, 2, FORM_HALVES},   {6, 2, FORM_GRID},     {6, 3, FORM_BLOCKS},
    {7, 3, FORM_BLOCKS},  {8, 4, FORM_BLOCKS},   {10, 5, FORM_BLOCKS},  {12, 6, FORM_BLOCKS},
    {16, 8, FORM_BLOCKS}, {20, 10, FORM_BLOCKS}, {24, 12, FORM_BLOCKS}, {30, 15, FORM_BLOCKS}};

static const struct square_size letter_sizes[] = {{3, 1, FORM_BLOCKS},  {5, 2, FORM_HALVES},
                                                  {6, 2, FORM_GRID},    {7, 3, FORM_BLOCKS},
                                                  {11, 5, FORM_BLOCKS}, {15, 7, FORM_BLOCKS}};

static bool has_pictures(const struct display *display, int width, int height)
{
    return display->symbols && width == 2 * height && height >= (display->colours ? 3 : 4);
}

static bool is_possible(const struct square_size *size, const struct display *display)
{
    switch (size->form) {
    case FORM_GRID:
        return !display->colours;
    case FORM_HALVES:
        return display->colours && display->utf8;
    case FORM_BLOCKS:
        break;
    }
    // Squares of an even width have no centre for a letter; squares for letters grow no further.
    const bool pictures = has_pictures(display, size->width, size->height);
    return size->width % 2 ? !display->symbols || !display->colours || size->height == 1 : pictures;
}

static struct board_view make_view(const struct square_size *size, bool top_frame)
{
    struct board_view view = {
        .form = size->form, .width = size->width, .height = size->height, .top_frame = top_frame};
    view.rows = 8 * view.height + 1 + (top_frame || view.form == FORM_HALVES);
    view.columns = FRAME_LEFT + 8 * view.width + FRAME_RIGHT;
    return view;
}

struct board_view board_view_smallest(void)
{
    return make_view(letter_sizes, false);
}

bool board_view_fit(const struct board_style *style, int rows, int columns, struct board_view *out)
{
    const bool pictures = style->display.symbols;
    const struct square_size *sizes = pictures ? picture_sizes : letter_sizes;
    size_t count = pictures ? sizeof picture_sizes / sizeof *picture_sizes
                            : sizeof letter_sizes / sizeof *letter_sizes;
    while (count-- > 0) {
        // Only the smallest board does without the frame above it.
        const bool top_frame = sizes[count].form == FORM_BLOCKS;
        *out = make_view(&sizes[count], top_frame);
        if (count == 0 && out->rows > rows)
            *out = make_view(&sizes[count], false);
        if (is_possible(&sizes[count], &style->display) && out->rows <= rows &&
            out->columns <= columns)
            return true;
    }
    return false;
}

/* The first row of a rank, and the first column of a file, inside its square. */
static int row_of(const struct board_view *view, int rank_row)
{
    const bool below_line = view->top_frame || view->form != FORM_BLOCKS;
    return view->row + below_line + rank_row * view->height;
}

static int column_of(const struct board_view *view, int file_column)
{
    return view->column + FRAME_LEFT + file_column * view->width + (view->form == FORM_GRID);
}

rk_square board_view_square(const struct board_view *view, bool flipped, int row, int column)
{
    const int rank_row = row - row_of(view, 0), file_column = column - column_of(view, 0);
    if (rank_row < 0 || rank_row >= 8 * view->height || file_column < 0 ||
        file_column >= 8 * view->width)
        return RK_NO_SQUARE;
    return board_square(flipped, rank_row / view->height, file_column / view->width);
}

// ---- squares -----------------------------------------------------------------------------------

/* A square to draw: what is on it, and how it looks. */
struct square_look {
    rk_piece piece;
    enum square_mark mark;
    bool dark;
    int width, height; /* of the inside */
};

static colour back_colour(const struct board_style *style, enum square_mark mark, bool dark)
{
    if (!style->display.colours)
        return COLOUR_DEFAULT;
    return theme_for(style->theme, style->display.colours)->squares[mark][dark];
}

static struct text_style piece_style(const struct board_style *style,
                                     const struct square_look *look)
{
    const struct theme *theme = theme_for(style->theme, style->display.colours);
    const bool coloured = style->display.colours;
    const rk_side side = look->piece.kind == RK_NO_KIND ? RK_WHITE : look->piece.side;
    return (struct text_style){.text = coloured ? theme->pieces[side] : COLOUR_DEFAULT,
                               .back = back_colour(style, look->mark, look->dark),
                               .bold = !coloured && side == RK_WHITE && look->height < 3};
}

/* With few colours, or none, characters at the sides of a square mark it. */
static const char *side_marker(const struct board_style *style, const struct square_look *look,
                               int column)
{
    static const char *const markers[MARK_COUNT][2] = {[MARK_LAST_MOVE] = {"<", ">"},
                                                       [MARK_TARGET] = {"(", ")"},
                                                       [MARK_CHECK] = {"!", "!"},
                                                       [MARK_CURSOR] = {"[", "]"}};
    if (style->display.colours >= COLOURS_256 || (column && column < look->width - 1))
        return NULL;
    return markers[look->mark][column != 0];
}

static const char *fill_glyph(const struct board_style *style, const struct square_look *look)
{
    if (style->display.colours || !look->dark)
        return " ";
    return style->display.utf8 ? "\u2591" : ":";
}

/* The character of a picture, or a dot on a target; NULL for none. */
static const char *picture_glyph(const struct board_style *style, const struct square_look *look,
                                 int row, int column)
{
    if (!has_pictures(&style->display, look->width, look->height))
        return NULL;
    const bool filled = style->display.colours || look->piece.side == RK_BLACK;
    if (look->piece.kind != RK_NO_KIND)
        return piece_art_glyph(look->piece.kind, look->height, row, column, filled);
    return look->mark == MARK_TARGET ? piece_art_dot(look->height, row, column) : NULL;
}

static struct piece_text centre_text(const struct board_style *style,
                                     const struct square_look *look)
{
    if (look->piece.kind != RK_NO_KIND)
        return board_piece_text(look->piece, style);
    if (look->mark == MARK_TARGET && style->display.utf8)
        return (struct piece_text){"\u2022"};
    return (struct piece_text){{look->mark == MARK_TARGET ? 'o' : '\0'}};
}

static void draw_square(struct canvas *canvas, const struct board_style *style,
                        const struct square_look *look, int top, int left)
{
    const struct text_style text = piece_style(style, look);
    const struct piece_text centre = centre_text(style, look);
    const bool pictures = has_pictures(&style->display, look->width, look->height);
    for (int row = 0; row < look->height; row++)
        for (int column = 0; column < look->width; column++) {
            const char *glyph = side_marker(style, look, column);
            if (!glyph)
                glyph = picture_glyph(style, look, row, column);
            if (!glyph && !pictures && row == look->height / 2 && column == look->width / 2 &&
                *centre.text)
                glyph = centre.text;
            canvas_fill(canvas, top + row, left + column, 1,
                        glyph ? glyph : fill_glyph(style, look), text);
        }
}

static bool is_dark(rk_square square)
{
    return (rk_square_file(square) + rk_square_rank(square)) % 2 == 0;
}

static struct square_look style_of_square(const struct board_view *view, const rk_position *pos,
                                          const struct board_style *style, rk_square square)
{
    const bool flat = view->form == FORM_BLOCKS;
    return (struct square_look){.piece = board_style_piece(style, pos, square),
                                .mark = board_style_mark_of(style, square),
                                .dark = is_dark(square),
                                .width = view->width - (view->form == FORM_GRID),
                                .height = flat ? view->height : 1};
}

static void draw_squares(struct canvas *canvas, const struct board_view *view,
                         const rk_position *pos, const struct board_style *style)
{
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            const rk_square square = board_square(style->flipped, row, column);
            const struct square_look look = style_of_square(view, pos, style, square);
            draw_square(canvas, style, &look, row_of(view, row), column_of(view, column));
        }
}

void board_view_draw_piece(struct canvas *canvas, const struct board_view *view, rk_piece piece,
                           const struct board_style *style, int row, int column)
{
    const struct square_look look = {.piece = piece,
                                     .width = view->width - (view->form == FORM_GRID),
                                     .height = view->form == FORM_BLOCKS ? view->height : 1};
    draw_square(canvas, style, &look, row, column);
}

// ---- the frame ---------------------------------------------------------------------------------

static struct text_style frame_style(const struct board_style *style)
{
    const struct theme *theme = theme_for(style->theme, style->display.colours);
    if (style->display.colours < COLOURS_256)
        return (struct text_style){.bold = false};
    return (struct text_style){.text = theme->frame_text, .back = theme->frame};
}

/* The lines of a frame that is not painted: corners, horizontal and vertical. */
struct line_set {
    const char *top_left, *top_right, *bottom_left, *bottom_right, *horizontal, *vertical;
    const char *cross, *left_tee, *right_tee, *top_tee, *bottom_tee;
};

static const struct line_set *line_set(const struct board_style *style)
{
    static const struct line_set ascii = {"+", "+", "+", "+", "-", "|", "+", "+", "+", "+", "+"};
    static const struct line_set drawn = {"\u250c", "\u2510", "\u2514", "\u2518",
                                          "\u2500", "\u2502", "\u253c", "\u251c",
                                          "\u2524", "\u252c", "\u2534"};
    static const struct line_set painted = {" ", " ", " ", " ", " ", " ", " ", " ", " ", " ", " "};
    if (style->display.colours >= COLOURS_256)
        return &painted;
    return style->display.utf8 ? &drawn : &ascii;
}

static void draw_line(struct canvas *canvas, const struct board_view *view, int row,
                      const char *const ends[2], const struct board_style *style)
{
    const struct text_style text = frame_style(style);
    const int first = view->column + FRAME_LEFT, inside = 8 * view->width;
    canvas_fill(canvas, row, view->column, 1, " ", text);
    canvas_fill(canvas, row, first - 1, 1, ends[0], text);
    canvas_fill(canvas, row, first, inside, line_set(style)->horizontal, text);
    canvas_fill(canvas, row, first + inside, FRAME_RIGHT, ends[1], text);
}

// A painted frame is half a row thick above the board, as wide as on its right.
static void draw_top(struct canvas *canvas, const struct board_view *view,
                     const struct board_style *style)
{
    const struct line_set *lines = line_set(style);
    const struct text_style text = frame_style(style);
    if (style->display.colours >= COLOURS_256 && style->display.utf8)
        canvas_fill(canvas, view->row, view->column, view->columns, "\u2584",
                    (struct text_style){.text = text.back});
    else
        draw_line(canvas, view, view->row, (const char *const[]){lines->top_left, lines->top_right},
                  style);
}

static void draw_files(struct canvas *canvas, const struct board_view *view,
                       const struct board_style *style)
{
    const struct line_set *lines = line_set(style);
    const int row = view->row + view->rows - 1;
    if (view->form != FORM_GRID)
        draw_line(canvas, view, row, (const char *const[]){lines->bottom_left, lines->bottom_right},
                  style);
    for (int i = 0; i < 8; i++) {
        const int centre = (view->width - (view->form == FORM_GRID)) / 2;
        const char letter[2] = {(char)(style->flipped ? 'h' - i : 'a' + i)};
        canvas_fill(canvas, row, column_of(view, i) + centre, 1, letter, frame_style(style));
    }
}

static void draw_ranks(struct canvas *canvas, const struct board_view *view,
                       const struct board_style *style)
{
    const struct text_style text = frame_style(style);
    const char *vertical = view->form == FORM_GRID ? " " : line_set(style)->vertical;
    for (int i = 0; i < 8 * view->height; i++) {
        const int row = row_of(view, 0) + i, right = view->column + FRAME_LEFT + 8 * view->width;
        canvas_fill(canvas, row, view->column, 1, " ", text);
        canvas_fill(canvas, row, view->column + 1, 1, vertical, text);
        canvas_fill(canvas, row, right, FRAME_RIGHT, vertical, text);
    }
    for (int i = 0; i < 8; i++) {
        const int centre = view->form == FORM_BLOCKS ? view->height / 2 : 0;
        const char digit[2] = {(char)('1' + rk_square_rank(board_square(style->flipped, i, 0)))};
        canvas_fill(canvas, row_of(view, i) + centre, view->column, 1, digit, text);
    }
}

// ---- rows between the ranks --------------------------------------------------------------------

/* The colour of the square in a row and column of squares; of the frame outside. */
static colour colour_at(const struct board_style *style, int row, int column)
{
    if (row < 0 || row > 7)
        return frame_style(style).back;
    const rk_square square = board_square(style->flipped, row, column);
    return back_colour(style, board_style_mark_of(style, square), is_dark(square));
}

/* Draws cells with one colour above and another below. The default colour cannot be that of a
 * block.
 */
static void draw_boundary(struct canvas *canvas, int row, int column, int width,
                          const colour halves[2])
{
    const bool lower = halves[0] == COLOUR_DEFAULT;
    canvas_fill(canvas, row, column, width, lower ? "\u2584" : "\u2580",
                (struct text_style){.text = halves[lower], .back = halves[!lower]});
}

/* A square of two rows is one row and a half above and below it. */
static void draw_halves(struct canvas *canvas, const struct board_view *view,
                        const struct board_style *style)
{
    for (int row = 0; row <= 8; row++)
        for (int column = 0; column < 8; column++)
            draw_boundary(canvas, row_of(view, row) - 1, column_of(view, column), view->width,
                          (const colour[2]){colour_at(style, row - 1, column),
                                            colour_at(style, row, column)});
}

static void draw_half_sides(struct canvas *canvas, const struct board_view *view,
                            const struct board_style *style)
{
    const struct text_style text = frame_style(style);
    canvas_fill(canvas, view->row, view->column, FRAME_LEFT, " ", text);
    canvas_fill(canvas, view->row, view->column + view->columns - 1, FRAME_RIGHT, " ", text);
}

static void draw_grid_line(struct canvas *canvas, const struct board_view *view, int row,
                           const char *const glyphs[3], const char *horizontal)
{
    const int first = view->column + FRAME_LEFT;
    const struct text_style text = {.bold = false};
    canvas_fill(canvas, row, first, 8 * view->width, horizontal, text);
    for (int i = 0; i <= 8; i++)
        canvas_fill(canvas, row, first + i * view->width, 1,
                    glyphs[i == 0   ? 0
                           : i == 8 ? 2
                                    : 1],
                    text);
}

static void draw_grid(struct canvas *canvas, const struct board_view *view,
                      const struct board_style *style)
{
    const struct line_set *lines = line_set(style);
    const char *const top[3] = {lines->top_left, lines->top_tee, lines->top_right},
                      *const middle[3] = {lines->left_tee, lines->cross, lines->right_tee},
                      *const bottom[3] = {lines->bottom_left, lines->bottom_tee,
                                          lines->bottom_right},
                      *const inside[3] = {lines->vertical, lines->vertical, lines->vertical};
    for (int i = 0; i <= 8; i++) {
        const int row = view->row + 2 * i;
        draw_grid_line(canvas, view, row,
                       i == 0   ? top
                       : i == 8 ? bottom
                                : middle,
                       lines->horizontal);
        if (i < 8)
            draw_grid_line(canvas, view, row + 1, inside, " ");
    }
}

// ---- the whole board ---------------------------------------------------------------------------

void board_view_draw(struct canvas *canvas, const struct board_view *view, const rk_position *pos,
                     const struct board_style *style)
{
    draw_ranks(canvas, view, style);
    if (view->form == FORM_GRID)
        draw_grid(canvas, view, style);
    if (view->form == FORM_HALVES) {
        draw_halves(canvas, view, style);
        draw_half_sides(canvas, view, style);
    }
    if (view->top_frame)
        draw_top(canvas, view, style);
    draw_files(canvas, view, style);
    draw_squares(canvas, view, pos, style);
}
