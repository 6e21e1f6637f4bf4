// npm run bench:images: the size of the images, and the start-up time of a step in its image. Needs root for chroot.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../scripts/root.mjs';
import { report } from './report.mjs';

const RUNS = 21;
const AIMS = { ratio: 2, megabytes: 90 };

const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-bench-images-'));
try {
  const layout = path.join(folder, 'layout');
  execFileSync(process.execPath, ['scripts/images.mjs', '--output', layout], { cwd: ROOT });
  const { layers, size } = stepsImage(layout);
  report('steps image, compressed', size / 1_000_000, { unit: 'MB', atMost: AIMS.megabytes });
  const root = path.join(folder, 'root');
  mkdirSync(root);
  for (const layer of layers) execFileSync('tar', ['--extract', '--gzip', '--file', layer, '--directory', root]);
  execFileSync('mkdir', ['-p', path.join(root, 'dev')]);
  execFileSync('mknod', ['-m', '666', path.join(root, 'dev/null'), 'c', '1', '3']);
  for (const program of ['prepare', 'completion']) benchStart(root, program);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function stepsImage(layout) {
  const { digest } = readJson(path.join(layout, 'index.json')).manifests.find(isSteps);
  const { config, layers } = readJson(blobPath(layout, digest));
  return {
    layers: layers.map((layer) => blobPath(layout, layer.digest)),
    size: [config, ...layers].reduce((sum, one) => sum + one.size, 0),
  };
}

function isSteps({ annotations }) {
  return annotations['io.containerd.image.name'].includes('/steps:');
}

function blobPath(layout, digest) {
  return path.join(layout, 'blobs', digest.replace(':', '/'));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Bare Node and the step in turns, so that both meet the same load of the machine. */
function benchStart(root, program) {
  const bare = [];
  const step = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(timed(root, ['node', '-e', '0']));
    step.push(timed(root, [program, '--help']));
  }
  const ratio = median(step) / median(bare);
  const detail = `${median(step).toFixed(0)} ms, node -e 0 ${median(bare).toFixed(0)} ms, median of ${RUNS}`;
  report(`start of ${program} --help, as ratio to node -e 0`, ratio, { digits: 2, atMost: AIMS.ratio, detail });
}

function timed(root, command) {
  const start = performance.now();
  const args = ['--userspec=65532:65532', root, '/usr/bin/env', ...command];
  const env = { PATH: '/taskpack/bin:/usr/local/bin:/usr/bin:/bin', HOME: '/tmp' };
  const { status, stderr } = spawnSync('/usr/sbin/chroot', args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}
