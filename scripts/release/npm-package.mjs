import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm } from '../npm.mjs';
import { ROOT } from '../root.mjs';
import { tarball, readTarball } from './archives.mjs';

/** Builds the command and the library, and returns the tarball of the npm package. */
export async function npmPackage() {
  const build = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (build.status !== 0) throw new Error('npm run build failed with the output above');
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-pack-'));
  try {
    const [{ filename }] = JSON.parse(npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder]));
    return tarball(withFixedModes(await readTarball(readFileSync(path.join(folder, filename)))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The modes of files in a work tree depend on the umask of its user. npm makes programs executable. */
function withFixedModes(files) {
  return files.map(({ mode, ...file }) => ({ ...file, mode: (mode & 0o100) === 0 ? 0o644 : 0o755 }));
}
