/* SPDX-License-Identifier: MIT */
/* Syzygy tables: what others say of positions, what our own solver says of all of them, and games
 * played by them. The tables lie where they are shared; without them the tests are skipped. */
#include "rookery/tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "support/board.h"
#include "support/folder.h"

/* Opens the tables; without them the test is skipped. */
static rk_tablebase *open_tables(char path[static 256])
{
    const char *shared = getenv("ROOKERY_SHARED");
    rk_tablebase *tables = NULL;
    snprintf(path, 256, "%s/data/syzygy", shared ? shared : "../shared");
    if (rk_tablebase_open(path, &tables, NULL) || rk_tablebase_men(tables) < 4) {
        rk_tablebase_close(tables);
        print_message("skipped: there are no tables in %s\n", path);
        skip();
    }
    return tables;
}

// ---- what others say -------------------------------------------------------------------------

static void answers_are_those_of_the_list(void **state)
{
    (void)state;
    char path[256], name[280], line[256];
    rk_tablebase *tables = open_tables(path);
    snprintf(name, sizeof name, "%s/endgame.epd", path);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    unsigned lines = 0;
    while (fgets(line, sizeof line, file)) {
        char *facts = strstr(line, "wdl_table");
        int table, result, distance, found = 0;
        rk_wdl wdl = RK_DRAW;
        rk_position pos;
        assert_non_null(facts);
        assert_int_equal(sscanf(facts, "wdl_table %d; wdl %d; dtz %d;", &table, &result, &distance),
                         3);
        assert_int_equal(
            rk_fen_parse(line, (size_t)(facts - line - 1), RK_STANDARD, RK_FEN_PLAIN, &pos, NULL),
            RK_OK);
        if (!rk_tablebase_wdl(tables, &pos, &wdl) || !rk_tablebase_dtz(tables, &pos, &found) ||
            (int)wdl != result || found != distance)
            fail_msg("%s: not so: %d %d", line, (int)wdl, found);
        lines++;
    }
    fclose(file);
    assert_true(lines > 50);
    rk_tablebase_close(tables);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_list),
    };
    return cmocka_run_group_tests_name("tablebase", tests, NULL, NULL);
}
