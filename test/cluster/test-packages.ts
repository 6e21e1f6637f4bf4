import { NODE_PACKAGES } from './node/packages.ts';
import { missingPackages, type Packages } from './packages.ts';

/** The programs and files that the integration tests use. `.ci/packages` installs their packages. */
const INTEGRATION_PACKAGES: Packages = {
  'busybox-static': ['/bin/busybox'],
  chromium: ['/usr/bin/chromium'],
  curl: ['curl'],
  fish: ['fish'],
  git: ['git'],
  jq: ['jq'],
  'libarchive-tools': ['bsdtar'],
  'openssh-client': ['ssh', 'ssh-keygen'],
  'openssh-server': ['/usr/sbin/sshd'],
  openssl: ['openssl'],
  'p7zip-full': ['7z'],
  procps: ['ps'],
  python3: ['python3'],
  skopeo: ['skopeo'],
  zip: ['zip'],
  zsh: ['zsh'],
};

/** The programs that tests on a node use as well: mmdebstrap makes the base of the steps image, and QEMU runs a release's other Node. */
export const E2E_PACKAGES: Packages = {
  ...INTEGRATION_PACKAGES,
  ...NODE_PACKAGES,
  mmdebstrap: ['mmdebstrap'],
  'qemu-user-static': ['qemu-aarch64-static', 'qemu-x86_64-static'],
};

/** Returns the names of Debian's packages that the tests need, with a node or without one, and this machine lacks. */
export function missingTestPackages({ node }: { readonly node: boolean }): readonly string[] {
  return missingPackages(node ? E2E_PACKAGES : INTEGRATION_PACKAGES);
}
