import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { layerOf } from './copied-layer.mjs';
import { ROOT } from '../root.mjs';

const SUITE = 'bookworm';
/** The shell and what is beside it are for git's own scripts, as `git submodule` is one. */
const PACKAGES = ['ca-certificates', 'coreutils', 'dash', 'git', 'grep', 'libstdc++6', 'openssh-client', 'sed'];
/** perl is for parts of git that no source needs. */
const LEFT_OUT = [
  '/usr/bin/perl*',
  '/usr/lib/*/gconv/*',
  '/usr/lib/*/libdb-*',
  '/usr/lib/*/libperl.*',
  '/usr/lib/*/perl*',
  '/usr/lib/git-core/git-daemon',
  '/usr/lib/git-core/git-http-backend',
  '/usr/lib/git-core/git-imap-send',
  '/usr/lib/git-core/git-shell',
  '/usr/lib/git-core/scalar',
  '/usr/bin/git-shell',
  '/usr/bin/scalar',
  '/usr/sbin/*',
  '/usr/share/bash-completion/*',
  '/usr/share/doc/*',
  '/usr/share/gitweb/*',
  '/usr/share/info/*',
  '/usr/share/lintian/*',
  '/usr/share/locale/*',
  '/usr/share/man/*',
  '/usr/share/perl*',
];
/** What apt and dpkg keep; mmdebstrap needs it to the end. */
const BOOKKEEPING = ['./etc/apt', './etc/dpkg', './var'];
const HOOK = path.join(ROOT, 'scripts/images/customize-base.sh');

/** When everything in it was made: what images of buildpacks have, too. */
const EPOCH = '315532801';

/** The layer of a root with Node, git, an OpenSSH client and CA certificates: Debian 12 and the running Node. Made once. */
export function debianBase() {
  const place = path.join(cacheFolder(), 'images', `steps-base-${fingerprint()}.tar.gz`);
  if (!existsSync(place)) make(place);
  const compressed = readFileSync(place);
  return { config: {}, layers: [layerOf(gunzipSync(compressed), compressed)] };
}

function make(place) {
  mkdirSync(path.dirname(place), { recursive: true });
  const unfinished = `${place}.${process.pid}`;
  const root = `${unfinished}.tar`;
  console.error(`taskpack: making a base of Debian ${SUITE}`);
  try {
    bootstrap(root);
    execFileSync('tar', ['--delete', '--file', root, ...BOOKKEEPING]);
    writeFileSync(unfinished, gzipSync(readFileSync(root), { level: 9 }));
    renameSync(unfinished, place);
  } finally {
    for (const file of [root, unfinished]) rmSync(file, { force: true });
  }
}

function bootstrap(root) {
  const { status, error, stderr } = spawnSync('mmdebstrap', [...options(), SUITE, root], {
    env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === 0) return;
  if (error?.code === 'ENOENT') {
    throw new Error(
      'the base image is made by mmdebstrap: install the Debian package, or name one to pull with --base IMAGE',
    );
  }
  throw new Error(`the base image cannot be made, for which mmdebstrap needs root and a mirror of Debian:\n${stderr}`);
}

function options() {
  return [
    '--variant=extract',
    `--include=${PACKAGES.join(',')}`,
    ...LEFT_OUT.map((pattern) => `--dpkgopt=path-exclude=${pattern}`),
    // Debian asks that these stay.
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    '--skip=output/dev',
    `--extract-hook=${HOOK} "$1" ${process.execPath}`,
  ];
}

/** Of all that it is made of but for Debian's packages, whose updates it does not follow. */
function fingerprint() {
  const { version, arch, execPath } = process;
  return createHash('sha256')
    .update(JSON.stringify([SUITE, PACKAGES, LEFT_OUT, BOOKKEEPING, EPOCH, version, arch]))
    .update(readFileSync(HOOK))
    .update(readFileSync(execPath))
    .digest('hex')
    .slice(0, 12);
}

/** The user's cache (XDG Base Directory Specification), as the test bed's. */
function cacheFolder() {
  const { XDG_CACHE_HOME = '' } = process.env;
  return path.join(XDG_CACHE_HOME === '' ? path.join(homedir(), '.cache') : XDG_CACHE_HOME, 'taskpack');
}
