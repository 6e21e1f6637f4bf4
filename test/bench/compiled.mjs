import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../scripts/root.mjs';

/** Bundles a module of taskpack for plain Node, as the command is bundled. */
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
