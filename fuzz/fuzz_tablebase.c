/* SPDX-License-Identifier: MIT */
/* Syzygy tables: any bytes as the file of an ending, or a real file with some bytes changed, where
 * there are real ones (ROOKERY_SHARED, or ../shared). They are refused, or whatever they say of a
 * position is within bounds. */
#include "syzygy/table.h"

#include "fuzz.h"

enum { FILE_SIZE_MAX = 1 << 16, CHANGES_MAX = 16, POSITIONS = 8 };

static const char *const endings[] = {"KQvK",  "KRvK",  "KPvK",  "KNvKN", "KBvKN",
                                      "KNNvK", "KRRvK", "KRBvK", "KRPvK", "KPPvK",
                                      "KQvKB", "KRvKR", "KBvK",  "KPvKP"};
enum { ENDINGS = sizeof endings / sizeof *endings };

/* A real file, NULL if there is none or it is large. Kept for the next time. */
static const uint8_t *real_file(size_t ending, enum endtable_sort sort, size_t *out_size)
{
    static struct {
        bool tried;
        uint8_t *bytes;
        size_t size;
    } files[ENDINGS][SORT_COUNT];
    if (!files[ending][sort].tried) {
        const char *shared = getenv("ROOKERY_SHARED");
        char path[512];
        snprintf(path, sizeof path, "%s/data/syzygy/%s.rtb%c", shared ? shared : "../shared",
                 endings[ending], sort == RESULTS ? 'w' : 'z');
        files[ending][sort].tried = true;
        FILE *file = fopen(path, "rb");
        uint8_t *bytes = file ? malloc(FILE_SIZE_MAX) : NULL;
        const size_t size = bytes ? fread(bytes, 1, FILE_SIZE_MAX, file) : 0;
        if (file)
            fclose(file);
        if (size && size < FILE_SIZE_MAX) {
            files[ending][sort].bytes = bytes;
            files[ending][sort].size = size;
        } else {
            free(bytes);
        }
    }
    *out_size = files[ending][sort].size;
    return files[ending][sort].bytes;
}

/* The men of an ending somewhere; false if that is no position. */
static bool take_men(struct input *in, const char *ending, rk_position *out)
{
    rk_position pos = rk_position_empty(RK_STANDARD);
    uint64_t taken = 0;
    rk_side side = take(in) & 1 ? RK_BLACK : RK_WHITE;
    for (; *ending; ending++) {
        rk_piece piece;
        if (*ending == 'v') {
            side = rk_side_other(side);
            continue;
        }
        CHECK(rk_piece_from_letter(*ending, &piece));
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

static void ask(const struct numbering *numbering, const struct endtable *table,
                const rk_position *pos, enum endtable_sort sort)
{
    static const int results[] = {RK_LOSS, RK_BLESSED_LOSS, RK_CURSED_WIN, RK_WIN};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        int value = 0;
        if (endtable_probe(numbering, table, pos, results[i], &value) != ANSWERED)
            continue;
        if (sort == RESULTS)
            CHECK(value >= RK_LOSS && value <= RK_WIN);
        else
            CHECK(value > 0 && value < 1 << 18);
    }
}

static void check_file(const char *name, enum endtable_sort sort, const uint8_t *bytes, size_t size,
                       struct input positions)
{
    struct numbering numbering;
    struct ending ending;
    numbering_make(&numbering);
    CHECK(ending_read(name, strlen(name), &ending));
    struct endtable *table = endtable_create(&numbering, &ending, sort, bytes, size);
    for (int i = 0; table && i < POSITIONS; i++) {
        rk_position pos;
        if (take_men(&positions, name, &pos))
            ask(&numbering, table, &pos, sort);
    }
    endtable_destroy(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    const unsigned choice = take(&in);
    const size_t ending = choice / 4 % ENDINGS;
    const enum endtable_sort sort = choice & 1 ? DISTANCES : RESULTS;
    size_t real_size = 0;
    const uint8_t *real = choice & 2 ? real_file(ending, sort, &real_size) : NULL;
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
    check_file(endings[ending], sort, bytes, file_size, positions);
    free(bytes);
    return 0;
}
