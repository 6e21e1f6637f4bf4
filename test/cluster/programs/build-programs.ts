import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { BedVersions } from '../bed-versions.ts';
import { withLock } from './lock.ts';
import { cachedBinary, groupFolder } from './program-cache.ts';
import { programOf, type Program, type ProgramName } from './program.ts';

/** Returns the path of each program in the versions of a bed. Builds missing programs first, with one line of progress each. */
export async function ensurePrograms<Name extends ProgramName>(
  names: readonly Name[],
  say: (line: string) => void,
  versions: BedVersions = {},
): Promise<Readonly<Record<Name, string>>> {
  const places: [Name, string][] = [];
  for (const name of names) places.push([name, await ensureProgram(programOf(name, versions), say)]);
  return Object.fromEntries(places) as Record<Name, string>;
}

async function ensureProgram(program: Program, say: (line: string) => void): Promise<string> {
  const asset = kubebuilderAsset(program);
  if (asset !== undefined) return asset;
  const binary = cachedBinary(program);
  if (existsSync(binary)) return binary;
  return withLock(`${path.dirname(binary)}.lock`, async () => {
    // Another run may have built the program in the meantime.
    if (!existsSync(binary)) await build(program, binary, say);
    return binary;
  });
}

function kubebuilderAsset({ asset }: Program): string | undefined {
  const { KUBEBUILDER_ASSETS = '' } = process.env;
  if (asset === undefined || KUBEBUILDER_ASSETS === '') return undefined;
  const file = path.join(KUBEBUILDER_ASSETS, asset);
  return existsSync(file) ? file : undefined;
}

async function build(program: Program, binary: string, say: (line: string) => void): Promise<void> {
  const started = performance.now();
  say(`building ${program.name} ${program.version} …`);
  mkdirSync(path.dirname(binary), { recursive: true });
  const unfinished = `${binary}.${process.pid}`;
  const flags = `-s -w ${program.linkerFlags ?? ''}`;
  // Debug information takes a sixth of the compiler's time, and the linker drops it.
  const compilerFlags = 'all=-dwarf=false';
  const { tags = '' } = program;
  const options = ['-trimpath', '-tags', tags, '-gcflags', compilerFlags, '-ldflags', flags];
  await go(['build', ...options, '-o', unfinished, program.package], groupFolder(program));
  renameSync(unfinished, binary);
  say(`built ${program.name} in ${Math.round((performance.now() - started) / 1000)} s`);
}

async function go(args: readonly string[], cwd: string): Promise<void> {
  // Garbage collection takes a fifth of the compiler's time.
  const environment = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOGC: '400', GOMEMLIMIT: '3GiB' };
  const child = spawn('go', args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error('the test bed is built by Go: install Go 1.26 or newer and put it on the PATH', { cause })),
    );
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`go ${args.join(' ')} in ${cwd} failed:\n${Buffer.concat(output).toString()}`);
}
