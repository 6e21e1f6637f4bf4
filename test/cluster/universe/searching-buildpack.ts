import { SBOM_TYPES } from '../../../src/clients/signing/sbom-attachment.ts';
import type { ComponentBuildpack } from './buildpack-source.ts';

/**
 * Searches for credentials that no buildpack may see. The application's reversed.txt lists them, one a line, written backwards. busybox reads a line only up to its first NUL, so NULs become line breaks. The script treats every server in the Pod as a possible source of credentials. Servers outside the Pod that return credentials without a token are outside the scope of a Build.
 */
const SEARCH = `[ -f reversed.txt ] || exit 100
words=$(mktemp)
rev < reversed.txt > "$words"
has_word() { tr -s '\\000' '\\n' | grep -q -F -f "$words"; }
with_word() { while read -r file; do has_word < "$file" && echo "$file"; done; }
here=$(readlink /proc/self/ns/mnt)
found=$(
  exec 2>/dev/null
  env | has_word && echo 'the environment'
  ls /proc/[0-9]*/environ /proc/[0-9]*/cmdline | with_word
  find / -path /proc -prune -o -path /sys -prune -o -type f ! -path "$words" -print | with_word
  find -L /proc/[0-9]*/fd -maxdepth 1 -type f | with_word
  ls -d /run/secrets/kubernetes.io /var/run/secrets/kubernetes.io
  for process in /proc/[0-9]*; do
    there=$(readlink "$process/ns/mnt") && [ "$there" != "$here" ] && echo "$process, of another container"
  done
  awk '$4 == "0A" { print "the listening socket " $2 }' /proc/net/tcp /proc/net/tcp6
  awk '$4 == "00010000" { print "the listening socket " $8 }' /proc/net/unix
)
rm "$words"
[ -z "$found" ] || { printf 'a buildpack could find credentials in\\n%s\\n' "$found"; exit 1; }
echo 'no credentials'`;

/** The component in the SBOM of the searching buildpack. */
export const SEARCHED_COMPONENT = { 'bom-ref': 'pkg:generic/words@1', type: 'library', name: 'words', version: '1' };

const SBOM = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [SEARCHED_COMPONENT] };
const SPDX = { spdxVersion: 'SPDX-2.3', packages: [{ name: SEARCHED_COMPONENT.name, SPDXID: 'SPDXRef-Package' }] };

/**
 * Detects applications with a reversed.txt. The build fails if it finds a credential in files, environments, processes or servers of the
 * Pod. Otherwise it writes an SBOM in two formats.
 */
export const SEARCHES: ComponentBuildpack = {
  kind: 'component',
  id: 'test/searches',
  version: '1.0.0',
  stacks: [{ id: '*' }],
  sbomFormats: [SBOM_TYPES.cyclonedx, 'application/spdx+json'],
  detect: SEARCH,
  build: `${SEARCH}
cat > "$CNB_LAYERS_DIR/launch.sbom.cdx.json" <<'END'
${JSON.stringify(SBOM)}
END
cat > "$CNB_LAYERS_DIR/launch.sbom.spdx.json" <<'END'
${JSON.stringify(SPDX)}
END`,
};
