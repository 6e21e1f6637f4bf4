# zsh -f zsh-offers.zsh FOLDER LINE…: what zsh offers at the end of each line, on a line, with the folder on its fpath.
# Only a line editor completes, and only a terminal has one: a shell within this one is typed into.
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner "PROMPT= PROMPT_SP= fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -D -u"
# With -A, -D or -O nothing is offered: a function asks what would match.
zpty -w inner '
compadd() {
  local -a asked found
  zparseopts -E -a asked A: D: O:
  if (( $#asked )); then builtin compadd "$@"; return; fi
  builtin compadd -A found "$@"
  offers+=($found)
}
tell() { offers=(); { _main_complete } always { print "<offers>$offers</offers>" } }
zle -C tell list-choices tell; bindkey "^I" tell; bindkey "^U" kill-whole-line
print "<""ready>"'
zpty -r inner seen '*<ready>*'
for line in "${@[2,-1]}"; do
  zpty -w -n inner $'\x15'"$line"$'\t'
  zpty -r inner seen '*<offers>*</offers>'
  print -r -- "${${seen##*<offers>}%%</offers>*}"
done
zpty -d inner
