import { execFileSync } from 'node:child_process';

const QEMU = '/usr/bin/qemu-aarch64-static';
const NAME = 'taskpack-aarch64';
const FOLDER = '/proc/sys/fs/binfmt_misc';

/** The start of ELF programs for arm64, and the bits of the start that count (Linux, admin-guide/binfmt-misc.rst). */
const MAGIC = String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`;
const MASK = String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`;

/**
 * Lets the kernel run programs for arm64 by QEMU while the tests of the calling suite run. With flag F, the kernel opens QEMU now, so
 * the programs also run in a root that has no QEMU.
 */
export function emulateArm64(): void {
  before('the kernel runs programs for arm64', () => {
    try {
      execFileSync(QEMU, ['--version']);
    } catch (cause) {
      throw new Error(`there is no ${QEMU}: install the Debian package qemu-user-static`, { cause });
    }
    // A run that was killed has left its entry.
    inBinfmt(`if [ -e ${FOLDER}/${NAME} ]; then echo -1 > ${FOLDER}/${NAME}; fi`);
    inBinfmt(`printf %s '${[':' + NAME, 'M', '', MAGIC, MASK, QEMU, 'F'].join(':')}' > ${FOLDER}/register`);
  });
  after(() => inBinfmt(`echo -1 > ${FOLDER}/${NAME}`));
}

/** Runs a command in a mount namespace that has the kernel's interface. */
function inBinfmt(command: string): void {
  const mounted = `mount -t binfmt_misc none ${FOLDER} && ${command}`;
  execFileSync('unshare', ['--mount', 'bash', '-c', mounted], { stdio: 'pipe' });
}
