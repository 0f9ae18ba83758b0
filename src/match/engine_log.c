/* SPDX-License-Identifier: MIT */
#include "match/engine_log.h"

#include <string.h>

#include "base/log.h"

FILE *engine_logs_open(struct engine_logs *logs, const char *path)
{
    for (size_t i = 0; i < logs->count; i++)
        if (!strcmp(logs->list[i].path, path))
            return logs->list[i].file;
    FILE *file = fopen(path, "ae");
    if (!file)
        return NULL;
    // Flush each line, so that it is not lost if the match is killed.
    setvbuf(file, NULL, _IOLBF, BUFSIZ);
    logs->list[logs->count].path = path;
    logs->list[logs->count++].file = file;
    return file;
}

const char *engine_logs_failed(const struct engine_logs *logs)
{
    for (size_t i = 0; i < logs->count; i++)
        if (ferror(logs->list[i].file))
            return logs->list[i].path;
    return NULL;
}

void engine_logs_fini(struct engine_logs *logs)
{
    while (logs->count)
        fclose(logs->list[--logs->count].file);
}

/* Writes text from an engine, which must not move the cursor when the log is shown. */
static void write_printable(FILE *file, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)text[i];
        putc((byte < ' ' && byte != '\t') || byte == 0x7f ? '?' : byte, file);
    }
}

static void write_line(FILE *file, unsigned long game, const char *name, char mark,
                       const char *line, size_t size)
{
    char stamp[LOG_TIMESTAMP_MAX];
    log_timestamp(stamp);
    flockfile(file);
    fputs(stamp, file);
    if (game)
        fprintf(file, " game %lu", game);
    else
        fputs(" start", file);
    fprintf(file, "%s%s %c ", name ? " " : "", name ? name : "", mark);
    write_printable(file, line, size);
    putc('\n', file);
    funlockfile(file);
}

void engine_log_write(FILE *file, unsigned long game, const char *name, char mark, const char *text)
{
    for (;;) {
        const size_t size = strcspn(text, "\n");
        write_line(file, game, name, mark, text, size);
        if (!text[size])
            return;
        text += size + 1;
    }
}
