// npm run bench -- builder: how soon a builder's digest is known, and what publishing costs. Linux only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportDigest } from './builder/digest.mjs';
import { reportLargeLayer } from './builder/large-layer.mjs';
import { reportPublish } from './builder/publish.mjs';
import { startRegistries } from './builder/start-registries.mjs';
import { compiled } from './compiled.mjs';

const measured = await compiled('test/bench/builder/measured.mjs');
reportDigest(measured);
const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-bench-'));
const registries = await startRegistries(folder);
try {
  await reportPublish(measured, registries);
  await reportLargeLayer(measured, registries, folder);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await registries.stop();
  rmSync(folder, { recursive: true, force: true });
}
