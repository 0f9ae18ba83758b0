/* SPDX-License-Identifier: MIT */
#include "net/mailer.h"

#include <curl/curl.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buffer.h"
#include "net/date.h"
#include "net/workers.h"

enum {
    QUEUE_MAX = 100,
    CONNECT_SECONDS = 10,
    SEND_SECONDS = 30,
    ADDRESS_MAX = 254,
    SUBJECT_MAX = 200,
    TEXT_MAX = 10000
};

struct mailer {
    struct mailer_options options;
    struct workers *workers;
    atomic_bool stopping;
};

/* A message on its way, a job of the worker thread. */
struct delivery {
    struct work work;
    struct mailer *mailer;
    struct buffer message; /* as it is sent, headers included */
    size_t sent;
    char to[ADDRESS_MAX + 1];
    char error[CURL_ERROR_SIZE]; /* "": it was sent */
};

// ---- the message -----------------------------------------------------------------------------

static bool is_printable(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return false;
    return true;
}

const char *mail_fault(const struct mail *mail)
{
    if (strlen(mail->to) > ADDRESS_MAX || !strchr(mail->to, '@') || !is_printable(mail->to) ||
        strpbrk(mail->to, " <>(),:;\\\""))
        return "not an e-mail address";
    if (strlen(mail->subject) > SUBJECT_MAX || !is_printable(mail->subject))
        return "not a subject";
    return strlen(mail->text) > TEXT_MAX ? "the text is too long" : NULL;
}

static void add_header(struct buffer *out, const char *name, const char *before, const char *value,
                       const char *after)
{
    buffer_text(out, name);
    buffer_text(out, ": ");
    buffer_text(out, before);
    buffer_text(out, value);
    buffer_text(out, after);
    buffer_text(out, "\r\n");
}

static bool is_ascii(const char *text)
{
    while (*text && !(*text & 0x80))
        text++;
    return !*text;
}

/* A header is ASCII; other words are encoded (RFC 2047). */
static void add_subject(struct buffer *out, const char *subject)
{
    enum { VARIANT = sodium_base64_VARIANT_ORIGINAL };
    char encoded[sodium_base64_ENCODED_LEN(SUBJECT_MAX, VARIANT)];
    if (is_ascii(subject)) {
        add_header(out, "Subject", "", subject, "");
        return;
    }
    sodium_bin2base64(encoded, sizeof encoded, (const unsigned char *)subject, strlen(subject),
                      VARIANT);
    add_header(out, "Subject", "=?utf-8?B?", encoded, "?=");
}

static void add_date(struct buffer *out)
{
    char text[DATE_TEXT_SIZE];
    date_write(time(NULL), "+0000", text);
    if (*text)
        add_header(out, "Date", "", text, "");
}

/* Unique, and from the sender's domain: filters distrust mail without one. */
static void add_message_id(struct buffer *out, const char *from)
{
    uint8_t bytes[16];
    char id[2 * sizeof bytes + 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(id, sizeof id, bytes, sizeof bytes);
    buffer_text(out, "Message-ID: <");
    buffer_text(out, id);
    buffer_text(out, strrchr(from, '@')); // choose_mail() has checked the address
    buffer_text(out, ">\r\n");
}

/* Lines end with CR LF; libcurl doubles a dot at the start of one. */
static void add_text(struct buffer *out, const char *text)
{
    for (; *text; text++)
        if (*text == '\n')
            buffer_text(out, "\r\n");
        else if (*text != '\r')
            buffer_put(out, *text);
    buffer_text(out, "\r\n");
}

static void write_message(struct buffer *out, const struct mailer *mailer, const struct mail *mail)
{
    add_header(out, "From", "<", mailer->options.from, ">");
    add_header(out, "To", "<", mail->to, ">");
    add_subject(out, mail->subject);
    add_date(out);
    add_message_id(out, mailer->options.from);
    add_header(out, "MIME-Version", "", "1.0", "");
    add_header(out, "Content-Type", "", "text/plain; charset=utf-8", "");
    add_header(out, "Content-Transfer-Encoding", "", "8bit", "");
    add_header(out, "Auto-Submitted", "", "auto-generated", "");
    buffer_text(out, "\r\n");
    add_text(out, mail->text);
}

// ---- on the worker thread --------------------------------------------------------------------

static size_t read_message(char *out, size_t size, size_t count, void *context)
{
    struct delivery *delivery = context;
    const size_t left = delivery->message.size - delivery->sent;
    const size_t wanted = size * count < left ? size * count : left;
    memcpy(out, delivery->message.bytes + delivery->sent, wanted);
    delivery->sent += wanted;
    return wanted;
}

/* Ends a transfer that would delay the end of the program. */
static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)a, (void)b, (void)c, (void)d;
    const struct delivery *delivery = context;
    return atomic_load(&delivery->mailer->stopping);
}

bool mail_url_is_local(const char *url)
{
    const char *host = strstr(url, "://");
    if (!host)
        return false;
    host += 3;
    if (!strncmp(host, "[::1]", 5))
        return !host[5] || host[5] == ':' || host[5] == '/';
    const size_t size = strcspn(host, ":/");
    return (size == 9 && !strncmp(host, "localhost", 9)) ||
           (!strncmp(host, "127.", 4) && strspn(host, "0123456789.") == size);
}

/* A password is sent only over TLS, except to this machine. A mail server there often offers TLS
 * with a certificate that nobody signed, which is as good as none. */
static void set_tls_options(CURL *curl, const struct mailer_options *options)
{
    const bool is_local = mail_url_is_local(options->url);
    curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(is_local ? CURLUSESSL_TRY : CURLUSESSL_ALL));
    if (options->ca_file) {
        curl_easy_setopt(curl, CURLOPT_CAINFO, options->ca_file);
    } else if (is_local) {
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
        curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
    }
}

static void set_options(CURL *curl, struct delivery *delivery, struct curl_slist *recipients)
{
    const struct mailer_options *options = &delivery->mailer->options;
    curl_easy_setopt(curl, CURLOPT_URL, options->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    set_tls_options(curl, options);
    if (options->user)
        curl_easy_setopt(curl, CURLOPT_USERNAME, options->user);
    if (options->password)
        curl_easy_setopt(curl, CURLOPT_PASSWORD, options->password);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, options->from);
    curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, read_message);
    curl_easy_setopt(curl, CURLOPT_READDATA, delivery);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, delivery);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)SEND_SECONDS);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, delivery->error);
}

static void run_delivery(struct work *work)
{
    struct delivery *delivery = (struct delivery *)work;
    snprintf(delivery->error, sizeof delivery->error, "the server stops");
    if (atomic_load(&delivery->mailer->stopping))
        return;
    CURL *curl = curl_easy_init();
    struct curl_slist *recipients = curl_slist_append(NULL, delivery->to);
    snprintf(delivery->error, sizeof delivery->error, "out of memory");
    if (curl && recipients) {
        *delivery->error = '\0';
        set_options(curl, delivery, recipients);
        const CURLcode code = curl_easy_perform(curl);
        if (!code)
            *delivery->error = '\0';
        else if (!*delivery->error)
            snprintf(delivery->error, sizeof delivery->error, "%s", curl_easy_strerror(code));
    }
    curl_slist_free_all(recipients);
    curl_easy_cleanup(curl);
}

// ---- on the server's thread ------------------------------------------------------------------

static void free_delivery(struct delivery *delivery)
{
    if (delivery->message.bytes)
        sodium_memzero(delivery->message.bytes, delivery->message.size); // links are secrets
    buffer_fini(&delivery->message);
    free(delivery);
}

static void finish_delivery(struct work *work)
{
    struct delivery *delivery = (struct delivery *)work;
    const struct log *log = delivery->mailer->options.log;
    if (*delivery->error)
        log_line(log, LOG_WARNING, "cannot send mail to %s: %s", delivery->to, delivery->error);
    else
        log_line(log, LOG_INFO, "sent mail to %s", delivery->to);
    free_delivery(delivery);
}

bool mailer_send(struct mailer *mailer, const struct mail *mail)
{
    const char *fault = mail_fault(mail);
    struct delivery *delivery = fault ? NULL : calloc(1, sizeof *delivery);
    if (!delivery) {
        log_line(mailer->options.log, LOG_WARNING, "cannot send mail: %s",
                 fault ? fault : "out of memory");
        return false;
    }
    delivery->work = (struct work){.run = run_delivery, .done = finish_delivery};
    delivery->mailer = mailer;
    snprintf(delivery->to, sizeof delivery->to, "%s", mail->to);
    write_message(&delivery->message, mailer, mail);
    if (!delivery->message.failed && workers_submit(mailer->workers, &delivery->work))
        return true;
    log_line(mailer->options.log, LOG_WARNING,
             "cannot send mail: too many messages wait for the mail server");
    free_delivery(delivery);
    return false;
}

void mailer_collect(struct mailer *mailer)
{
    workers_collect(mailer->workers);
}

void mailer_finish(struct mailer *mailer)
{
    atomic_store(&mailer->stopping, true);
    workers_finish(mailer->workers);
}

// ---- creating and destroying -----------------------------------------------------------------

struct mailer *mailer_create(const struct mailer_options *options, void (*wake)(void *context),
                             void *context)
{
    struct mailer *mailer = calloc(1, sizeof *mailer);
    if (!mailer || curl_global_init(CURL_GLOBAL_DEFAULT)) {
        free(mailer);
        return NULL;
    }
    mailer->options = *options;
    mailer->workers = workers_create(1, QUEUE_MAX, wake, context);
    if (mailer->workers)
        return mailer;
    curl_global_cleanup();
    free(mailer);
    return NULL;
}

void mailer_destroy(struct mailer *mailer)
{
    if (!mailer)
        return;
    mailer_finish(mailer);
    workers_destroy(mailer->workers);
    curl_global_cleanup();
    free(mailer);
}
