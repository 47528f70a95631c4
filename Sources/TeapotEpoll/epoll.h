// Linux's epoll and accept4, which Swift's Glibc module omits. This module is only a header, which is empty elsewhere.
#ifndef TEAPOT_EPOLL_H
#define TEAPOT_EPOLL_H

#ifdef __linux__
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/socket.h>

extern int accept4(int, struct sockaddr *, socklen_t *, int);

enum {
    TEAPOT_READABLE = EPOLLIN,
    TEAPOT_WRITABLE = EPOLLOUT,
    TEAPOT_DEAD = EPOLLERR | EPOLLHUP,
};

/* A connection that is closed on exec, and that does not block unless asked to. */
static inline int teapot_accept(int listener, int blocks) {
    return accept4(listener, 0, 0, SOCK_CLOEXEC | (blocks ? 0 : SOCK_NONBLOCK));
}

static inline int teapot_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static inline int teapot_epoll_set(int epoll, int operation, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}
#endif

#endif
