extension EpollPeer {
    /// The C source, which uses one thread and level-triggered events.
    ///
    /// It interprets only `/large`, `Content-Length` and `Connection: close`.
    static let source = #"""
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <errno.h>
        #include <netinet/tcp.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <strings.h>
        #include <sys/epoll.h>
        #include <sys/socket.h>
        #include <unistd.h>

        #define BODY "{\"id\":\"1\",\"name\":\"Ada Lovelace\",\"active\":true,\"score\":123.5}"
        #define LARGE 1000000

        struct connection {
            size_t held;          /* bytes of a head that is not whole yet */
            size_t body;          /* bytes of a request's body still to come */
            size_t sent, to_send; /* how far the response has gone */
            const char *response;
            int closes, waits;
            char head[4096];
        };

        static int loop;
        static struct connection *connections[65536];
        static char small[512], large[LARGE + 512], input[262144];
        static size_t small_length, large_length;

        static void watch(int fd, uint32_t events, int operation) {
            struct epoll_event event = {.events = events, .data = {.fd = fd}};
            epoll_ctl(loop, operation, fd, &event);
        }

        static void drop(int fd) {
            free(connections[fd]);
            connections[fd] = 0;
            close(fd);
        }

        /* Whether the connection is still there. */
        static int put(int fd, struct connection *c) {
            while (c->sent < c->to_send) {
                ssize_t n = send(fd, c->response + c->sent, c->to_send - c->sent, MSG_NOSIGNAL);
                if (n < 0 && errno == EAGAIN) {
                    if (!c->waits) watch(fd, EPOLLOUT, EPOLL_CTL_MOD);
                    c->waits = 1;
                    return 1;
                }
                if (n < 0) return drop(fd), 0;
                c->sent += n;
            }
            if (c->waits) watch(fd, EPOLLIN, EPOLL_CTL_MOD);
            c->waits = 0;
            if (c->closes) return drop(fd), 0;
            return 1;
        }

        static int answer(int fd, struct connection *c) {
            c->held = 0;
            c->sent = 0;
            return put(fd, c);
        }

        static void take(int fd, struct connection *c) {
            ssize_t n = recv(fd, input, sizeof input, 0);
            if (n < 0 && errno == EAGAIN) return;
            if (n <= 0) return drop(fd);
            size_t at = 0;
            while (at < (size_t)n) {
                if (c->body) {
                    size_t part = c->body < n - at ? c->body : n - at;
                    c->body -= part;
                    at += part;
                    if (!c->body && !answer(fd, c)) return;
                    continue;
                }
                size_t room = sizeof c->head - 1 - c->held, part = room < n - at ? room : n - at;
                memcpy(c->head + c->held, input + at, part);
                size_t held = c->held + part;
                c->head[held] = 0;
                char *end = strstr(c->head, "\r\n\r\n");
                if (!end) {
                    if (part == room) return drop(fd);
                    c->held = held;
                    return;
                }
                at += end + 4 - c->head - c->held;
                end[2] = 0;
                char *length = strcasestr(c->head, "\r\ncontent-length:");
                c->body = length ? strtoul(length + 17, 0, 10) : 0;
                c->closes = strcasestr(c->head, "\r\nconnection: close") != 0;
                int is_large = !strncmp(c->head, "GET /large ", 11);
                c->response = is_large ? large : small;
                c->to_send = is_large ? large_length : small_length;
                c->held = 0;
                if (!c->body && !answer(fd, c)) return;
            }
        }

        int main(void) {
            const char *format = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s";
            small_length = sprintf(small, format, (int)strlen(BODY), BODY);
            large_length = sprintf(large, format, LARGE, "");
            memset(large + large_length, 'x', LARGE);
            large_length += LARGE;
            int one = 1, listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
            struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
            socklen_t size = sizeof name;
            setsockopt(listener, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            if (bind(listener, (struct sockaddr *)&name, size) || listen(listener, 1024)) return 1;
            getsockname(listener, (struct sockaddr *)&name, &size);
            loop = epoll_create1(0);
            watch(listener, EPOLLIN, EPOLL_CTL_ADD);
            watch(0, EPOLLIN, EPOLL_CTL_ADD);
            printf("%d %d\n", ntohs(name.sin_port), getpid());
            fflush(stdout);
            struct epoll_event events[256];
            for (;;) {
                int count = epoll_wait(loop, events, 256, -1);
                for (int i = 0; i < count; i++) {
                    int fd = events[i].data.fd;
                    if (fd == 0) return 0; /* whoever started it is gone */
                    if (fd == listener) {
                        int new;
                        while ((new = accept4(listener, 0, 0, SOCK_NONBLOCK)) >= 0) {
                            if (new < 65536 && (connections[new] = calloc(1, sizeof(struct connection))))
                                watch(new, EPOLLIN, EPOLL_CTL_ADD);
                            else
                                close(new);
                        }
                    } else if (connections[fd]) {
                        if (connections[fd]->waits) put(fd, connections[fd]);
                        else take(fd, connections[fd]);
                    }
                }
            }
        }
        """#
}
