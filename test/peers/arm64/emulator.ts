import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

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
  let registration: ChildProcess | undefined;

  before('the kernel runs programs for arm64', async () => {
    try {
      execFileSync(QEMU, ['--version']);
    } catch (cause) {
      throw new Error(`there is no ${QEMU}: install the Debian package qemu-user-static`, { cause });
    }
    registration = await register();
  });

  after(async () => {
    if (registration === undefined) return;
    registration.stdin?.end();
    await once(registration, 'exit');
  });
}

/**
 * Starts a process that registers QEMU, and removes the entry when its input ends, as it also does when the tests are killed. The kernel
 * keeps entries only while its interface is mounted, so the process holds a mount of its own.
 */
async function register(): Promise<ChildProcess> {
  const entry = [`:${NAME}`, 'M', '', MAGIC, MASK, QEMU, 'F'].join(':');
  const script = `set -e
mount -t binfmt_misc none ${FOLDER}
printf %s '${entry}' > ${FOLDER}/register
echo registered
cat > /dev/null
echo -1 > ${FOLDER}/${NAME}`;
  const shell = spawn('unshare', ['--mount', 'bash', '-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const isRegistered = await Promise.race([
    once(shell.stdout, 'data').then(() => true),
    once(shell, 'exit').then(() => false),
  ]);
  if (!isRegistered) throw new Error(`the kernel did not register ${QEMU}`);
  return shell;
}
