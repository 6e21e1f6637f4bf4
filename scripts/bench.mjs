// npm run bench [-- NAME]: lists the benchmarks, or runs one. A run prints each figure with its aim and the ratio of both.
import { spawnSync } from 'node:child_process';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';

const BENCHMARKS = {
  translate: ['measures one Build from the command line, and 10,000 Builds in one stream', 'test/bench/translate.mjs'],
  resolve: ['measures the resolution of an order, and how it grows with the buildpacks', 'test/bench/resolve.mjs'],
  inspection: ['measures how long a hostile image holds the event loop', 'test/bench/inspection.mjs'],
  objects: ['measures how long a hostile object of the API server holds the event loop', 'test/bench/objects.mjs'],
  builder: ['measures how builders are made and published; needs skopeo and Go', 'test/bench/builder.mjs'],
  images: [
    'measures the size of the steps image and the start of a step; needs root and mmdebstrap',
    'test/bench/images.mjs',
  ],
  waiter: ["measures the waiter's hand-offs, size, memory and idle CPU; needs Go", 'test/bench/waiter.mjs'],
  controller: [
    "measures the controller beside kpack's with 2,000 Builds at once; needs Go",
    'test/bench/controller/main.ts',
  ],
  sources: [
    'measures 10,000 Images that wait for commits: polling, reports of pushes, memory; needs Go',
    'test/bench/sources/main.ts',
  ],
  e2e: ['measures a Build on a node by every backend and by kpack; needs root and Go', 'test/bench/e2e/main.ts'],
  tasks: [
    "measures the Task beside the steps of the catalog's Tasks on a node; needs root and Go",
    'test/bench/tasks/main.ts',
  ],
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined) {
  console.log('npm run bench -- NAME\n');
  for (const [each, [sentence]] of Object.entries(BENCHMARKS)) console.log(`  ${each.padEnd(12)}${sentence}`);
} else if (!(name in BENCHMARKS)) {
  console.error(`no benchmark is named ${name}: use ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exitCode = 2;
} else {
  ensureDependencies();
  const [, file] = BENCHMARKS[name];
  const node = file.endsWith('.ts')
    ? ['--require', 'ts-node/register', '--eval', `require('./${file}')`, '--']
    : [file];
  process.exitCode = spawnSync(process.execPath, [...node, ...args], { cwd: ROOT, stdio: 'inherit' }).status ?? 1;
}
