/* Says a word to stderr and dies of a bad pointer. */
#include <stdio.h>

int main(void) {
    fputs("about to follow a bad pointer\n", stderr);
    return *(volatile int *)0;
}
