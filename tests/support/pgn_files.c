/* SPDX-License-Identifier: MIT */
#include "support/pgn_files.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

const char pgn_five_games[] = "[Event \"A\"]\n"
                              "[Date \"2018.01.28\"]\n"
                              "[White \"Alda, A\"]\n"
                              "[Black \"Boer, B\"]\n"
                              "[Result \"1/2-1/2\"]\n"
                              "[WhiteElo \"2304\"]\n"
                              "[BlackElo \"2515\"]\n"
                              "[ECO \"B30\"]\n"
                              "\n"
                              "1. e4 c5 2. Nf3 Nc6 1/2-1/2\n"
                              "\n"
                              "[Event \"B\"]\n"
                              "[Date \"2019.??.??\"]\n"
                              "[White \"Cora, C\"]\n"
                              "[Black \"Alda, A\"]\n"
                              "[Result \"1-0\"]\n"
                              "[WhiteElo \"2450\"]\n"
                              "[BlackElo \"2410\"]\n"
                              "[ECO \"C20\"]\n"
                              "\n"
                              "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
                              "\n"
                              "[Event \"C\"]\n"
                              "[Date \"2019.05.??\"]\n"
                              "[White \"Boer, B\"]\n"
                              "[Black \"Dora, D\"]\n"
                              "[Result \"0-1\"]\n"
                              "\n"
                              "1. f3 e5 2. g4 Qh4# 0-1\n"
                              "\n"
                              "[Event \"D\"]\n"
                              "[White \"Alda, A\"]\n"
                              "[Black \"Dora, D\"]\n"
                              "[Result \"*\"]\n"
                              "[FEN \"8/8/8/4k3/R7/4P3/4K3/7r w - - 0 40\"]\n"
                              "\n"
                              "40. Kf3 Rf1+ 41. Ke2 Rh1 *\n"
                              "\n"
                              "[Event \"E\"]\n"
                              "[White \"Cora, C\"]\n"
                              "[Black \"Boer, B\"]\n"
                              "[Result \"1-0\"]\n"
                              "[Variant \"Atomic\"]\n"
                              "\n"
                              "1. Nf3 f6 2. Nd4 a6 3. Ne6 b6 4. Nxd8# 1-0\n";

static void add_file_error(void *context, const char *file, const char *error)
{
    struct pgn_files *files = context;
    buffer_text(&files->errors, file ? file : "(none)");
    buffer_text(&files->errors, ": ");
    buffer_text(&files->errors, error);
    buffer_put(&files->errors, '\n');
}

static void add_game_error(void *context, const char *message)
{
    struct pgn_files *files = context;
    buffer_text(&files->errors, message);
    buffer_put(&files->errors, '\n');
}

void pgn_files_init(struct pgn_files *files)
{
    *files = (struct pgn_files){.folder = folder_make()};
    snprintf(files->output, sizeof files->output, "%s/out", files->folder.path);
    files->options = (struct run_options){
        .files = files->names,
        .output_name = files->output,
        .threads = 1,
        .reporter = {.context = files, .file_error = add_file_error, .game_error = add_game_error}};
}

void pgn_files_fini(struct pgn_files *files)
{
    folder_remove(&files->folder);
    buffer_fini(&files->errors);
    buffer_fini(&files->text);
}

int pgn_files_set_up(void **state)
{
    static struct pgn_files files;
    pgn_files_init(&files);
    *state = &files;
    return 0;
}

int pgn_files_tear_down(void **state)
{
    pgn_files_fini(*state);
    return 0;
}

void pgn_files_add(struct pgn_files *files, const char *name, const char *text)
{
    const size_t index = files->options.file_count++;
    assert_true(index < PGN_FILES_MAX);
    char path[PGN_PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", files->folder.path, name);
    memcpy(files->paths[index], path, sizeof path);
    files->names[index] = files->paths[index];
    FILE *file = fopen(files->paths[index], "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_false(fclose(file));
}

const char *pgn_files_output(struct pgn_files *files)
{
    buffer_clear(&files->text);
    FILE *file = fopen(files->output, "rb");
    for (int c; file && (c = fgetc(file)) != EOF;)
        buffer_put(&files->text, (char)c);
    if (file)
        fclose(file);
    return buffer_cstr(&files->text);
}

const char *pgn_files_errors(struct pgn_files *files)
{
    const size_t prefix = strlen(files->folder.path) + 1;
    char *errors = (char *)buffer_cstr(&files->errors);
    for (char *at; (at = strstr(errors, files->folder.path));)
        memmove(at, at + prefix, strlen(at + prefix) + 1);
    return errors;
}
