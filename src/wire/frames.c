/* SPDX-License-Identifier: MIT */
#include "wire/frames.h"

#include <openssl/evp.h>
#include <string.h>

#include "base/minmax.h"

enum {
    FINAL_BIT = 0x80,
    RESERVED_BITS = 0x70,
    OPCODE_BITS = 0x0f,
    CONTROL_BIT = 0x08,
    MASK_BIT = 0x80,
    LENGTH_BITS = 0x7f,
    LENGTH_IN_TWO = 126,
    LENGTH_IN_EIGHT = 127,
    CONTROL_SIZE_MAX = 125
};

/* ---- UTF-8 ---- */

/* Sets what may follow the first byte of a character: no overlong forms, no surrogates, nothing
 * above U+10FFFF. */
static bool start_character(struct utf8_state *text, uint8_t byte)
{
    if (byte < 0x80)
        return true;
    if (byte < 0xc2 || byte > 0xf4)
        return false;
    text->more = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    text->min = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
    text->max = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
    return true;
}

static size_t count_ascii(const uint8_t *bytes, size_t size)
{
    size_t i = 0;
    for (uint64_t eight; i + 8 <= size; i += 8) {
        memcpy(&eight, bytes + i, 8);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    while (i < size && bytes[i] < 0x80)
        i++;
    return i;
}

/* Checks the next part of a text. Once false, the text is invalid. */
static bool check_utf8(struct utf8_state *text, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!text->more) {
            i += count_ascii(bytes + i, size - i);
            if (i == size)
                return true;
            if (!start_character(text, bytes[i]))
                return false;
        } else {
            if (bytes[i] < text->min || bytes[i] > text->max)
                return false;
            text->more--;
            text->min = 0x80;
            text->max = 0xbf;
        }
    }
    return true;
}

static bool is_utf8(const uint8_t *bytes, size_t size)
{
    struct utf8_state text = {0};
    return check_utf8(&text, bytes, size) && !text.more;
}

/* ---- closing ---- */

bool close_code_is_valid(unsigned code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

unsigned close_code_read(const char *bytes, size_t size)
{
    return size < 2 ? CLOSE_NO_CODE : (unsigned)(uint8_t)bytes[0] << 8 | (uint8_t)bytes[1];
}

static unsigned check_close(const uint8_t *bytes, size_t size)
{
    if (!size)
        return 0;
    if (size == 1 || !close_code_is_valid(close_code_read((const char *)bytes, size)))
        return CLOSE_PROTOCOL;
    return is_utf8(bytes + 2, size - 2) ? 0 : CLOSE_BAD_TEXT;
}

/* ---- the frame header ---- */

struct head {
    size_t size;      /* of the header; while it is incomplete: bytes needed to continue */
    uint64_t payload; /* bytes after it */
    uint8_t mask[4];
    uint8_t opcode;
    bool final;
    bool complete;
};

static bool opcode_is_known(uint8_t opcode)
{
    return opcode <= FRAME_BINARY || (opcode >= FRAME_CLOSE && opcode <= FRAME_PONG);
}

/* Checks the first two bytes, which hold everything but the length. */
static bool check_start(const struct frame_reader *reader, const uint8_t *bytes)
{
    const uint8_t opcode = bytes[0] & OPCODE_BITS;
    if (bytes[0] & RESERVED_BITS || !opcode_is_known(opcode))
        return false;
    if ((bytes[1] & MASK_BIT) != (reader->from_client ? MASK_BIT : 0))
        return false;
    if (opcode & CONTROL_BIT)
        return bytes[0] & FINAL_BIT && (bytes[1] & LENGTH_BITS) <= CONTROL_SIZE_MAX;
    return (opcode == FRAME_CONTINUATION) == (reader->opcode != 0);
}

static uint64_t read_number(const uint8_t *bytes, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* The length must be in its shortest form and within the limit. */
static unsigned check_length(const struct frame_reader *reader, const struct head *head,
                             size_t length_size)
{
    if (length_size == 2 && head->payload < LENGTH_IN_TWO)
        return CLOSE_PROTOCOL;
    if (length_size == 8 && (head->payload <= UINT16_MAX || head->payload >> 63))
        return CLOSE_PROTOCOL;
    if (!(head->opcode & CONTROL_BIT) && head->payload > reader->max - reader->message.size)
        return CLOSE_TOO_LARGE;
    return 0;
}

/* Reads as much of a header as there is. Returns 0 or a close code. */
static unsigned read_head(const struct frame_reader *reader, const uint8_t *bytes, size_t size,
                          struct head *out)
{
    *out = (struct head){.size = 2};
    if (size < 2)
        return 0;
    if (!check_start(reader, bytes))
        return CLOSE_PROTOCOL;
    const uint8_t length = bytes[1] & LENGTH_BITS;
    const size_t length_size = length == LENGTH_IN_EIGHT ? 8 : length == LENGTH_IN_TWO ? 2 : 0;
    out->opcode = bytes[0] & OPCODE_BITS;
    out->final = bytes[0] & FINAL_BIT;
    out->size = 2 + length_size;
    if (size < out->size)
        return 0;
    out->payload = length_size ? read_number(bytes + 2, length_size) : length;
    const unsigned error = check_length(reader, out, length_size);
    if (error)
        return error;
    out->size += reader->from_client ? sizeof out->mask : 0;
    if (size < out->size)
        return 0;
    if (reader->from_client)
        memcpy(out->mask, bytes + out->size - sizeof out->mask, sizeof out->mask);
    out->complete = true;
    return 0;
}

size_t frame_head(enum frame_opcode opcode, size_t size, uint8_t out[FRAME_HEAD_MAX])
{
    const size_t length_size = size > UINT16_MAX ? 8 : size >= LENGTH_IN_TWO ? 2 : 0;
    out[0] = (uint8_t)(FINAL_BIT | opcode);
    out[1] = length_size == 8 ? LENGTH_IN_EIGHT : length_size == 2 ? LENGTH_IN_TWO : (uint8_t)size;
    for (size_t i = 0; i < length_size; i++)
        out[2 + i] = (uint8_t)((uint64_t)size >> 8 * (length_size - 1 - i));
    return 2 + length_size;
}

/* ---- the payload ---- */

/* Works on eight bytes at a time: the mask repeats every four. */
static void unmask_bytes(uint8_t *bytes, size_t size, const uint8_t mask[4])
{
    uint64_t twice, eight;
    memcpy(&twice, mask, 4);
    memcpy((uint8_t *)&twice + 4, mask, 4);
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        memcpy(&eight, bytes + i, 8);
        eight ^= twice;
        memcpy(bytes + i, &eight, 8);
    }
    for (; i < size; i++)
        bytes[i] ^= mask[i & 3];
}

static unsigned deliver_message(struct frame_reader *reader, uint8_t opcode, const uint8_t *bytes,
                                size_t size, const struct frame_visitor *visitor)
{
    const bool wants_more =
        visitor->message(visitor->context, (enum frame_opcode)opcode, (const char *)bytes, size);
    if (!wants_more || opcode == FRAME_CLOSE)
        reader->closed = true;
    return 0;
}

static unsigned handle_control(struct frame_reader *reader, uint8_t opcode, const uint8_t *bytes,
                               size_t size, const struct frame_visitor *visitor)
{
    const unsigned error = opcode == FRAME_CLOSE ? check_close(bytes, size) : 0;
    return error ? error : deliver_message(reader, opcode, bytes, size, visitor);
}

static unsigned end_message(struct frame_reader *reader, const struct frame_visitor *visitor)
{
    const uint8_t opcode = reader->opcode;
    struct buffer message = reader->message;
    reader->opcode = 0;
    reader->message = (struct buffer){0};
    const char *bytes = message.size ? message.bytes : "";
    const unsigned error =
        deliver_message(reader, opcode, (const uint8_t *)bytes, message.size, visitor);
    buffer_fini(&message);
    return error;
}

static unsigned handle_fragment(struct frame_reader *reader, const struct head *head,
                                const uint8_t *bytes, size_t size,
                                const struct frame_visitor *visitor)
{
    if (head->opcode != FRAME_CONTINUATION) {
        reader->opcode = head->opcode;
        reader->text = (struct utf8_state){0};
        reader->fragments = 0;
    }
    if (++reader->fragments > reader->max)
        return CLOSE_TOO_LARGE;
    if (reader->opcode == FRAME_TEXT) {
        if (!check_utf8(&reader->text, bytes, size) || (head->final && reader->text.more))
            return CLOSE_BAD_TEXT;
    }
    buffer_add(&reader->message, bytes, size);
    if (reader->message.failed)
        return CLOSE_INTERNAL_ERROR;
    return head->final ? end_message(reader, visitor) : 0;
}

static unsigned handle_frame(struct frame_reader *reader, const struct head *head, uint8_t *bytes,
                             const struct frame_visitor *visitor)
{
    const size_t size = (size_t)head->payload;
    if (reader->from_client)
        unmask_bytes(bytes, size, head->mask);
    if (head->opcode & CONTROL_BIT)
        return handle_control(reader, head->opcode, bytes, size, visitor);
    if (head->opcode == FRAME_CONTINUATION || !head->final)
        return handle_fragment(reader, head, bytes, size, visitor);
    if (head->opcode == FRAME_TEXT && !is_utf8(bytes, size))
        return CLOSE_BAD_TEXT;
    return deliver_message(reader, head->opcode, bytes, size, visitor);
}

/* ---- the reader ---- */

void frame_reader_init(struct frame_reader *reader, size_t max, bool from_client)
{
    *reader = (struct frame_reader){.max = max, .from_client = from_client};
}

void frame_reader_fini(struct frame_reader *reader)
{
    buffer_fini(&reader->partial);
    buffer_fini(&reader->message);
}

/* Adds to an incomplete frame, and handles it once it is complete. */
static unsigned complete_frame(struct frame_reader *reader, const uint8_t *bytes, size_t size,
                               size_t *used, const struct frame_visitor *visitor)
{
    struct buffer *partial = &reader->partial;
    struct head head;
    for (*used = 0;;) {
        const unsigned error =
            read_head(reader, (const uint8_t *)partial->bytes, partial->size, &head);
        if (error)
            return error;
        const size_t needed = head.complete ? head.size + (size_t)head.payload : head.size;
        if (head.complete && partial->size == needed)
            break;
        const size_t more = min_size(needed - partial->size, size - *used);
        if (!more)
            return 0;
        buffer_add(partial, bytes + *used, more);
        if (partial->failed)
            return CLOSE_INTERNAL_ERROR;
        *used += more;
    }
    struct buffer frame = *partial;
    *partial = (struct buffer){0};
    const unsigned error = handle_frame(reader, &head, (uint8_t *)frame.bytes + head.size, visitor);
    buffer_fini(&frame);
    return error;
}

/* Handles a frame that is complete in the input in place; otherwise buffers what is there. */
static unsigned read_next_frame(struct frame_reader *reader, uint8_t *bytes, size_t size,
                                size_t *used, const struct frame_visitor *visitor)
{
    if (reader->partial.size)
        return complete_frame(reader, bytes, size, used, visitor);
    struct head head;
    const unsigned error = read_head(reader, bytes, size, &head);
    if (error)
        return error;
    if (!head.complete || size - head.size < head.payload)
        return complete_frame(reader, bytes, size, used, visitor);
    *used = head.size + (size_t)head.payload;
    return handle_frame(reader, &head, bytes + head.size, visitor);
}

unsigned frame_reader_feed(struct frame_reader *reader, char *bytes, size_t size,
                           const struct frame_visitor *visitor)
{
    uint8_t *at = (uint8_t *)bytes;
    while (size && !reader->closed) {
        size_t used = 0;
        const unsigned error = read_next_frame(reader, at, size, &used, visitor);
        if (error) {
            reader->closed = true;
            return error;
        }
        at += used;
        size -= used;
    }
    return 0;
}

bool frame_reader_has_started(const struct frame_reader *reader)
{
    return reader->partial.size || reader->opcode;
}

/* ---- the handshake ---- */

void websocket_accept(const char *key, char out[29])
{
    static const char suffix[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char joined[64 + sizeof suffix];
    const size_t key_size = strnlen(key, 64);
    memcpy(joined, key, key_size);
    memcpy(joined + key_size, suffix, sizeof suffix - 1);
    uint8_t digest[EVP_MAX_MD_SIZE] = {0};
    unsigned digest_size = 0;
    EVP_Digest(joined, key_size + sizeof suffix - 1, digest, &digest_size, EVP_sha1(), NULL);
    EVP_EncodeBlock((unsigned char *)out, digest, 20);
}
