#!/bin/sh
# The enclosure of a node: namespaces of mounts and of processes, and the bridge that its pods are on.
#
#   enclosure.sh open FOLDER   for the node of the bed in FOLDER, until SIGTERM. Then, as when anything of it dies, the
#                              kernel ends every process and undoes every mount inside, and bridge, cgroups and FOLDER
#                              are removed
#   enclosure.sh folder        prints the FOLDER of the one that is open, if one is
#   enclosure.sh clean         removes what is left of one whose script was killed
set -eu

LOCK=/run/taskpack-bed.lock
BRIDGE=taskpack0
ADDRESS=10.88.0.1/24
# A bridge without one of its own takes the lowest of its ports': when that pod goes, all others call an address that nobody
# has, for up to a minute.
HARDWARE_ADDRESS=02:00:0a:58:00:01
CGROUP=taskpack-bed
# Where containerd and the kubelet write whatever they are told.
FIXED_FOLDERS='/run/containerd /var/lib/cni /var/lib/kubelet /var/log/containers'
# What the kubelet sets, on all of the machine.
SETTINGS='kernel/keys/root_maxbytes kernel/keys/root_maxkeys kernel/panic kernel/panic_on_oops vm/overcommit_memory
  vm/panic_on_oom'

lock() {
  exec 9<>"$LOCK"
  # One that is just ending is worth the wait.
  flock --wait 20 9 || {
    echo "a node of the test bed is up already, in $(cat "$LOCK"): 'npm run cluster -- down' ends it" >&2
    exit 1
  }
}

folder() {
  [ ! -e "$LOCK" ] || flock --nonblock "$LOCK" true || cat "$LOCK"
}

clean() {
  ip link delete "$BRIDGE" 2>/dev/null || true
  remove_cgroups
  left=$(cat "$LOCK")
  case $left in
    */taskpack-bed-*) remove_folder "$left" ;;
  esac
  rmdir --ignore-fail-on-non-empty $FIXED_FOLDERS 2>/dev/null || true
  : >"$LOCK"
}

# The bed's other programs may still be ending, and writing.
remove_folder() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    ! rm -rf --one-file-system "$1" 2>/dev/null || return 0
    sleep 0.5
  done
}

# A cgroup can be removed a moment after its last process has gone.
remove_cgroups() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    find /sys/fs/cgroup -depth -type d -path "*/$CGROUP*" -exec rmdir {} + 2>/dev/null || true
    [ -n "$(find /sys/fs/cgroup -maxdepth 2 -name "$CGROUP")" ] || return 0
    sleep 0.2
  done
}

make_cgroups() {
  if [ -f /sys/fs/cgroup/cgroup.controllers ]; then
    mkdir -p "/sys/fs/cgroup/$CGROUP"
  else
    for hierarchy in /sys/fs/cgroup/*/; do
      [ ! -f "$hierarchy/tasks" ] || mkdir -p "$hierarchy/$CGROUP"
    done
  fi
  # By default, all Pods together get as much of a busy machine as one other process. Each number is eight times the default.
  set_weight "cpu/$CGROUP/cpu.shares" 8192
  set_weight "$CGROUP/cpu.weight" 800
}

# Only the second version of cgroups has the second file.
set_weight() {
  [ ! -f "/sys/fs/cgroup/$1" ] || echo "$2" >"/sys/fs/cgroup/$1"
}

make_bridge() {
  taken=$(ip -4 -oneline address show to "$ADDRESS")
  if [ -n "$taken" ]; then
    echo "the network of the test bed's node is in use on this machine: $taken" >&2
    exit 1
  fi
  ip link add "$BRIDGE" address "$HARDWARE_ADDRESS" type bridge
  ip address add "$ADDRESS" dev "$BRIDGE"
  ip link set "$BRIDGE" up
}

open() {
  lock
  clean
  echo "$FOLDER" >"$LOCK"
  trap clean EXIT
  # The first process inside gets the signal too, and its end ends the rest.
  trap : TERM
  make_cgroups
  make_bridge
  setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child sh "$0" inside "$FOLDER" 9>&- &
  wait || true
  # A signal ends the first `wait` before the child has ended.
  wait || true
}

# The first process inside: it adopts and reaps what is left by the others. With it they all end.
inside() {
  trap 'exit 0' TERM
  # Seen from outside, as /proc still is.
  read -r pid _ </proc/self/stat
  mount --make-rshared /
  mount -t proc proc /proc
  # crun refuses to start anything where the first version of cgroups has left controllers to the second.
  ! mountpoint -q /sys/fs/cgroup/unified || umount /sys/fs/cgroup/unified
  for folder in $FIXED_FOLDERS; do
    mkdir -p "$folder"
    mount -t tmpfs taskpack-bed "$folder"
  done
  for setting in $SETTINGS; do
    copy="$FOLDER/node/settings/$setting"
    mkdir -p "${copy%/*}"
    cat "/proc/sys/$setting" >"$copy"
    mount --bind "$copy" "/proc/sys/$setting"
  done
  echo "$pid" >"$FOLDER/node/pid.new"
  mv "$FOLDER/node/pid.new" "$FOLDER/node/pid"
  while :; do
    sleep 1000 &
    wait
  done
}

FOLDER=${2:-}
case ${1:-} in
  open) open ;;
  inside) inside ;;
  clean) lock && clean ;;
  folder) folder ;;
  *) sed -n '2,9s/^# \?//p' "$0" >&2 && exit 2 ;;
esac
