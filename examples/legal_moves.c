/* SPDX-License-Identifier: MIT */
/* Prints the legal moves of a position.
 *
 *     legal_moves "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" [VARIANT]
 *     legal_moves -          reads lines of VARIANT, a tab, and a FEN
 *
 * Prints, separated by tabs: the FEN as Rookery writes it, the sorted UCI moves,
 * and the same moves in SAN. Exit status: 0 success, 1 bad FEN, 2 bad usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rookery/fen.h>
#include <rookery/moves.h>
#include <rookery/san.h>

struct written_move {
    char uci[RK_UCI_MAX], san[RK_SAN_MAX];
};

static int compare_uci(const void *a, const void *b)
{
    return strcmp(((const struct written_move *)a)->uci, ((const struct written_move *)b)->uci);
}

static void print_moves(const rk_position *pos)
{
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_list(pos, moves);

    struct written_move written[RK_MOVES_MAX];
    for (size_t i = 0; i < count; i++) {
        rk_uci_write(pos, moves[i], written[i].uci);
        rk_san_write(pos, moves[i], written[i].san);
    }
    qsort(written, count, sizeof *written, compare_uci);

    char fen[RK_FEN_MAX];
    rk_fen_write(pos, RK_FEN_PLAIN, fen);
    printf("%s\t", fen);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", written[i].uci);
    printf("\t");
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? " " : "", written[i].san);
    printf("\n");
}

/* Every parser of the library reports what is wrong, and where. */
static int process_fen(const char *fen, const char *variant_name)
{
    rk_variant variant;
    if (!rk_variant_from_name(variant_name, &variant)) {
        printf("error\t0\tunknown variant: %s\n", variant_name);
        return 1;
    }
    rk_position pos;
    rk_fault fault;
    if (rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, &pos, &fault)) {
        printf("error\t%zu\t%s\n", fault.offset, fault.text);
        return 1;
    }
    print_moves(&pos);
    return 0;
}

static int process_line(char *line)
{
    char *tab = strchr(line, '\t');
    if (!tab) {
        printf("error\t0\texpected a tab between variant and FEN\n");
        return 1;
    }
    *tab = '\0';
    return process_fen(tab + 1, line);
}

static int process_lines(FILE *lines)
{
    char line[2 * RK_FEN_MAX];
    int status = 0;
    while (fgets(line, sizeof line, lines)) {
        if (!strchr(line, '\n') && !feof(lines)) {
            fprintf(stderr, "legal_moves: line too long\n");
            return 1;
        }
        line[strcspn(line, "\n")] = '\0';
        status |= process_line(line);
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "-") == 0)
        return process_lines(stdin);
    if (argc == 2 || argc == 3)
        return process_fen(argv[1], argc == 3 ? argv[2] : "standard");
    fprintf(stderr, "usage: legal_moves FEN [VARIANT] | legal_moves -\n");
    return 2;
}
