import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { cacheFolder } from '../cache-folder.mjs';
import { ROOT } from '../root.mjs';
import { debianPackages } from '../sbom/debian-packages.mjs';
import { purl, spdxId } from '../sbom/document.mjs';
import { layerOf } from './copied-layer.mjs';

/** The release of Debian. */
const SUITE = 'bookworm';
/** Git's scripts, such as `git submodule`, need the shell, coreutils, grep and sed. */
const PACKAGES = ['ca-certificates', 'coreutils', 'dash', 'git', 'grep', 'libstdc++6', 'openssh-client', 'sed'];
/** Only parts of git that no source needs use perl. */
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
/** State of apt and dpkg, which mmdebstrap needs until it finishes. */
const BOOKKEEPING = ['./etc/apt', './etc/dpkg', './var'];
const HOOK = path.join(ROOT, 'scripts/images/customize-base.sh');

/** The control files of the packages, which stay in the layer. */
const PACKAGE_LIST = './var/lib/dpkg/status.d';

/** The time of all files, the same as in buildpack images. */
const EPOCH = '315532801';

/**
 * Returns the layer of a root file system with Node, git, an OpenSSH client and CA certificates: Debian 12 of an architecture,
 * and a Node. Also returns the layer's tar and the SPDX packages in it. Builds the layer once and caches it.
 */
export function debianBase(architecture, node) {
  const place = path.join(cacheFolder(), 'images', `steps-base-${fingerprint(architecture, node)}.tar.gz`);
  if (!existsSync(place)) make(place, architecture, node);
  const compressed = readFileSync(place);
  const content = gunzipSync(compressed);
  const packages = [nodePackage(node), ...packagesIn(content)];
  return { config: {}, layers: [layerOf(content, compressed)], content, packages };
}

function make(place, architecture, node) {
  mkdirSync(path.dirname(place), { recursive: true });
  const unfinished = `${place}.${process.pid}`;
  const root = `${unfinished}.tar`;
  console.error(`taskpack: making a base of Debian ${SUITE} for linux/${architecture}`);
  try {
    bootstrap(root, architecture, node);
    keepPackageList(root, `${unfinished}.list`);
    writeFileSync(unfinished, gzipSync(readFileSync(root), { level: 9 }));
    renameSync(unfinished, place);
  } finally {
    for (const file of [root, unfinished, `${unfinished}.list`]) rmSync(file, { force: true, recursive: true });
  }
}

/** Removes the bookkeeping from the tar, except the list of packages. */
function keepPackageList(root, folder) {
  mkdirSync(folder);
  execFileSync('tar', ['--extract', '--file', root, '--directory', folder, PACKAGE_LIST]);
  execFileSync('tar', ['--delete', '--file', root, ...BOOKKEEPING]);
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const stable = ['--sort=name', `--mtime=@${EPOCH}`, ...owner];
  execFileSync('tar', ['--append', '--file', root, ...stable, '--directory', folder, './var']);
}

function packagesIn(content) {
  const args = ['--extract', '--to-stdout', '--file', '-', PACKAGE_LIST];
  return debianPackages(execFileSync('tar', args, { input: content, encoding: 'utf8', maxBuffer: 2 ** 26 }), SUITE);
}

/** Returns the SPDX package of a Node, which the hook copies into the base. */
export function nodePackage({ version: versionInfo, file }) {
  return {
    name: 'node',
    SPDXID: spdxId('Generic', 'node', versionInfo),
    versionInfo,
    supplier: 'Organization: OpenJS Foundation',
    licenseDeclared: 'MIT',
    checksums: [{ algorithm: 'SHA256', checksumValue: createHash('sha256').update(readFileSync(file)).digest('hex') }],
    externalRefs: purl(`pkg:generic/node@${versionInfo}`),
  };
}

function bootstrap(root, architecture, node) {
  const { status, error, stderr } = spawnSync('mmdebstrap', [...options(architecture, node), SUITE, root], {
    env: { ...process.env, SOURCE_DATE_EPOCH: EPOCH },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === 0) return;
  if (error?.code === 'ENOENT') {
    throw new Error('the base image needs mmdebstrap: install the Debian package, or add --base IMAGE to pull a base');
  }
  throw new Error(`mmdebstrap failed. It needs root and a Debian mirror:\n${stderr}`);
}

/** The variant runs no program of the packages, so the architecture may be another than this machine's. */
function options(architecture, node) {
  return [
    '--variant=extract',
    `--architectures=${architecture}`,
    `--include=${PACKAGES.join(',')}`,
    ...LEFT_OUT.map((pattern) => `--dpkgopt=path-exclude=${pattern}`),
    // Debian's policy requires the copyright files.
    '--dpkgopt=path-include=/usr/share/doc/*/copyright',
    '--skip=output/dev',
    `--extract-hook=${quoted(HOOK)} "$1" ${quoted(node.file)}`,
  ];
}

/** Returns a word of a shell's command line. */
function quoted(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns a hash of the layer's inputs, except the Debian packages: their updates do not change the hash. */
function fingerprint(architecture, { version, file }) {
  return createHash('sha256')
    .update(JSON.stringify([SUITE, PACKAGES, LEFT_OUT, BOOKKEEPING, PACKAGE_LIST, EPOCH, version, architecture]))
    .update(readFileSync(HOOK))
    .update(readFileSync(file))
    .digest('hex')
    .slice(0, 12);
}
