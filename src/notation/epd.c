/* SPDX-License-Identifier: MIT */
#include "rookery/epd.h"

#include <string.h>

#include "base/text.h"
#include "notation/reader.h"
#include "rookery/fen.h"

enum { POSITION_FIELDS = 4 };

static bool ends_line(const struct reader *in)
{
    return in->at == in->end || *in->at == '\r' || *in->at == '\n';
}

static bool ends_word(const struct reader *in)
{
    return ends_line(in) || *in->at == ' ' || *in->at == '\t' || *in->at == ';';
}

static void skip_field(struct reader *in)
{
    while (!ends_word(in))
        in->at++;
    skip_blanks(in);
}

// The counters of a FEN or the checks of three-check; no opcode starts with a digit or a plus.
static bool at_number(const struct reader *in)
{
    const char c = peek(in);
    return (c >= '0' && c <= '9') || c == '+';
}

static rk_err read_operand(struct reader *in, rk_epd_operation *operation)
{
    bool quoted = false;
    operation->operand = in->at;
    while (!ends_line(in) && (quoted || *in->at != ';')) {
        if (*in->at == '"')
            quoted = !quoted;
        in->at++;
    }
    if (quoted)
        return reader_fail(in, operation->operand, RK_BAD_SYNTAX, "missing closing quote");
    const char *end = in->at;
    while (end > operation->operand && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    operation->operand_size = (size_t)(end - operation->operand);
    skip_char(in, ';');
    return RK_OK;
}

// Removes the quotes if the operand is a single quoted string.
static void unquote_operand(rk_epd_operation *operation)
{
    const size_t size = operation->operand_size;
    if (size < 2 || *operation->operand != '"' || operation->operand[size - 1] != '"')
        return;
    if (memchr(operation->operand + 1, '"', size - 2))
        return;
    operation->quoted = true;
    operation->operand++;
    operation->operand_size -= 2;
}

static rk_err read_operation(struct reader *in, rk_epd *epd)
{
    if (epd->operation_count == RK_EPD_OPERATIONS_MAX)
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "more than 32 operations");
    rk_epd_operation *operation = &epd->operations[epd->operation_count];
    *operation = (rk_epd_operation){.opcode = in->at};
    while (!ends_word(in))
        in->at++;
    operation->opcode_size = (size_t)(in->at - operation->opcode);
    const char initial = (char)(*operation->opcode | 32);
    if (!operation->opcode_size || initial < 'a' || initial > 'z')
        return reader_fail(in, operation->opcode, RK_BAD_SYNTAX,
                           "an opcode must start with a letter");
    skip_blanks(in);
    const rk_err err = read_operand(in, operation);
    if (err)
        return err;
    unquote_operand(operation);
    epd->operation_count++;
    return RK_OK;
}

static rk_err set_counter(const struct reader *in, const rk_epd *epd, const char *opcode,
                          uint16_t *counter)
{
    const rk_epd_operation *operation = rk_epd_find(epd, opcode);
    if (!operation)
        return RK_OK;
    struct reader operand = reader_of(operation->operand, operation->operand_size, NULL);
    unsigned number;
    if (!reader_number(&operand, RK_COUNTER_MAX, &number) || operand.at != operand.end)
        return reader_fail(in, operation->operand, RK_BAD_SYNTAX, "expected a number up to 9999");
    *counter = (uint16_t)number;
    return RK_OK;
}

rk_err rk_epd_parse(const char *text, size_t size, rk_variant variant, rk_epd *out, rk_fault *fault)
{
    struct reader in = reader_of(text, size, fault);
    const char *nul = memchr(text, '\0', size);
    if (nul)
        return reader_fail(&in, nul, RK_BAD_SYNTAX, "unexpected NUL byte");
    skip_blanks(&in);
    for (int field = 0; field < POSITION_FIELDS; field++)
        skip_field(&in);
    while (at_number(&in))
        skip_field(&in);
    rk_epd epd = {.operation_count = 0};
    rk_err err =
        rk_fen_parse(text, (size_t)(in.at - text), variant, RK_FEN_PLAIN, &epd.position, fault);
    for (skip_char(&in, ';'), skip_blanks(&in); !err && !ends_line(&in); skip_blanks(&in))
        err = read_operation(&in, &epd);
    if (!err)
        err = set_counter(&in, &epd, "hmvc", &epd.position.halfmove_clock);
    if (!err)
        err = set_counter(&in, &epd, "fmvn", &epd.position.move_number);
    if (err)
        return err;
    if (!epd.position.move_number) // as in a FEN: many programs count from 0
        epd.position.move_number = 1;
    *out = epd;
    return RK_OK;
}

const rk_epd_operation *rk_epd_find(const rk_epd *epd, const char *opcode)
{
    const size_t size = strlen(opcode);
    for (size_t i = 0; i < epd->operation_count; i++)
        if (epd->operations[i].opcode_size == size &&
            !memcmp(epd->operations[i].opcode, opcode, size))
            return &epd->operations[i];
    return NULL;
}

static void write_operation(struct text *text, const rk_epd_operation *operation)
{
    text_put(text, ' ');
    text_add_bytes(text, operation->opcode, operation->opcode_size);
    if (operation->operand_size || operation->quoted)
        text_put(text, ' ');
    if (operation->quoted)
        text_put(text, '"');
    text_add_bytes(text, operation->operand, operation->operand_size);
    if (operation->quoted)
        text_put(text, '"');
    text_put(text, ';');
}

size_t rk_epd_write(const rk_epd *epd, char *out, size_t out_size)
{
    char fen[RK_FEN_MAX];
    rk_fen_write(&epd->position, RK_FEN_PLAIN, fen);
    const unsigned rules = rk_variant_rules((rk_variant)epd->position.variant);
    const int fields = POSITION_FIELDS + (rules & RK_CHECKS_COUNT ? 1 : 0);
    size_t fen_size = 0;
    for (int blanks = 0; fen[fen_size]; fen_size++)
        if (fen[fen_size] == ' ' && ++blanks == fields)
            break;
    struct text text = text_in(out, out_size);
    text_add_bytes(&text, fen, fen_size);
    for (size_t i = 0; i < epd->operation_count; i++) {
        struct text before = text;
        write_operation(&text, &epd->operations[i]);
        if (text.cut) {
            text = before;
            break;
        }
    }
    return text_end(&text);
}
