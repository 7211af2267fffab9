# A player in a few lines of shell: the first free edge, until nobody answers.
m=$(sed -n 2p "$2")
taken=" "
turn=${1#?}
while :; do
  if [ "$turn" = 1 ]; then
    edge=1
    while case "$taken" in *" $edge "*) true ;; *) false ;; esac do edge=$((edge + 1)); done
    [ "$edge" -le "$m" ] || exit 1
    echo "$edge"
  else
    read -r edge || exit 1
  fi
  taken="$taken$edge "
  turn=$((3 - turn))
done
