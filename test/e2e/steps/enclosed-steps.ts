import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { layoutImage, runImages } from '../../support/images-command.ts';

/** A user and group that the image does not define. */
const USER = '1234567:7654321';

/** The volumes that a Pod mounts into prepare. */
const VOLUMES = ['workspace', 'platform', 'var/credentials', 'projectMetadata', 'var/taskpack', 'var/build-inputs'];

/** The result of a step. */
export interface Ended {
  readonly code: number | undefined;
  readonly output: string;
  readonly errors: string;
  /** Milliseconds between the signal and the step's exit. NaN without a signal. */
  readonly goodbye: number;
  readonly at: (...names: readonly string[]) => string;
}

export interface RunOptions {
  /** The document of build inputs. */
  readonly inputs: unknown;
  /** Other files beside the inputs. */
  readonly files?: Readonly<Record<string, string>>;
  /** The size of the workspace's disk, such as `2m`. */
  readonly workspaceSize?: string;
  /** Sends SIGTERM when this promise resolves. */
  readonly until?: Promise<unknown>;
}

/** Runs steps from the steps image with a read-only root, an arbitrary user and the first process of a namespace. */
export interface EnclosedSteps {
  readonly run: (command: readonly string[], options: RunOptions) => Promise<Ended>;
}

/** Builds and unpacks the steps image in a `before` hook of the calling suite. */
export function enclosedSteps(): EnclosedSteps {
  let folder = '';
  const root = (): string => path.join(folder, 'root');

  before('builds and unpacks the steps image', async function () {
    this.timeout(600_000);
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-steps-'));
    chmodSync(folder, 0o755);
    for (const name of [...VOLUMES, 'proc', 'dev']) mkdirSync(path.join(root(), name), { recursive: true });
    await runImages('--output', path.join(folder, 'layout'));
    for (const layer of layoutImage(path.join(folder, 'layout'), 'steps').layers) {
      execFileSync('tar', ['--extract', '--gzip', '--file', layer, '--directory', root()], { stdio: 'pipe' });
    }
    // Every container runtime provides these devices.
    execFileSync('mknod', ['-m', '666', path.join(root(), 'dev/null'), 'c', '1', '3']);
    execFileSync('mknod', ['-m', '666', path.join(root(), 'dev/urandom'), 'c', '1', '9']);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  return {
    run: async (command, options) => {
      const volumes = volumesIn(folder, options);
      const script = path.join(import.meta.dirname, 'enclosed.sh');
      const inside = [script, root(), USER, options.workspaceSize ?? '', volumes, ...command];
      const env = { PATH: '/taskpack/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin', HOME: '/var/credentials' };
      const child = spawn('/usr/bin/unshare', ['--mount', '--pid', '--fork', '--kill-child', ...inside], { env });
      let [output, errors] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      let signalled = Number.NaN;
      void options.until?.then(() => {
        signalled = performance.now();
        process.kill(childOf(child.pid ?? 0), 'SIGTERM');
      });
      const code = await new Promise<number | undefined>((resolve) => {
        child.on('close', (status) => resolve(status ?? undefined));
      });
      const goodbye = performance.now() - signalled;
      return { code, output, errors, goodbye, at: (...names) => path.join(volumes, ...names) };
    },
  };
}

/** Creates volumes as the kubelet does, writable by every user. */
function volumesIn(folder: string, { inputs, files = {} }: RunOptions): string {
  const volumes = mkdtempSync(path.join(folder, 'volumes-'));
  chmodSync(volumes, 0o755);
  for (const name of VOLUMES) {
    mkdirSync(path.join(volumes, name), { recursive: true });
    chmodSync(path.join(volumes, name), 0o777);
  }
  const written = { 'inputs.json': JSON.stringify(inputs), ...files };
  for (const [name, text] of Object.entries(written)) writeFileSync(path.join(volumes, 'var/build-inputs', name), text);
  return volumes;
}

/** Returns the process id, outside the namespace, of the namespace's first process. */
function childOf(pid: number): number {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  if (child === undefined || child === '') throw new Error(`process ${pid} has no child`);
  return Number(child);
}
