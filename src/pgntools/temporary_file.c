/* SPDX-License-Identifier: MIT */
#include "pgntools/temporary_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/link_target.h"
#include "base/list.h"
#include "pgntools/permissions.h"

enum { NAMES_MAX = 100, SUFFIX_MAX = 32, PID_DIGITS_MAX = 9 };

struct temporary_file {
    struct list node;
    char *name; /* the final name; the temporary one follows it in the same allocation */
    char *path;
};

/* All files; changed only while signals are blocked, because a signal handler reads it. */
static struct list files = {&files, &files};

static void block_signals(sigset_t *saved)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, saved);
}

static void restore_signals(const sigset_t *saved)
{
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, saved, NULL);
    errno = error;
}

static struct temporary_file *allocate_file(const char *name)
{
    char *target = link_target(name);
    const size_t size = target ? strlen(target) + 1 : 0;
    struct temporary_file *file = target ? malloc(sizeof *file + 2 * size + SUFFIX_MAX) : NULL;
    if (file) {
        file->name = (char *)(file + 1);
        file->path = file->name + size;
        memcpy(file->name, target, size);
    }
    free(target);
    return file;
}

/* Creates the file under a name that is not taken. */
static bool create_empty(struct temporary_file *file)
{
    const size_t size = strlen(file->name) + SUFFIX_MAX;
    for (int i = 0; i < NAMES_MAX; i++) {
        snprintf(file->path, size, "%s.part-%ld-%d", file->name, (long)getpid(), i);
        const int opened = open(file->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (opened >= 0) {
            permissions_copy(opened, file->name);
            close(opened);
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
    return false;
}

/* Reads the PID of NAME.part-PID-N; 0 if `entry` is no temporary name of `base`. */
static pid_t read_owner(const char *entry, const char *base)
{
    static const char suffix[] = ".part-";
    const size_t size = strlen(base);
    if (strncmp(entry, base, size) != 0 || strncmp(entry + size, suffix, sizeof suffix - 1) != 0)
        return 0;
    const char *at = entry + size + sizeof suffix - 1;
    const size_t digits = strspn(at, "0123456789"), dash = at[digits] == '-';
    const size_t digits_after = strspn(at + digits + dash, "0123456789");
    if (!digits || digits > PID_DIGITS_MAX || !dash || !digits_after ||
        at[digits + 1 + digits_after])
        return 0;
    return (pid_t)strtol(at, NULL, 10);
}

/* A process that was killed could not remove its file. */
static void remove_stale_files(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    char *folder = slash ? strndup(name, (size_t)(base - name)) : strdup(".");
    DIR *entries = folder ? opendir(folder) : NULL;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        const pid_t owner = read_owner(entry->d_name, base);
        if (owner > 0 && kill(owner, 0) && errno == ESRCH)
            unlinkat(dirfd(entries), entry->d_name, 0);
    }
    if (entries)
        closedir(entries);
    free(folder);
}

struct temporary_file *temporary_file_create(const char *name)
{
    sigset_t saved;
    struct temporary_file *file = allocate_file(name);
    if (!file)
        return NULL;
    remove_stale_files(file->name);
    block_signals(&saved);
    const bool created = create_empty(file);
    if (created)
        list_add(&files, &file->node);
    restore_signals(&saved);
    if (created)
        return file;
    const int error = errno;
    free(file);
    errno = error;
    return NULL;
}

int temporary_file_open(const struct temporary_file *file)
{
    return open(file->path, O_WRONLY | O_APPEND | O_CLOEXEC);
}

int temporary_file_open_for_update(const struct temporary_file *file)
{
    return open(file->path, O_RDWR | O_CLOEXEC);
}

const char *temporary_file_name(const struct temporary_file *file)
{
    return file->name;
}

bool temporary_file_commit(struct temporary_file *file)
{
    sigset_t saved;
    block_signals(&saved);
    const bool renamed = !rename(file->path, file->name);
    if (renamed)
        list_remove(&file->node);
    restore_signals(&saved);
    if (renamed)
        free(file);
    return renamed;
}

void temporary_file_discard(struct temporary_file *file)
{
    sigset_t saved;
    if (!file)
        return;
    block_signals(&saved);
    unlink(file->path);
    list_remove(&file->node);
    restore_signals(&saved);
    free(file);
}

bool temporary_files_remove(void)
{
    for (const struct list *node = files.next; node != &files; node = node->next)
        unlink(LIST_OWNER(node, struct temporary_file, node)->path);
    return !list_is_empty(&files);
}
