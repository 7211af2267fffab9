/* The C player of the sample class: takes the last free edge, and knows when the game is over. */
#include "../../../../docs/sample-class/submissions/emil/player.c"
