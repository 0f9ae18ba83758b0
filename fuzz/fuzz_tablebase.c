/* SPDX-License-Identifier: MIT */
/* Syzygy tables: any bytes as the file of an signature, or a real file with some bytes changed,
 * where there are real ones (ROOKERY_SHARED, or ../shared). They are refused, or whatever they say
 * of a position is within bounds. */
#include "syzygy/table.h"

#include "fuzz.h"

enum { FILE_SIZE_MAX = 1 << 16, CHANGES_MAX = 16, POSITIONS = 8 };

static const char *const endings[] = {"KQvK",  "KRvK",  "KPvK",  "KNvKN", "KBvKN",
                                      "KNNvK", "KRRvK", "KRBvK", "KRPvK", "KPPvK",
                                      "KQvKB", "KRvKR", "KBvK",  "KPvKP"};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* A real file, NULL if there is none or it is large. Kept for the next time. */
static const uint8_t *real_file(size_t signature, enum table_type type, size_t *out_size)
{
    static struct {
        bool tried;
        uint8_t *bytes;
        size_t size;
    } files[ENDINGS][TABLE_TYPES];
    if (!files[signature][type].tried) {
        const char *shared = getenv("ROOKERY_SHARED");
        char path[512];
        snprintf(path, sizeof path, "%s/data/syzygy/%s.rtb%c", shared ? shared : "../shared",
                 endings[signature], type == TABLE_WDL ? 'w' : 'z');
        files[signature][type].tried = true;
        FILE *file = fopen(path, "rb");
        uint8_t *bytes = file ? malloc(FILE_SIZE_MAX) : NULL;
        const size_t size = bytes ? fread(bytes, 1, FILE_SIZE_MAX, file) : 0;
        if (file)
            fclose(file);
        if (size && size < FILE_SIZE_MAX) {
            files[signature][type].bytes = bytes;
            files[signature][type].size = size;
        } else {
            free(bytes);
        }
    }
    *out_size = files[signature][type].size;
    return files[signature][type].bytes;
}

/* The men of an signature somewhere; false if that is no position. */
static bool take_men(struct input *in, const char *signature, rk_position *out)
{
    rk_position pos = rk_position_empty(RK_STANDARD);
    uint64_t taken = 0;
    rk_side side = take(in) & 1 ? RK_BLACK : RK_WHITE;
    for (; *signature; signature++) {
        rk_piece piece;
        if (*signature == 'v') {
            side = rk_side_other(side);
            continue;
        }
        CHECK(rk_piece_from_letter(*signature, &piece));
        const unsigned square = take(in) % RK_SQUARE_COUNT;
        if (taken >> square & 1)
            return false;
        taken |= UINT64_C(1) << square;
        piece.side = side;
        rk_position_put(&pos, (rk_square)square, piece);
    }
    pos.turn = take(in) & 1;
    *out = pos;
    return rk_position_settle(out) == 0;
}

static void ask(const struct index_tables *tables, const struct table *table,
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
    struct table *table = table_create(&tables, &signature, type, bytes, size);
    for (int i = 0; table && i < POSITIONS; i++) {
        rk_position pos;
        if (take_men(&positions, name, &pos))
            ask(&tables, table, &pos, type);
    }
    table_destroy(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned choice = take(&in);
    const size_t signature = choice / 4 % ENDINGS;
    const enum table_type type = choice & 1 ? TABLE_DTZ : TABLE_WDL;
    size_t real_size = 0;
    const uint8_t *real = choice & 2 ? real_file(signature, type, &real_size) : NULL;
    // A copy of its own size, so that a read beyond the end is seen.
    const size_t file_size = real ? real_size : in.size;
    uint8_t *bytes = malloc(file_size ? file_size : 1);
    CHECK(bytes);
    if (file_size)
        memcpy(bytes, real ? real : in.data, file_size);
    const struct input positions = in;
    for (int i = 0; real && i < CHANGES_MAX && in.size; i++) {
        // Most of what can go wrong stands in the first bytes.
        const size_t at = take(&in) & 1 ? take(&in) : take_two(&in);
        bytes[at % file_size] = (uint8_t)take(&in);
    }
    check_file(endings[signature], type, bytes, file_size, positions);
    free(bytes);
    return 0;
}
