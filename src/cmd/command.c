/* SPDX-License-Identifier: MIT */
#include "cmd/command.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "platform/message.h"
#include "rookery/fen.h"
#include "rookery/opening.h"
#include "tui/text_row.h"

__attribute__((format(printf, 2, 0))) static void
print_message(const char *command, const char *format, va_list arguments)
{
    fprintf(stderr, "rookery %s: ", command);
    message_vprint(stderr, format, arguments);
}

int command_fail(const char *command, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message(command, format, arguments);
    va_end(arguments);
    return status;
}

int command_refuse_usage(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_message(command, format, arguments);
    va_end(arguments);
    fprintf(stderr, "try: rookery %s --help\n", command);
    return EXIT_USAGE;
}

int command_error_status(rk_err err)
{
    return rk_err_class_of(err) == RK_SYSTEM_FAILED ? EXIT_SYSTEM_ERROR : EXIT_DATA_ERROR;
}

const char command_variant_names[] =
#define ROW(variant, name, kinds, promotions, rules, start) name " "
#include "rookery/variants.def"
    "";

bool command_parse_variant(const char *command, const char *name, rk_variant *out)
{
    if (rk_variant_from_name(name, out))
        return true;
    const char *names[RK_VARIANT_COUNT];
    char hint[SUGGEST_TEXT_MAX];
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        names[variant] = rk_variant_name((rk_variant)variant);
    command_fail(command, EXIT_USAGE, "unknown variant %s%s", name,
                 suggest_text(name, names, RK_VARIANT_COUNT, hint));
    fputs("variants:", stderr);
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++)
        fprintf(stderr, "%s %s", variant ? "," : "", names[variant]);
    fputc('\n', stderr);
    return false;
}

bool command_has_openings(const char *command)
{
    if (rk_opening_count())
        return true;
    command_fail(command, EXIT_SYSTEM_ERROR,
                 "this program was built without the names of openings (make WEB=no)");
    return false;
}

void command_report_fault(const char *command, const char *option, const char *text,
                          const rk_fault *fault)
{
    command_fail(command, EXIT_DATA_ERROR, "%s%s%s", option ? option : "", option ? ": " : "",
                 fault->text);
    message_print(stderr, "  %s", text);
    fprintf(stderr, "  %*s^\n", (int)text_row_width(text, fault->offset), "");
}

int command_parse_position(const char *command, const char *fen, const char *variant_name,
                           rk_position *out)
{
    rk_variant variant = RK_STANDARD;
    if (variant_name && !command_parse_variant(command, variant_name, &variant))
        return EXIT_USAGE;
    if (!fen) {
        *out = rk_position_start(variant);
        return EXIT_OK;
    }
    rk_fault fault;
    if (!rk_fen_parse(fen, strlen(fen), variant, RK_FEN_PLAIN, out, &fault))
        return EXIT_OK;
    command_report_fault(command, NULL, fen, &fault);
    return EXIT_DATA_ERROR;
}

void command_join_arguments(const char **arguments, size_t count, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, i ? " %s" : "%s", arguments[i]);
}
