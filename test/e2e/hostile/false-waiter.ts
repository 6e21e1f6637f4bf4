/**
 * Runs the command of the phase after the phase before has ended, as the waiter does, and ends nothing and proves nothing. Tekton's
 * waiter has the command after `--`.
 */
export const FALSE_WAITER = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in
    --wait_file=*) before="\${1#*=}";;
    --post_file=*) mark="\${1#*=}";;
    --entrypoint=*) command="\${1#*=}";;
    --) shift; break;;
  esac
  shift
done
[ -z "$before" ] || while [ ! -e "$before" ]; do sleep 1; done
if [ -n "$command" ]; then set -- "$command" "$@"; fi
"$@" || exit
[ -z "$mark" ] || touch "$mark"
`;
