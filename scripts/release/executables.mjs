import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeCompileCache } from '../compile-cache.mjs';
import { bundledText, bundleSeparateFiles } from '../esbuild.mjs';
import { releaseNode } from '../images/node-binaries.mjs';
import { OWN_ARCHITECTURE } from '../images/run-node.mjs';
import { licenceNotices } from '../licences/notices.mjs';
import { ROOT } from '../root.mjs';
import { SAMPLE } from '../sample.mjs';
import { require } from '../typescript.mjs';
import { tarball } from './archives.mjs';

/** The fuse that Node's binaries contain, and the name of the resource that they read (Node's documentation, "Single executable applications"). */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const RESOURCE = 'NODE_SEA_BLOB';

/**
 * Builds the self-contained command for each platform. `platforms` are `{ architecture, node, command }`: the Node that becomes the
 * executable, and the command line that runs this Node here. Returns the archives of the executables and the folders of the bundled
 * packages.
 */
export async function buildExecutables(version, platforms) {
  const folder = path.join(ROOT, 'dist/executables');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const separate = await bundleSeparateFiles(folder);
  const { text, packages } = await bundledText('src/cli/main.ts', separate.files);
  writeFileSync(path.join(folder, 'taskpack.cjs'), text);
  copyFileSync(path.join(ROOT, 'scripts/release/executable-main.cjs'), path.join(folder, 'main.cjs'));
  const bundled = [...separate.packages, ...packages];
  const executables = [];
  for (const platform of platforms) {
    const files = [
      { path: 'taskpack', content: await executable(folder, Object.values(separate.files), platform), mode: 0o755 },
      { path: 'LICENSE', content: readFileSync(path.join(ROOT, 'LICENSE')) },
      { path: 'LICENSES.txt', content: licenceNotices(ROOT, bundled) },
      { path: 'NODE-LICENSE.txt', content: readFileSync(platform.node.licence) },
    ];
    checkVersion(folder, platform, version);
    executables.push({ architecture: platform.architecture, archive: tarball(files) });
  }
  return { executables, bundled };
}

async function executable(folder, separate, { node, command }) {
  // A relative path, because the cache contains the path.
  const program = path.relative(ROOT, path.join(folder, 'taskpack.cjs'));
  writeCompileCache(program, path.join(folder, 'taskpack.cache'), SAMPLE, { cwd: ROOT, node: command });
  const names = ['taskpack.cjs', 'taskpack.cache', ...separate];
  const config = {
    main: 'main.cjs',
    output: 'taskpack.blob',
    disableExperimentalSEAWarning: true,
    useSnapshot: false,
    // The cache of the main script. The program has its own, which is an asset.
    useCodeCache: false,
    assets: Object.fromEntries(names.map((name) => [name, name])),
  };
  writeFileSync(path.join(folder, 'sea.json'), JSON.stringify(config));
  // Relative paths, because the blob contains the path of the main script. The executable's Node reads blobs of its own version.
  const { file: own } = releaseNode(OWN_ARCHITECTURE);
  execFileSync(own, ['--experimental-sea-config', 'sea.json'], { cwd: folder, stdio: 'pipe' });
  const file = path.join(folder, 'taskpack');
  copyFileSync(node.file, file);
  chmodSync(file, 0o755);
  await inject(file, readFileSync(path.join(folder, 'taskpack.blob')));
  return readFileSync(file);
}

/** postject prints warnings about sections of Node's binaries that do no harm. */
async function inject(file, blob) {
  const { inject: injected } = require('postject');
  const { log, warn, error } = console;
  Object.assign(console, { log() {}, warn() {}, error() {} });
  try {
    await injected(file, RESOURCE, blob, { sentinelFuse: FUSE });
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

/** Runs the executable of a platform. */
function checkVersion(folder, { architecture, command }, version) {
  const [file, ...args] = [...command.slice(0, -1), path.join(folder, 'taskpack'), 'version'];
  const printed = execFileSync(file, args, { encoding: 'utf8', env: {} }).trim();
  if (printed !== version)
    throw new Error(`the executable for linux/${architecture} prints the version ${printed} instead of ${version}`);
}
