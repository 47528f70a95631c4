// The C declarations of Apple's systems that this package uses, with Apple's types and values: those of the manual pages
// and of the headers at https://github.com/apple-oss-distributions (xnu, Libc, libpthread, libmalloc).
#pragma once
#include <stddef.h>
#include <stdint.h>

// What those of glibc's headers leave out that the toolchain's modules include.
#define _STRUCT_TIMESPEC 1
#define __FILE_defined 1
#define __blkcnt_t_defined 1
#define __blksize_t_defined 1
#define __clock_t_defined 1
#define __clockid_t_defined 1
#define __dev_t_defined 1
#define __gid_t_defined 1
#define __ino_t_defined 1
#define __mode_t_defined 1
#define __nlink_t_defined 1
#define __off_t_defined 1
#define __pid_t_defined 1
#define __sigset_t_defined 1
#define __socklen_t_defined 1
#define __ssize_t_defined 1
#define __suseconds_t_defined 1
#define __time_t_defined 1
#define __timeval_defined 1
#define __uid_t_defined 1
#define __useconds_t_defined 1

// sys/types.h
typedef intptr_t ssize_t;
typedef uint16_t mode_t, nlink_t;
typedef int64_t off_t, blkcnt_t;
typedef int32_t pid_t, dev_t, blksize_t, suseconds_t;
typedef uint32_t uid_t, gid_t, socklen_t, in_addr_t, sigset_t, useconds_t;
typedef uint64_t ino_t, rlim_t;
typedef long time_t;
typedef unsigned long clock_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;

// errno.h; Swift has `errno` from Darwin.swiftinterface
int *__error(void);
#define errno (*__error())
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EACCES 13
#define EEXIST 17
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EAFNOSUPPORT 47
#define EADDRINUSE 48
#define EADDRNOTAVAIL 49
#define ECONNABORTED 53
#define ECONNRESET 54
#define ENAMETOOLONG 63

// time.h, sys/time.h
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct timeval {
    time_t tv_sec;
    suseconds_t tv_usec;
};
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    char *tm_zone;
};
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6, _CLOCK_PROCESS_CPUTIME_ID = 12 } clockid_t;
#define CLOCK_REALTIME _CLOCK_REALTIME
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
#define CLOCK_PROCESS_CPUTIME_ID _CLOCK_PROCESS_CPUTIME_ID
int clock_gettime(clockid_t clock, struct timespec *time);
time_t time(time_t *time);
struct tm *gmtime_r(const time_t *time, struct tm *result);

// sys/stat.h, with 64-bit inode numbers
struct stat {
    dev_t st_dev;
    mode_t st_mode;
    nlink_t st_nlink;
    ino_t st_ino;
    uid_t st_uid;
    gid_t st_gid;
    dev_t st_rdev;
    struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
    off_t st_size;
    blkcnt_t st_blocks;
    blksize_t st_blksize;
    uint32_t st_flags, st_gen;
    int32_t st_lspare;
    int64_t st_qspare[2];
};
int stat(const char *path, struct stat *result);
int lstat(const char *path, struct stat *result);
int utimensat(int directory, const char *path, const struct timespec times[2], int flags);
#define AT_FDCWD -2
void *mmap(void *address, size_t count, int protection, int flags, int descriptor, off_t offset);
int munmap(void *address, size_t count);
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
int fstat(int descriptor, struct stat *result);
int chmod(const char *path, mode_t mode);
int fchmod(int descriptor, mode_t mode);
int mkdir(const char *path, mode_t mode);
int mkfifo(const char *path, mode_t mode);

// fcntl.h; `fcntl` and `open` are in Darwin.swiftinterface
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_DUPFD_CLOEXEC 67
#define FD_CLOEXEC 1

// unistd.h, stdio.h, stdlib.h, string.h, math.h
#define X_OK (1 << 0)
#define W_OK (1 << 1)
#define R_OK (1 << 2)
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_CLK_TCK 3
#define _SC_OPEN_MAX 5
#define _SC_PAGESIZE 29
typedef struct __sFILE FILE;
int fflush(FILE *stream);
int getloadavg(double averages[], int count);
int strncasecmp(const char *left, const char *right, size_t count);
int access(const char *path, int mode);
int close(int descriptor);
int isatty(int descriptor);
int link(const char *path, const char *other);
int pipe(int descriptors[2]);
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define SEEK_SET 0
int flock(int descriptor, int operation);
int ftruncate(int descriptor, off_t length);
int truncate(const char *path, off_t length);
int mkstemp(char *path);
off_t lseek(int descriptor, off_t offset, int whence);
int rename(const char *path, const char *other);
int rmdir(const char *path);
int unlink(const char *path);
int usleep(useconds_t microseconds);
long sysconf(int name);
pid_t getpid(void);
uid_t geteuid(void);
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset);
ssize_t read(int descriptor, void *bytes, size_t count);
ssize_t write(int descriptor, const void *bytes, size_t count);
_Noreturn void _exit(int status);
_Noreturn void abort(void);
_Noreturn void exit(int status);
char *realpath(const char *path, char *buffer);
void *malloc(size_t count);
void *realloc(void *memory, size_t count);
void free(void *bytes);
int memcmp(const void *left, const void *right, size_t count);
void *memchr(const void *bytes, int byte, size_t count);
void *memcpy(void *destination, const void *source, size_t count);
char *strdup(const char *text);
char *strerror(int error);
size_t strlen(const char *text);
double ceil(double x);
double cos(double x);
double exp(double x);
double floor(double x);
double log(double x);
double log10(double x);
double log1p(double x);
double log2(double x);
double pow(double x, double y);
double round(double x);
double sin(double x);
double sqrt(double x);

// signal.h, sys/wait.h
#define SIGHUP 1
#define SIGINT 2
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
typedef void (*sig_t)(int);
sig_t signal(int number, sig_t handler);
#define SA_ONSTACK 0x0001
#define SA_SIGINFO 0x0040
struct __siginfo {
    int si_signo;
    int si_errno;
    int si_code;
};
union __sigaction_u {
    void (*__sa_handler)(int);
    void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
    union __sigaction_u __sigaction_u;
    sigset_t sa_mask;
    int sa_flags;
};
int sigaction(int number, const struct sigaction *_Nullable action, struct sigaction *_Nullable former);
int kill(pid_t process, int number);
int raise(int number);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
pid_t waitpid(pid_t process, int *status, int options);

// sys/socket.h, netinet/in.h, netinet/tcp.h, arpa/inet.h, sys/uio.h
#define SOCK_STREAM 1
#define AF_INET 2
#define AF_INET6 30
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_LINGER 0x0080
#define SO_SNDBUF 0x1001
#define SO_RCVBUF 0x1002
#define SO_ERROR 0x1007
#define SO_NOSIGPIPE 0x1022
#define IPPROTO_TCP 6
#define IPPROTO_IPV6 41
#define TCP_NODELAY 0x01
#define IPV6_V6ONLY 27
#define MSG_PEEK 0x2
#define MSG_DONTWAIT 0x80
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
struct sockaddr {
    uint8_t sa_len;
    sa_family_t sa_family;
    char sa_data[14];
};
struct in_addr {
    in_addr_t s_addr;
};
struct sockaddr_in {
    uint8_t sin_len;
    sa_family_t sin_family;
    in_port_t sin_port;
    struct in_addr sin_addr;
    char sin_zero[8];
};
struct in6_addr {
    union {
        uint8_t __u6_addr8[16];
        uint16_t __u6_addr16[8];
        uint32_t __u6_addr32[4];
    } __u6_addr;
};
struct sockaddr_in6 {
    uint8_t sin6_len;
    sa_family_t sin6_family;
    in_port_t sin6_port;
    uint32_t sin6_flowinfo;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};
struct sockaddr_storage {
    uint8_t ss_len;
    sa_family_t ss_family;
    char __ss_pad1[6];
    int64_t __ss_align;
    char __ss_pad2[112];
};
struct linger {
    int l_onoff, l_linger;
};
struct iovec {
    void *iov_base;
    size_t iov_len;
};
struct msghdr {
    void *msg_name;
    socklen_t msg_namelen;
    struct iovec *msg_iov;
    int msg_iovlen;
    void *msg_control;
    socklen_t msg_controllen;
    int msg_flags;
};
int accept(int descriptor, struct sockaddr *name, socklen_t *length);
int bind(int descriptor, const struct sockaddr *name, socklen_t length);
int connect(int descriptor, const struct sockaddr *name, socklen_t length);
int getpeername(int descriptor, struct sockaddr *name, socklen_t *length);
int getsockname(int descriptor, struct sockaddr *name, socklen_t *length);
int getsockopt(int descriptor, int level, int option, void *value, socklen_t *length);
int inet_pton(int family, const char *text, void *address);
int listen(int descriptor, int backlog);
int setsockopt(int descriptor, int level, int option, const void *value, socklen_t length);
int shutdown(int descriptor, int how);
int socket(int family, int type, int protocol);
ssize_t recv(int descriptor, void *bytes, size_t count, int flags);
ssize_t send(int descriptor, const void *bytes, size_t count, int flags);
ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags);

// poll.h
#define POLLIN 0x0001
#define POLLOUT 0x0004
typedef unsigned int nfds_t;
struct pollfd {
    int fd;
    short events, revents;
};
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds);

// ifaddrs.h, net/if.h, sched.h
#define IFF_UP 0x1
struct ifaddrs {
    struct ifaddrs *ifa_next;
    char *ifa_name;
    unsigned int ifa_flags;
    struct sockaddr *ifa_addr, *ifa_netmask, *ifa_dstaddr;
    void *ifa_data;
};
int getifaddrs(struct ifaddrs **list);
void freeifaddrs(struct ifaddrs *list);
int sched_yield(void);

// dirent.h: Linux's own, which has what we use of it by the same names
#include <dirent.h>

// sys/event.h
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
struct kevent {
    uintptr_t ident;
    int16_t filter;
    uint16_t flags;
    uint32_t fflags;
    intptr_t data;
    void *udata;
};
int kqueue(void);
int kevent(int queue, const struct kevent *changes, int change_count, struct kevent *events, int event_count,
           const struct timespec *time_out);

// pthread.h
#pragma clang assume_nonnull begin
typedef struct _opaque_pthread_t {
    long __sig;
    void *_Nullable __cleanup_stack;
    char __opaque[8176];
} *pthread_t;
typedef struct _opaque_pthread_attr_t {
    long __sig;
    char __opaque[56];
} pthread_attr_t;
typedef struct _opaque_pthread_mutex_t {
    long __sig;
    char __opaque[56];
} pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t {
    long __sig;
    char __opaque[8];
} pthread_mutexattr_t;
int pthread_create(pthread_t _Nullable *thread, const pthread_attr_t *_Nullable attributes,
                   void *_Nullable (*start)(void *_Nullable), void *_Nullable argument);
int pthread_detach(pthread_t thread);
int pthread_equal(pthread_t _Nullable left, pthread_t _Nullable right);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);
pthread_t pthread_self(void);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable old);
#pragma clang assume_nonnull end

// sys/resource.h
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN -1
#define RLIMIT_NOFILE 8
struct rusage {
    struct timeval ru_utime, ru_stime;
    long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd,
        ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
int getrusage(int who, struct rusage *usage);
int getrlimit(int resource, struct rlimit *limit);
int setrlimit(int resource, const struct rlimit *limit);

#define NOT_ON(system) __attribute__((availability(system, unavailable)))

// spawn.h
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
NOT_ON(tvos) NOT_ON(watchos)
int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attributes, const sigset_t *set);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int other);
int posix_spawn_file_actions_addinherit_np(posix_spawn_file_actions_t *actions, int descriptor);

// libproc.h, sys/proc_info.h
#define PROC_PIDTASKINFO 4
struct proc_taskinfo {
    uint64_t pti_virtual_size, pti_resident_size, pti_total_user, pti_total_system, pti_threads_user,
        pti_threads_system;
    int32_t pti_policy, pti_faults, pti_pageins, pti_cow_faults, pti_messages_sent, pti_messages_received,
        pti_syscalls_mach, pti_syscalls_unix, pti_csw, pti_threadnum, pti_numrunning, pti_priority;
};
NOT_ON(ios) NOT_ON(tvos) NOT_ON(watchos)
int proc_pidinfo(int process, int flavor, uint64_t argument, void *buffer, int size);
