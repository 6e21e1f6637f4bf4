#!/bin/sh
# What Debian's packages do not bring along, or bring along in vain: customize-base.sh ROOT NODE (mmdebstrap's hook).
set -eu
export LC_ALL=C
root=$1
node=$2

install -D -m 0755 "$node" "$root/usr/bin/node"
# The libraries that it links, where they are not Debian's own. ldd does not read programs of other architectures: their Node is
# the one of releases, which links only Debian's own.
ldd "$node" 2>/dev/null | sed -n 's|^.* => \(/[^ ]*\) .*$|\1|p' | while read -r library; do
  [ -e "$root$library" ] || [ -e "$root/usr$library" ] || install -D -m 0644 "$library" "$root$library"
done

# What update-ca-certificates would write.
mkdir -p "$root/etc/ssl/certs"
cat "$root"/usr/share/ca-certificates/mozilla/*.crt >"$root/etc/ssl/certs/ca-certificates.crt"

# Phases run as the builder's user, and ssh refuses to start as one that has no name.
printf 'root:x:0:0::/root:/bin/false\n' >"$root/etc/passwd"
printf 'root:x:0:\n' >"$root/etc/group"
seq 1 65535 | sed 's|.*|taskpack:x:&:&::/:/bin/false|' >>"$root/etc/passwd"

# The list of packages, where scanners look for it in images without dpkg. dpkg's own list is empty, as nothing is configured.
mkdir -p "$root/var/lib/dpkg/status.d"
for package in "$root"/var/cache/apt/archives/*.deb; do
  dpkg-deb --field "$package" >"$root/var/lib/dpkg/status.d/$(dpkg-deb --field "$package" Package)"
done

rm -rf "$root/usr/share/ca-certificates"
# Nobody becomes anybody else in a container of ours.
find "$root" -xdev -type f -perm /6000 -exec chmod a-s {} +
install -d -m 1777 "$root/tmp"
