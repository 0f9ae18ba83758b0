/* SPDX-License-Identifier: MIT */
/* SVG: a position (see take_position), then arrows, which are also the title of the picture. */
#include "rookery/svg.h"

#include "fuzz.h"

enum { ARROWS_MAX = 16, DOCUMENT_MAX = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char document[DOCUMENT_MAX], cut[DOCUMENT_MAX];
    struct input in = {data, size};
    const rk_position pos = take_position(&in);
    rk_svg_arrow arrows[ARROWS_MAX];
    size_t count = 0;
    rk_fault fault;
    char title[256] = {0};
    memcpy(title, in.data, in.size < sizeof title ? in.size : sizeof title - 1);
    if (rk_svg_arrows_parse((const char *)in.data, in.size, arrows, ARROWS_MAX, &count, &fault))
        CHECK(fault.offset <= in.size && *fault.text);
    const rk_svg_options options = {.flipped = count & 1,
                                    .marked = pos.by[RK_WHITE],
                                    .arrows = arrows,
                                    .arrow_count = count,
                                    .title = title};
    const size_t length = rk_svg_write(&pos, &options, document, sizeof document);
    CHECK(length < sizeof document && strlen(document) == length);
    CHECK(rk_svg_write(&pos, &options, cut, length / 2 + 1) == length);
    CHECK(!memcmp(document, cut, length / 2));
    return 0;
}
