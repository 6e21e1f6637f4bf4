// npm run pictures: writes the pictures of the documentation. The integration test of the pictures takes them.
import { spawnSync } from 'node:child_process';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { testArguments } from './testing/arguments.mjs';

if (testArguments('usage: npm run pictures\nWrites the pictures of docs/images.') !== undefined) writePictures();

function writePictures() {
  ensureDependencies();
  const args = ['node_modules/mocha/bin/mocha.js', 'test/integration/dashboard/pictures.test.ts'];
  const env = { ...process.env, PICTURES: 'write' };
  process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
}
