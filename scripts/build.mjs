import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { bundle } from './esbuild.mjs';
import { ROOT } from './root.mjs';

ensureDependencies();
await bundle();
// Builds the library: src/index.ts and the modules that it imports, with declarations.
for (const folder of ['dist/src', 'dist/translators']) rmSync(join(ROOT, folder), { recursive: true, force: true });
const tsc = ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.build.json'];
process.exitCode = spawnSync(process.execPath, tsc, { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
