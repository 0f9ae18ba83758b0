/* SPDX-License-Identifier: MIT */
#include "cmd/command.h"

#include <stdio.h>
#include <string.h>

#include "cmd/nearest.h"
#include "rookery/fen.h"

static bool find_variant(const char *command, const char *name, rk_variant *out)
{
    if (rk_variant_from_name(name, out))
        return true;
    const char *names[RK_VARIANT_COUNT];
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        names[variant] = rk_variant_name((rk_variant)variant);
    fprintf(stderr, "rookery %s: there is no variant %s; did you mean %s?\n", command, name,
            nearest(name, names, RK_VARIANT_COUNT));
    return false;
}

int command_position(const char *command, const char *fen, const char *variant_name,
                     rk_position *out)
{
    rk_variant variant = RK_STANDARD;
    if (variant_name && !find_variant(command, variant_name, &variant))
        return EXIT_USAGE;
    if (!fen) {
        *out = rk_position_start(variant);
        return EXIT_DONE;
    }
    rk_fault fault;
    if (!rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, out, &fault))
        return EXIT_DONE;
    fprintf(stderr, "rookery %s: %s\n  %s\n  %*s^\n", command, fault.text, fen, (int)fault.offset,
            "");
    return EXIT_FOUND;
}
