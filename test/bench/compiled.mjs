import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../scripts/root.mjs';

/** A module of ours as plain Node can load it, bundled as the command is. */
export async function compiled(entry) {
  const folder = mkdtempSync(path.join(ROOT, 'node_modules', '.taskpack-bench-'));
  const outfile = path.join(folder, 'module.mjs');
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
    });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
