/* Prints without end: the same edge again and again, to stdout and stderr alike. */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[1 << 16];
    for (size_t i = 0; i + 2 < sizeof line; i += 2) memcpy(line + i, "1\n", 2);
    for (;;) fputs(line, stdout), fputs(line, stderr);
}
