// A stand-in for kqueue(2) in tests on Linux, so that code for Apple systems can be built and run there.
//
// It is C because <sys/event.h> is: `struct kevent` and `kevent()` share one name, and only a C header brings both into
// Swift as Apple's header does. The numbers are those of Apple's <sys/event.h>. On an Apple system this header includes
// only that one, so that the stand-in's tests run against the real kqueue(2) there.
#ifndef TEAPOT_KQUEUE_H
#define TEAPOT_KQUEUE_H

#ifdef __linux__
#include <stdint.h>
#include <sys/socket.h>
#include <time.h>

struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};

// Other filters are refused with EINVAL, and so is every flag that is not below.
#define EVFILT_READ (-1)
#define EVFILT_WRITE (-2)

#define EV_ADD 0x0001
#define EV_DELETE 0x0002
#define EV_ENABLE 0x0004
#define EV_DISABLE 0x0008
#define EV_ONESHOT 0x0010
#define EV_CLEAR 0x0020
#define EV_RECEIPT 0x0040
#define EV_ERROR 0x4000
#define EV_EOF 0x8000

int kqueue(void);

int kevent(int kq, const struct kevent *changelist, int nchanges, struct kevent *eventlist, int nevents,
           const struct timespec *timeout);

// Linux has no such option; MSG_NOSIGNAL does the same for each `send`. An option without effect on the tests stands for
// it, so that the call can be compiled, run and read back.
#define SO_NOSIGPIPE SO_KEEPALIVE

#else
#include <sys/event.h>
#endif

#endif
