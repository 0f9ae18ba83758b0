/* SPDX-License-Identifier: MIT */
/* Stored reviews: any bytes are either rejected with a reason, or all that an export reads of the
 * review is there. The first byte is the number of plies. */
#include "wire/stored_review.h"

#include "base/utf8.h"
#include "fuzz.h"

static void check_text(const char *text)
{
    CHECK(!text || utf8_is_valid(text, strlen(text)));
}

static void check_review(const struct stored_review *review, size_t plies)
{
    for (size_t ply = 0; ply < plies; ply++) {
        const struct reviewed_move move = stored_review_move(review, ply);
        check_text(move.judgement);
        check_text(move.best);
        check_text(move.comment);
        for (size_t i = 0; i < move.line_size; i++)
            CHECK(stored_review_line(review, ply, i));
    }
    CHECK(stored_review_side(review, true).acpl >= 0);
    CHECK(stored_review_side(review, false).blunders >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct stored_review *review = NULL;
    rk_fault fault;
    const size_t plies = (uint8_t)(take_byte(&in) - '0');
    const rk_err err = stored_review_parse((const char *)in.data, in.size, plies, &review, &fault);
    if (err) {
        CHECK(!review);
        check_fault(&fault, err, in.size);
        return 0;
    }
    check_review(review, plies);
    stored_review_destroy(review);
    return 0;
}
