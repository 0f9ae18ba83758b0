/* SPDX-License-Identifier: MIT */
#include "selfplay/game_file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/fault.h"
#include "base/fnv.h"
#include "game/move_index.h"
#include "rookery/fen.h"

enum {
    VERSION = 1,
    HEADER_SIZE = 32,
    BLOCK_HEADER_SIZE = 24,
    BLOCK_GAMES = 64,
    BLOCK_MAX = 1 << 17 /* bytes: more than the longest games need */
};

static const char magic[8] = {'R', 'O', 'O', 'K', 'G', 'A', 'M', 'E'};

// ---- numbers -----------------------------------------------------------------------------------

static void put_number(unsigned char *at, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        at[i] = (unsigned char)(number >> 8 * i);
}

static uint64_t get_number(const unsigned char *at, unsigned bytes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

static uint64_t zigzag(int number)
{
    return number < 0 ? 2 * (uint64_t) - (int64_t)number - 1 : 2 * (uint64_t)number;
}

static int64_t unzigzag(uint64_t number)
{
    return number & 1 ? -(int64_t)(number / 2) - 1 : (int64_t)(number / 2);
}

// ---- a game ------------------------------------------------------------------------------------

void selfplay_game_encode(struct buffer *out, const struct selfplay_game *game)
{
    char fen[RK_FEN_MAX];
    const size_t fen_size = rk_fen_write(&game->start, RK_FEN_PLAIN, fen);
    rk_position pos = game->start;
    rk_undo undo;
    int last = 0;
    buffer_put(out, (char)fen_size);
    buffer_add(out, fen, fen_size);
    buffer_put(out, (char)game->result);
    buffer_put(out, (char)(game->count & 0xff));
    buffer_put(out, (char)(game->count >> 8));
    for (unsigned i = 0; i < game->count; i++) {
        buffer_put(out, (char)move_index_of(&pos, game->moves[i]));
        rk_position_apply(&pos, game->moves[i], &undo);
    }
    for (unsigned i = 0; i < game->count; i++) {
        buffer_varint(out, zigzag(game->scores[i] + last));
        last = game->scores[i];
    }
}

static bool decode_moves(const unsigned char *bytes, struct selfplay_game *game)
{
    rk_position pos = game->start;
    for (unsigned i = 0; i < game->count; i++) {
        rk_undo undo;
        game->moves[i] = move_index_find(&pos, bytes[i]);
        if (!game->moves[i])
            return false;
        rk_position_apply(&pos, game->moves[i], &undo);
    }
    return true;
}

/* The size of a varint of at most three bytes; 0 if there is none. */
static size_t decode_varint(const unsigned char *bytes, size_t size, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < size && i < 3; i++) {
        *out |= (uint64_t)(bytes[i] & 0x7f) << 7 * i;
        if (!(bytes[i] & 0x80))
            return i + 1;
    }
    return 0;
}

static size_t decode_scores(const unsigned char *bytes, size_t size, struct selfplay_game *game)
{
    size_t at = 0;
    int64_t last = 0;
    for (unsigned i = 0; i < game->count; i++) {
        uint64_t number;
        const size_t used = decode_varint(bytes + at, size - at, &number);
        const int64_t score = unzigzag(number) - last;
        if (!used || score < INT16_MIN || score > INT16_MAX)
            return 0;
        game->scores[i] = (int16_t)score;
        last = score;
        at += used;
    }
    return at;
}

size_t selfplay_game_decode(const unsigned char *bytes, size_t size, struct selfplay_game *out)
{
    const size_t fen_size = size ? bytes[0] : 0, moves_at = fen_size + 4;
    if (!fen_size || size < moves_at)
        return 0;
    if (rk_fen_parse((const char *)bytes + 1, fen_size, RK_STANDARD, RK_FEN_PLAIN, &out->start,
                     NULL))
        return 0;
    out->result = bytes[fen_size + 1];
    out->count = (unsigned)get_number(bytes + fen_size + 2, 2);
    if (out->result > 2 || !out->count || out->count > SELFPLAY_PLIES_MAX ||
        size - moves_at < out->count || !decode_moves(bytes + moves_at, out))
        return 0;
    const size_t scores_at = moves_at + out->count;
    const size_t scores = decode_scores(bytes + scores_at, size - scores_at, out);
    return scores ? scores_at + scores : 0;
}

// ---- reading -----------------------------------------------------------------------------------

static rk_err read_header(struct game_reader *reader, rk_fault *fault)
{
    unsigned char header[HEADER_SIZE];
    if (fread(header, 1, sizeof header, reader->file) != sizeof header)
        return ferror(reader->file)
                   ? fault_set(fault, RK_CANNOT_READ, 0, strerror(errno))
                   : fault_set(fault, RK_BAD_RECORD, 0, "not a file of self-play games");
    if (memcmp(header, magic, sizeof magic) != 0)
        return fault_set(fault, RK_BAD_RECORD, 0, "not a file of self-play games");
    if (get_number(header + 8, 4) != VERSION)
        return fault_set(fault, RK_BAD_RECORD, 8, "unknown version of the file");
    reader->settings = (struct selfplay_settings){.nodes = (uint32_t)get_number(header + 12, 4),
                                                  .seed = get_number(header + 16, 8)};
    reader->end = HEADER_SIZE;
    return RK_OK;
}

rk_err game_reader_open(struct game_reader *reader, const char *path, rk_fault *fault)
{
    *reader = (struct game_reader){.file = fopen(path, "rb")};
    if (!reader->file)
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    const rk_err err = read_header(reader, fault);
    if (err)
        game_reader_close(reader);
    return err;
}

/* A file that ends within a block was left so by a program that was killed. */
static bool read_fully(struct game_reader *reader, void *bytes, size_t size)
{
    if (fread(bytes, 1, size, reader->file) == size)
        return true;
    reader->err = ferror(reader->file) ? RK_CANNOT_READ : RK_OK;
    return false;
}

static bool fail_reading(struct game_reader *reader, rk_err err)
{
    reader->err = err;
    return false;
}

bool game_reader_next_block(struct game_reader *reader)
{
    unsigned char header[BLOCK_HEADER_SIZE];
    buffer_clear(&reader->block);
    reader->at = 0;
    if (!read_fully(reader, header, sizeof header))
        return false;
    const size_t size = get_number(header, 4);
    if (size > BLOCK_MAX)
        return fail_reading(reader, RK_BAD_RECORD);
    if (!buffer_reserve(&reader->block, size))
        return fail_reading(reader, RK_NO_MEMORY);
    if (!read_fully(reader, reader->block.bytes, size))
        return false;
    if (fnv_hash(reader->block.bytes, size) != get_number(header + 16, 8))
        return fail_reading(reader, RK_BAD_RECORD);
    reader->block.size = size;
    reader->next_number = get_number(header + 8, 8);
    reader->end += (long)(BLOCK_HEADER_SIZE + size);
    return true;
}

bool game_reader_next(struct game_reader *reader, struct selfplay_game *out)
{
    while (reader->at == reader->block.size)
        if (reader->err || !game_reader_next_block(reader))
            return false;
    const size_t size =
        selfplay_game_decode((const unsigned char *)reader->block.bytes + reader->at,
                             reader->block.size - reader->at, out);
    reader->at += size;
    return size || fail_reading(reader, RK_BAD_RECORD);
}

rk_err game_reader_error(const struct game_reader *reader, rk_fault *fault)
{
    const size_t at = (size_t)reader->end - (reader->block.size - reader->at);
    char text[RK_FAULT_TEXT_MAX];
    if (!reader->err)
        return RK_OK;
    snprintf(text, sizeof text, "%s at byte %zu",
             reader->err == RK_BAD_RECORD ? "the file is damaged" : rk_err_text(reader->err), at);
    return fault_set(fault, reader->err, at, text);
}

void game_reader_close(struct game_reader *reader)
{
    fclose(reader->file);
    buffer_fini(&reader->block);
}

// ---- writing -----------------------------------------------------------------------------------

static bool write_header(FILE *file, const struct selfplay_settings *settings)
{
    unsigned char header[HEADER_SIZE] = {0};
    memcpy(header, magic, sizeof magic);
    put_number(header + 8, VERSION, 4);
    put_number(header + 12, settings->nodes, 4);
    put_number(header + 16, settings->seed, 8);
    return fwrite(header, sizeof header, 1, file) == 1 && !fflush(file);
}

/* Finds the end of the last complete block of an existing file. */
static rk_err find_end(const char *path, const struct selfplay_settings *settings, long *end,
                       uint64_t *next_number, rk_fault *fault)
{
    struct game_reader reader;
    rk_err err = game_reader_open(&reader, path, fault);
    if (err)
        return err;
    while (game_reader_next_block(&reader))
        ;
    err = game_reader_error(&reader, fault);
    const bool same =
        reader.settings.nodes == settings->nodes && reader.settings.seed == settings->seed;
    *end = reader.end;
    *next_number = reader.next_number;
    game_reader_close(&reader);
    if (!same)
        return fault_set(fault, RK_BAD_RECORD, 12, "the file has another seed or node limit");
    return err;
}

static rk_err continue_file(struct game_writer *writer, const char *path,
                            const struct selfplay_settings *settings, rk_fault *fault)
{
    long end;
    const rk_err err = find_end(path, settings, &end, &writer->next_number, fault);
    if (err)
        return err;
    writer->file = fopen(path, "rb+");
    if (!writer->file)
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    if (ftruncate(fileno(writer->file), end) || fseek(writer->file, end, SEEK_SET)) {
        fclose(writer->file);
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    }
    return RK_OK;
}

rk_err game_writer_open(struct game_writer *writer, const char *path,
                        const struct selfplay_settings *settings, rk_fault *fault)
{
    *writer = (struct game_writer){0};
    if (!access(path, F_OK))
        return continue_file(writer, path, settings, fault);
    writer->file = fopen(path, "wb");
    if (!writer->file)
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    if (!write_header(writer->file, settings)) {
        fclose(writer->file);
        return fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno));
    }
    return RK_OK;
}

static bool write_block(struct game_writer *writer)
{
    unsigned char header[BLOCK_HEADER_SIZE];
    if (writer->block.failed)
        return false;
    put_number(header, writer->block.size, 4);
    put_number(header + 4, writer->count, 4);
    put_number(header + 8, writer->next_number, 8);
    put_number(header + 16, fnv_hash(writer->block.bytes, writer->block.size), 8);
    if (fwrite(header, sizeof header, 1, writer->file) != 1 ||
        fwrite(writer->block.bytes, 1, writer->block.size, writer->file) != writer->block.size ||
        fflush(writer->file))
        return false;
    buffer_clear(&writer->block);
    writer->count = 0;
    return true;
}

bool game_writer_add(struct game_writer *writer, const struct selfplay_game *game)
{
    writer->next_number++;
    if (!game)
        return true;
    selfplay_game_encode(&writer->block, game);
    return ++writer->count < BLOCK_GAMES || write_block(writer);
}

bool game_writer_close(struct game_writer *writer)
{
    const bool written = !writer->count || write_block(writer);
    const bool closed = !fclose(writer->file);
    buffer_fini(&writer->block);
    return written && closed;
}
