import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';

const ARCHITECTURES = ['amd64', 'arm64'];

/** For reproducible binaries, without paths, times, the state of the work tree, or properties of this machine. */
const FLAGS = ['-trimpath', '-buildvcs=false', '-mod=readonly', '-ldflags=-s -w -buildid='];
/** Disables inlining, because every Pod has a copy of the binary, which needs no speed. */
const SMALL = '-gcflags=all=-l';
const ENVIRONMENT = { CGO_ENABLED: '0', GOOS: 'linux', GOFLAGS: '', GOAMD64: 'v1', GOARM64: 'v8.0', GOEXPERIMENT: '' };

try {
  const [folder = path.join(ROOT, 'dist/entrypoint')] = process.argv.slice(2);
  for (const architecture of ARCHITECTURES)
    console.log(build(architecture, path.resolve(folder, `linux-${architecture}`)));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Builds the waiter for one architecture and returns the path of the binary. */
function build(architecture, target) {
  mkdirSync(target, { recursive: true });
  const binary = path.join(target, 'taskpack-entrypoint');
  const { status, error } = spawnSync('go', ['build', ...FLAGS, SMALL, '-o', binary, '.'], {
    cwd: path.join(ROOT, 'fallback-entrypoint'),
    env: { ...process.env, ...ENVIRONMENT, GOARCH: architecture },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error?.code === 'ENOENT') {
    throw new Error('taskpack-entrypoint is built by Go: install Go 1.19 or newer and put it on the PATH');
  }
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error(`go build failed for taskpack-entrypoint on linux/${architecture}, with the output above`);
  return binary;
}
