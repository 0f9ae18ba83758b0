/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE // MAP_ANONYMOUS NOLINT(bugprone-reserved-identifier)
#include "base/mapped_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fault.h"

/* An address range in which SIGBUS is survived. Ranges are never freed, only used again, because a
 * signal handler walks through them while other threads open and close files. */
struct guarded_range {
    struct guarded_range *next;
    bool is_used;
    atomic_uintptr_t begin, end; /* begin is UINTPTR_MAX while it is not used */
    atomic_bool was_hit;
};

struct mapped_file {
    int descriptor; /* stays open to notice changes; -1: closed */
    struct stat status;
    uint8_t *bytes;
    size_t size;
    struct guarded_range *range;
};

// ---- SIGBUS ----------------------------------------------------------------------------------

static pthread_mutex_t ranges_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct guarded_range *) ranges;
static struct sigaction previous_action;
static uintptr_t page_mask;

static struct guarded_range *find_range(uintptr_t address)
{
    for (struct guarded_range *range = atomic_load(&ranges); range; range = range->next)
        if (address >= atomic_load(&range->begin) && address < atomic_load(&range->end))
            return range;
    return NULL;
}

/* Puts zeros in place of everything from the page that could not be read. On Linux, mmap() is a
 * plain system call and safe in a signal handler. A fault elsewhere repeats under the action that
 * was there before. */
static void survive_fault(int signal, siginfo_t *info, void *context)
{
    const int error = errno;
    const uintptr_t address = (uintptr_t)info->si_addr;
    struct guarded_range *range = find_range(address);
    const uintptr_t page = address & page_mask;
    (void)context;
    if (range)
        atomic_store(&range->was_hit, true);
    if (!range || mmap((void *)page, atomic_load(&range->end) - page, PROT_READ,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
        sigaction(signal, &previous_action, NULL);
    errno = error;
}

/* Unless it is installed already: other code may have replaced it. */
static void install_handler(void)
{
    struct sigaction action = {.sa_sigaction = survive_fault, .sa_flags = SA_SIGINFO}, current;
    page_mask = ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
    if (!sigaction(SIGBUS, NULL, &current) && current.sa_flags & SA_SIGINFO &&
        current.sa_sigaction == survive_fault)
        return;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous_action);
}

/* A range that is not used, or a new one; NULL if memory runs out. */
static struct guarded_range *take_range(void)
{
    for (struct guarded_range *range = atomic_load(&ranges); range; range = range->next)
        if (!range->is_used)
            return range;
    struct guarded_range *range = calloc(1, sizeof *range);
    if (!range)
        return NULL;
    atomic_store(&range->begin, UINTPTR_MAX);
    range->next = atomic_load(&ranges);
    atomic_store(&ranges, range);
    return range;
}

static struct guarded_range *guard_range(const uint8_t *bytes, size_t size)
{
    pthread_mutex_lock(&ranges_lock);
    install_handler();
    struct guarded_range *range = take_range();
    if (range) {
        range->is_used = true;
        atomic_store(&range->was_hit, false);
        atomic_store(&range->end, (uintptr_t)bytes + size);
        atomic_store(&range->begin, (uintptr_t)bytes);
    }
    pthread_mutex_unlock(&ranges_lock);
    return range;
}

static void stop_guarding(struct guarded_range *range)
{
    pthread_mutex_lock(&ranges_lock);
    atomic_store(&range->begin, UINTPTR_MAX);
    range->is_used = false;
    pthread_mutex_unlock(&ranges_lock);
}

// ---- files -----------------------------------------------------------------------------------

static rk_err map_descriptor(struct mapped_file *file, rk_fault *fault)
{
    if (fstat(file->descriptor, &file->status))
        return fault_set(fault, RK_CANNOT_READ, 0, strerror(errno));
    if (!S_ISREG(file->status.st_mode))
        return fault_set(fault, RK_CANNOT_READ, 0, "not a regular file");
    file->size = (size_t)file->status.st_size;
    if (!file->size)
        return fault_set(fault, RK_BAD_RECORD, 0, "the file is empty");
    void *map = mmap(NULL, file->size, PROT_READ, MAP_SHARED, file->descriptor, 0);
    if (map == MAP_FAILED)
        return fault_set(fault, RK_CANNOT_READ, 0, strerror(errno));
    file->bytes = map;
    file->range = guard_range(file->bytes, file->size);
    return file->range ? RK_OK : fault_set_default(fault, RK_NO_MEMORY);
}

rk_err mapped_file_open(const char *path, struct mapped_file **out, rk_fault *fault)
{
    struct mapped_file *file = calloc(1, sizeof *file);
    if (!file)
        return fault_set_default(fault, RK_NO_MEMORY);
    // Without O_NONBLOCK, open() blocks on a FIFO without a writer.
    file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const rk_err err = file->descriptor < 0 ? fault_set(fault, RK_CANNOT_OPEN, 0, strerror(errno))
                                            : map_descriptor(file, fault);
    if (err)
        mapped_file_close(file);
    else
        *out = file;
    return err;
}

void mapped_file_drop_descriptor(struct mapped_file *file)
{
    if (file->descriptor >= 0)
        close(file->descriptor);
    file->descriptor = -1;
}

void mapped_file_close(struct mapped_file *file)
{
    if (!file)
        return;
    if (file->range)
        stop_guarding(file->range);
    if (file->bytes)
        munmap(file->bytes, file->size);
    mapped_file_drop_descriptor(file);
    free(file);
}

const uint8_t *mapped_file_bytes(const struct mapped_file *file)
{
    return file->bytes;
}

size_t mapped_file_size(const struct mapped_file *file)
{
    return file->size;
}

bool mapped_file_has_changed(const struct mapped_file *file)
{
    const struct stat *before = &file->status;
    struct stat now;
    if (atomic_load(&file->range->was_hit) || file->descriptor < 0)
        return atomic_load(&file->range->was_hit);
    return fstat(file->descriptor, &now) || now.st_size != before->st_size ||
           now.st_mtim.tv_sec != before->st_mtim.tv_sec ||
           now.st_mtim.tv_nsec != before->st_mtim.tv_nsec;
}
