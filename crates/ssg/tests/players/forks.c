/* Leaves a child behind that keeps the pipes, in the same process group, and another that runs in
   a session of its own with its parents gone; then ends. Given a number, plays it first. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void linger(void) {
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (;;) pause();
}

int main(void) {
    if (fork() == 0) linger();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) linger();
        _exit(0);
    }
    usleep(20000);
    fputs("I leave two children behind\n", stderr);
    return 0;
}
