/* A complete player: takes the last free edge, and knows when the game is over. */
#include <stdio.h>
#include <stdlib.h>

static int n, m, left, right, *u, *v, *set;
static char *owner;

static int find(int x) { return set[x] == x ? x : (set[x] = find(set[x])); }

/* Whether SHORT's edges, and the free ones too if wanted, join the terminals. */
static int joined(int with_free) {
    for (int x = 1; x <= n; x++) set[x] = x;
    for (int e = 1; e <= m; e++)
        if (owner[e] == 'c' || (with_free && !owner[e])) set[find(u[e])] = find(v[e]);
    return find(left) == find(right);
}

static int over(void) { return joined(0) || !joined(1); }

int main(int argc, char **argv) {
    FILE *file = argc > 2 ? fopen(argv[2], "r") : NULL;
    if (!file || fscanf(file, "%d%d%d%d", &n, &m, &left, &right) != 4) return 2;
    u = calloc(m + 1, sizeof *u), v = calloc(m + 1, sizeof *v);
    set = calloc(n + 1, sizeof *set), owner = calloc(m + 2, 1);
    for (int e = 1; e <= m; e++)
        if (fscanf(file, "%d%d", u + e, v + e) != 2) return 2;
    char me = argv[1][0], other = me == 'c' ? 'd' : 'c';
    for (int mine = argv[1][1] == '1', e;; mine = !mine) {
        if (mine) {
            for (e = m; owner[e]; e--) {}
            owner[e] = me;
            printf("%d\n", e), fflush(stdout);
            if (over()) return 0;
        } else {
            if (scanf("%d", &e) != 1) return 2;
            owner[e] = other;
            if (over()) return printf("0\n"), 0;
        }
    }
}
