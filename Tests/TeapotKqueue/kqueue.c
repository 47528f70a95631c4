// kqueue(2) on epoll(7), to the words of Apple's manual page.
//
// A queue is an epoll that has the descriptors of EVFILT_READ. Those of EVFILT_WRITE are in a second one, which is in
// the first, for the two filters of a descriptor are two events: each is added, deleted and cleared alone.
//
// One thing differs from Apple systems: Linux tells that a socket has an error, but its number can't be read without
// clearing it, and the next read has to return it. `fflags` is ECONNRESET for every error.
#ifdef __linux__
#define _GNU_SOURCE
#include "TeapotKqueue.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READERS, WRITERS, KINDS };

// How many events are taken from epoll at once.
enum { BATCH = 64 };

static const uint16_t known_flags = EV_ADD | EV_DELETE | EV_ENABLE | EV_DISABLE | EV_ONESHOT | EV_CLEAR | EV_RECEIPT;

// A filter on a descriptor.
struct note {
    bool exists;
    bool is_disabled;
    uint16_t flags;
    void *udata;
    // What the descriptor was when the event was added: closed and opened again it is something else.
    dev_t device;
    ino_t node;
};

struct queue {
    // Of readers, which is the queue's own descriptor, and of writers.
    int epolls[KINDS];
    pthread_mutex_t mutex;
    // By their descriptors.
    struct note *notes[KINDS];
    int count;
    struct queue *next;
};

// Whoever looks at the list of queues holds the first, whoever looks at one queue's notes holds that queue's.
static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queue *list;

// The mark of the writers' epoll among the readers.
static const int writers_mark = -1;

static int kind_of(int16_t filter) {
    switch (filter) {
    case EVFILT_READ: return READERS;
    case EVFILT_WRITE: return WRITERS;
    default: return -1;
    }
}

// Queues

static int mark_writers(struct queue *queue, int operation) {
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = writers_mark}};
    return epoll_ctl(queue->epolls[READERS], operation, queue->epolls[WRITERS], &event);
}

// Frees the queues whose descriptors were closed. Closing can't be observed, but it shows: such a descriptor does not
// have the writers' epoll in it any more.
static void free_closed_queues(void) {
    for (struct queue **place = &list; *place;) {
        struct queue *queue = *place;
        if (mark_writers(queue, EPOLL_CTL_MOD) == 0) {
            place = &queue->next;
            continue;
        }
        *place = queue->next;
        close(queue->epolls[WRITERS]);
        pthread_mutex_destroy(&queue->mutex);
        for (int kind = 0; kind < KINDS; kind++) free(queue->notes[kind]);
        free(queue);
    }
}

int kqueue(void) {
    pthread_mutex_lock(&list_mutex);
    free_closed_queues();
    struct queue *queue = calloc(1, sizeof(struct queue));
    if (queue) {
        queue->epolls[READERS] = epoll_create1(EPOLL_CLOEXEC);
        queue->epolls[WRITERS] = epoll_create1(EPOLL_CLOEXEC);
    }
    if (!queue || queue->epolls[READERS] < 0 || queue->epolls[WRITERS] < 0 || mark_writers(queue, EPOLL_CTL_ADD) != 0) {
        int error = queue ? errno : ENOMEM;
        for (int kind = 0; queue && kind < KINDS; kind++) {
            if (queue->epolls[kind] >= 0) close(queue->epolls[kind]);
        }
        free(queue);
        pthread_mutex_unlock(&list_mutex);
        errno = error;
        return -1;
    }
    pthread_mutex_init(&queue->mutex, NULL);
    queue->next = list;
    list = queue;
    pthread_mutex_unlock(&list_mutex);
    return queue->epolls[READERS];
}

static struct queue *find_queue(int descriptor) {
    pthread_mutex_lock(&list_mutex);
    struct queue *queue = list;
    while (queue && queue->epolls[READERS] != descriptor) queue = queue->next;
    if (queue && mark_writers(queue, EPOLL_CTL_MOD) != 0) queue = NULL;
    pthread_mutex_unlock(&list_mutex);
    return queue;
}

// Changes

static bool is_as_added(const struct note *note, int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 && status.st_dev == note->device && status.st_ino == note->node;
}

// The note of a filter, unless the descriptor was closed since it was added.
static struct note *find_note(struct queue *queue, int kind, int descriptor) {
    if (descriptor < 0 || descriptor >= queue->count) return NULL;
    struct note *note = &queue->notes[kind][descriptor];
    if (note->exists && !is_as_added(note, descriptor)) note->exists = false;
    return note->exists ? note : NULL;
}

static struct note *make_note(struct queue *queue, int kind, int descriptor) {
    if (descriptor >= queue->count) {
        int count = descriptor + 64;
        for (int each = 0; each < KINDS; each++) {
            struct note *notes = realloc(queue->notes[each], count * sizeof(struct note));
            if (!notes) return NULL;
            memset(notes + queue->count, 0, (count - queue->count) * sizeof(struct note));
            queue->notes[each] = notes;
        }
        queue->count = count;
    }
    return &queue->notes[kind][descriptor];
}

// Has epoll watch for an event, or look anew whether there is one.
//
// An event without EV_CLEAR is reported once by epoll and armed again when it is taken. With epoll's own level
// triggering, a descriptor that is closed while another has the same socket would be reported for ever.
static int arm(struct queue *queue, int kind, int descriptor, const struct note *note) {
    uint32_t wanted = kind == READERS ? EPOLLIN | EPOLLRDHUP : EPOLLOUT;
    struct epoll_event event = {
        .events = wanted | (note->flags & EV_CLEAR ? EPOLLET : EPOLLONESHOT),
        .data = {.fd = descriptor},
    };
    if (epoll_ctl(queue->epolls[kind], EPOLL_CTL_ADD, descriptor, &event) == 0) return 0;
    if (errno != EEXIST) return errno;
    return epoll_ctl(queue->epolls[kind], EPOLL_CTL_MOD, descriptor, &event) == 0 ? 0 : errno;
}

// epoll reports resets even for no events at all, so that a disabled event has to be removed.
static void disarm(struct queue *queue, int kind, int descriptor) {
    epoll_ctl(queue->epolls[kind], EPOLL_CTL_DEL, descriptor, NULL);
}

static int apply(struct queue *queue, const struct kevent *change) {
    int kind = kind_of(change->filter);
    if (kind < 0 || (change->flags & ~known_flags) != 0) return EINVAL;
    struct stat status;
    if (change->ident > INT_MAX || fstat((int)change->ident, &status) != 0) return EBADF;
    int descriptor = (int)change->ident;
    struct note *note = find_note(queue, kind, descriptor);
    if (change->flags & EV_DELETE) {
        if (!note) return ENOENT;
        note->exists = false;
        disarm(queue, kind, descriptor);
        return 0;
    }
    if (!note) {
        if (!(change->flags & EV_ADD)) return ENOENT;
        note = make_note(queue, kind, descriptor);
        if (!note) return ENOMEM;
        // Adding it again does not change these: the page does not say that it would.
        uint16_t flags = change->flags & (EV_CLEAR | EV_ONESHOT);
        *note = (struct note){.exists = true, .flags = flags, .device = status.st_dev, .node = status.st_ino};
    }
    note->udata = change->udata;
    if (change->flags & EV_DISABLE) {
        note->is_disabled = true;
    } else if (change->flags & (EV_ADD | EV_ENABLE)) {
        note->is_disabled = false;
    }
    if (note->is_disabled) {
        disarm(queue, kind, descriptor);
        return 0;
    }
    int error = arm(queue, kind, descriptor, note);
    if (error) note->exists = false;
    return error;
}

// Filters

static int option(int descriptor, int level, int name) {
    int value = 0;
    socklen_t size = sizeof value;
    return getsockopt(descriptor, level, name, &value, &size) == 0 ? value : 0;
}

static struct tcp_info tcp_info(int descriptor) {
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    // A zero is no state of a connection: what is not TCP has none.
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) info.tcpi_state = 0;
    return info;
}

static int amount(int descriptor, unsigned long request) {
    int count = 0;
    return ioctl(descriptor, request, &count) == 0 ? count : 0;
}

static void run_read_filter(struct kevent *event, int descriptor, uint32_t ready, bool is_socket) {
    if (is_socket && option(descriptor, SOL_SOCKET, SO_ACCEPTCONN)) {
        event->data = tcp_info(descriptor).tcpi_unacked;
        return;
    }
    event->data = amount(descriptor, FIONREAD);
    if (ready & (EPOLLRDHUP | EPOLLHUP)) {
        event->flags |= EV_EOF;
        if (is_socket && ready & EPOLLERR) event->fflags = ECONNRESET;
    }
}

static void run_write_filter(struct kevent *event, int descriptor, uint32_t ready, bool is_socket) {
    bool has_ended = (ready & (EPOLLERR | EPOLLHUP)) != 0;
    if (is_socket) {
        event->data = option(descriptor, SOL_SOCKET, SO_SNDBUF) - amount(descriptor, SIOCOUTQ);
        switch (tcp_info(descriptor).tcpi_state) {
        case TCP_FIN_WAIT1:
        case TCP_FIN_WAIT2:
        case TCP_CLOSING:
        case TCP_LAST_ACK: has_ended = true;
        }
    } else {
        event->data = fcntl(descriptor, F_GETPIPE_SZ) - amount(descriptor, FIONREAD);
    }
    if (event->data < 0) event->data = 0;
    if (has_ended) {
        event->flags |= EV_EOF;
        if (is_socket && ready & EPOLLERR) event->fflags = ECONNRESET;
    }
}

// Makes an event of what epoll tells; false if there is none.
static bool take(struct queue *queue, int kind, const struct epoll_event *told, struct kevent *event) {
    int descriptor = told->data.fd;
    struct note *note = find_note(queue, kind, descriptor);
    struct stat status;
    if (!note || note->is_disabled || fstat(descriptor, &status) != 0) return false;
    *event = (struct kevent){
        .ident = (uintptr_t)descriptor,
        .filter = kind == READERS ? EVFILT_READ : EVFILT_WRITE,
        .flags = note->flags,
        .udata = note->udata,
    };
    bool is_socket = S_ISSOCK(status.st_mode);
    (kind == READERS ? run_read_filter : run_write_filter)(event, descriptor, told->events, is_socket);
    if (note->flags & EV_ONESHOT) {
        note->exists = false;
        disarm(queue, kind, descriptor);
    } else if (!(note->flags & EV_CLEAR)) {
        arm(queue, kind, descriptor, note);
    }
    return true;
}

// Waiting

static int collect(struct queue *queue, struct kevent *events, int capacity, int milliseconds) {
    struct epoll_event told[BATCH];
    int most = capacity < BATCH ? capacity : BATCH;
    int many = epoll_wait(queue->epolls[READERS], told, most, milliseconds);
    if (many < 0) return -1;
    int count = 0;
    bool has_writers = false;
    pthread_mutex_lock(&queue->mutex);
    for (int index = 0; index < many; index++) {
        if (told[index].data.fd == writers_mark) {
            has_writers = true;
        } else {
            count += take(queue, READERS, &told[index], &events[count]);
        }
    }
    if (has_writers) {
        most = capacity - count < BATCH ? capacity - count : BATCH;
        many = epoll_wait(queue->epolls[WRITERS], told, most, 0);
        for (int index = 0; index < many; index++) count += take(queue, WRITERS, &told[index], &events[count]);
    }
    pthread_mutex_unlock(&queue->mutex);
    return count;
}

static int64_t nanoseconds(struct timespec time) { return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec; }

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return nanoseconds(time);
}

int kevent(int kq, const struct kevent *changelist, int nchanges, struct kevent *eventlist, int nevents,
           const struct timespec *timeout) {
    struct queue *queue = find_queue(kq);
    if (!queue) {
        errno = EBADF;
        return -1;
    }
    if (timeout && (timeout->tv_sec < 0 || timeout->tv_nsec < 0 || timeout->tv_nsec >= 1000000000)) {
        errno = EINVAL;
        return -1;
    }
    int count = 0;
    for (int index = 0; index < nchanges; index++) {
        // Both lists may be the same array.
        struct kevent change = changelist[index];
        pthread_mutex_lock(&queue->mutex);
        int error = apply(queue, &change);
        pthread_mutex_unlock(&queue->mutex);
        if (error == 0 && !(change.flags & EV_RECEIPT)) continue;
        if (count < nevents) {
            change.flags |= EV_ERROR;
            change.data = error;
            eventlist[count++] = change;
        } else if (error) {
            errno = error;
            return -1;
        }
    }
    if (count > 0 || nevents <= 0) return count;

    // A time of more than a year, which would not fit, is as good as a year.
    bool is_long = timeout && timeout->tv_sec > 31536000;
    int64_t end = timeout ? now() + (is_long ? INT64_C(31536000000000000) : nanoseconds(*timeout)) : 0;
    while (true) {
        int milliseconds = -1;
        if (timeout) {
            // Rounded up, so as not to come back before the time is over.
            int64_t rest = (end - now() + 999999) / 1000000;
            milliseconds = rest < 0 ? 0 : rest > INT_MAX ? INT_MAX : (int)rest;
        }
        count = collect(queue, eventlist, nevents, milliseconds);
        if (count != 0) return count;
        if (timeout && now() >= end) return 0;
    }
}
#endif
