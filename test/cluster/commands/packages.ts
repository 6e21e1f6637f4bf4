import process from 'node:process';
import { installPackages, missingPackages, type Packages } from '../packages.ts';

/**
 * What `npm test` needs of the machine: the server and client that prepare fetches by, the shells that completion is
 * for, what a base image is made of, and what lists processes.
 */
const PACKAGES: Packages = {
  git: ['git'],
  'openssh-client': ['ssh', 'ssh-keygen'],
  'openssh-server': ['/usr/sbin/sshd'],
  'busybox-static': ['/bin/busybox'],
  fish: ['fish'],
  procps: ['ps'],
  zsh: ['zsh'],
};

/** Installs what is missing, where it may; else rejects with a sentence. */
export async function ensurePackages(say: (line: string) => void): Promise<void> {
  const missing = missingPackages(PACKAGES);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) throw new Error(`the tests need Debian's packages ${missing.join(' ')}: install them`);
  say(`taskpack: installing ${missing.join(' ')}`);
  await installPackages(missing);
}
