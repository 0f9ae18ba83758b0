/* SPDX-License-Identifier: MIT */
/* Syzygy tables: arbitrary bytes as a table file, or a real file with some bytes changed, if there
 * are real ones (in ROOKERY_SHARED or ../shared). The file is rejected, or every value it gives is
 * within bounds. */
#include "syzygy/table.h"

#include "fuzz.h"

enum { FILE_SIZE_MAX = 1 << 16, CHANGES_MAX = 16, POSITIONS = 8 };

static const char *const names[] = {"KQvK",  "KRvK",  "KPvK",  "KNvKN", "KBvKN", "KNNvK", "KRRvK",
                                    "KRBvK", "KRPvK", "KPPvK", "KQvKB", "KRvKR", "KBvK",  "KPvKP"};
enum { NAME_COUNT = sizeof names / sizeof *names };

/* Returns a real file, cached after the first call; NULL if it is missing or too large. */
static const uint8_t *real_file(size_t name, enum table_type type, size_t *out_size)
{
    static struct {
        bool tried;
        uint8_t *bytes;
        size_t size;
    } files[NAME_COUNT][TABLE_TYPES];
    if (!files[name][type].tried) {
        const char *shared = getenv("ROOKERY_SHARED");
        char path[512];
        snprintf(path, sizeof path, "%s/data/syzygy/%s.rtb%c", shared ? shared : "../shared",
                 names[name], type == TABLE_WDL ? 'w' : 'z');
        files[name][type].tried = true;
        FILE *file = fopen(path, "rb");
        uint8_t *bytes = file ? malloc(FILE_SIZE_MAX) : NULL;
        const size_t size = bytes ? fread(bytes, 1, FILE_SIZE_MAX, file) : 0;
        if (file)
            fclose(file);
        if (size && size < FILE_SIZE_MAX) {
            files[name][type].bytes = bytes;
            files[name][type].size = size;
        } else {
            free(bytes);
        }
    }
    *out_size = files[name][type].size;
    return files[name][type].bytes;
}

/* Places the pieces of a signature. Returns false if the position is illegal. */
static bool place_pieces(struct input *in, const char *signature, rk_position *out)
{
    rk_position pos = rk_position_empty(RK_STANDARD);
    uint64_t taken = 0;
    rk_side side = take_byte(in) & 1 ? RK_BLACK : RK_WHITE;
    for (; *signature; signature++) {
        rk_piece piece;
        if (*signature == 'v') {
            side = rk_side_other(side);
            continue;
        }
        CHECK(rk_piece_from_letter(*signature, &piece));
        const unsigned square = take_byte(in) % RK_SQUARE_COUNT;
        if (taken >> square & 1)
            return false;
        taken |= UINT64_C(1) << square;
        piece.side = side;
        rk_position_put(&pos, (rk_square)square, piece);
    }
    pos.turn = take_byte(in) & 1;
    *out = pos;
    return rk_position_validate(out) == 0;
}

static void probe(const struct index_tables *tables, const struct table *table,
                  const rk_position *pos, enum table_type type)
{
    static const int results[] = {RK_LOSS, RK_BLESSED_LOSS, RK_CURSED_WIN, RK_WIN};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        int value = 0;
        if (table_probe(tables, table, pos, results[i], &value) != TABLE_FOUND)
            continue;
        if (type == TABLE_WDL)
            CHECK(value >= RK_LOSS && value <= RK_WIN);
        else
            CHECK(value > 0 && value < 1 << 18);
    }
}

static void check_file(const char *name, enum table_type type, const uint8_t *bytes, size_t size,
                       struct input positions)
{
    struct index_tables tables;
    struct signature signature;
    index_tables_init(&tables);
    CHECK(signature_parse(name, strlen(name), &signature));
    struct table *table = table_create(&tables, &signature, type, bytes, size, NULL);
    for (int i = 0; table && i < POSITIONS; i++) {
        rk_position pos;
        if (place_pieces(&positions, name, &pos))
            probe(&tables, table, &pos, type);
    }
    table_destroy(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned choice = take_byte(&in);
    const size_t name = choice / 4 % NAME_COUNT;
    const enum table_type type = choice & 1 ? TABLE_DTZ : TABLE_WDL;
    size_t real_size = 0;
    const uint8_t *real = choice & 2 ? real_file(name, type, &real_size) : NULL;
    // An exact copy, so that a sanitizer finds reads past the end.
    const size_t file_size = real ? real_size : in.size;
    uint8_t *bytes = malloc(file_size ? file_size : 1);
    CHECK(bytes);
    if (file_size)
        memcpy(bytes, real ? real : in.data, file_size);
    const struct input positions = in;
    for (int i = 0; real && i < CHANGES_MAX && in.size; i++) {
        // Most fields are in the first bytes.
        const size_t at = take_byte(&in) & 1 ? take_byte(&in) : take_uint16(&in);
        bytes[at % file_size] = (uint8_t)take_byte(&in);
    }
    check_file(names[name], type, bytes, file_size, positions);
    free(bytes);
    return 0;
}
