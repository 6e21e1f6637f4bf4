#!/bin/sh
# Runs a command as in a container: enclosed.sh ROOT USER WORKSPACE_SIZE FOLDER COMMAND...
# The root is read-only, and the command is the first process. FOLDER contains the writable volumes.
# If WORKSPACE_SIZE is not empty, the workspace is a tmpfs of that size.
set -e
root=$1 user=$2 size=$3 folder=$4
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
for name in workspace platform var/credentials projectMetadata var/taskpack var/build-inputs; do
  mount --bind "$folder/$name" "$root/$name"
done
[ -z "$size" ] || mount -t tmpfs -o "size=$size,mode=1777" tmpfs "$root/workspace"
mount -o remount,ro,bind "$root"
exec chroot --userspec="$user" "$root" /usr/bin/env "$@"
