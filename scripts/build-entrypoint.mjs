import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';

const ARCHITECTURES = ['amd64', 'arm64'];

/** For reproducible binaries, without paths, times, the state of the work tree, or properties of this machine. */
const FLAGS = ['-trimpath', '-buildvcs=false', '-mod=readonly', '-ldflags=-s -w -buildid='];
const ENVIRONMENT = { CGO_ENABLED: '0', GOOS: 'linux', GOFLAGS: '', GOAMD64: 'v1', GOARM64: 'v8.0', GOEXPERIMENT: '' };

/** The static programs, with the folders of their Go modules. */
const PROGRAMS = [
  // Without inlining, because every Pod has a copy of the waiter, which needs no speed.
  { name: 'taskpack-entrypoint', folder: 'fallback-entrypoint', flags: ['-gcflags=all=-l'], go: '1.19' },
  { name: 'taskpack-export', folder: 'export-guard', flags: [], go: '1.24' },
];

try {
  // Arguments: the folder of the programs, and their architectures.
  const [folder = path.join(ROOT, 'dist/entrypoint'), ...chosen] = process.argv.slice(2);
  for (const architecture of chosen.length === 0 ? ARCHITECTURES : chosen) {
    for (const program of PROGRAMS)
      console.log(build(program, architecture, path.resolve(folder, `linux-${architecture}`)));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Builds a program for one architecture and returns the path of the binary. */
function build({ name, folder, flags, go }, architecture, target) {
  mkdirSync(target, { recursive: true });
  const binary = path.join(target, name);
  const { status, error } = spawnSync('go', ['build', ...FLAGS, ...flags, '-o', binary, '.'], {
    cwd: path.join(ROOT, folder),
    env: { ...process.env, ...ENVIRONMENT, GOARCH: architecture },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error?.code === 'ENOENT')
    throw new Error(`${name} is built by Go: install Go ${go} or newer and put it on the PATH`);
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`go build failed for ${name} on linux/${architecture}, with the output above`);
  return binary;
}
