import { expect } from 'chai';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { until } from '../../cluster/processes/until.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const COMMAND = "require('./test/cluster/commands/control-plane.ts')";

/** How a run may end. What it is given to start with, and what is done to it once all of its bed is up. */
interface End {
  readonly name: string;
  readonly programs?: Readonly<Record<string, string>>;
  readonly act?: (run: ChildProcess) => void;
  /** Nobody can clean up after a SIGKILL of itself. */
  readonly leavesFolder?: boolean;
}

const ENDS: readonly End[] = [
  { name: 'that is over', act: ({ stdin }) => stdin?.end() },
  { name: 'that is interrupted', act: ({ pid = 0 }) => process.kill(-pid, 'SIGINT') },
  { name: 'that is terminated', act: ({ pid = 0 }) => process.kill(pid, 'SIGTERM') },
  { name: 'that is killed', act: ({ pid = 0 }) => process.kill(pid, 'SIGKILL'), leavesFolder: true },
  { name: 'whose certificates cannot be made', programs: { certificates: '/nowhere/certificates' } },
  { name: 'whose API server does not start', programs: { 'kube-apiserver': '/nowhere/kube-apiserver' } },
  { name: 'whose leash does not exist', programs: { leash: '/nowhere/leash' } },
];

describe('what a run of the test bed leaves behind', function () {
  this.timeout(120_000);
  const ends = new Map<End, Promise<void>>();

  before(async function () {
    this.timeout(1_800_000);
    await ensurePrograms(['leash', 'certificates', 'etcd', 'kube-apiserver', 'kube-controller-manager'], console.error);
    // Most of the time goes by with waiting for API servers.
    for (const end of ENDS) {
      const outcome = endRun(end);
      // It is the test's to fail.
      outcome.catch(() => undefined);
      ends.set(end, outcome);
    }
  });

  for (const end of ENDS) {
    it(`is nothing${end.leavesFolder === true ? ' that runs' : ''}, after a run ${end.name}`, () => ends.get(end));
  }
});

/** Starts a run, ends it, and asserts that nothing is left. */
async function endRun({ name, programs = {}, act, leavesFolder = false }: End): Promise<void> {
  const run = spawn(process.execPath, ['--require', 'ts-node/register', '--eval', COMMAND], {
    cwd: ROOT,
    env: { ...process.env, TEST_BED_PROGRAMS: JSON.stringify(programs) },
    // A group of its own, as a terminal gives it.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const folder = await bedFolder(run, act !== undefined);
  try {
    if (act !== undefined) expect(processesOf(folder)).to.not.deep.equal([]);
    act?.(run);
    const isOver = (): boolean => hasEnded(run) && processesOf(folder).length === 0;
    await until(`the end of a run ${name}`, async () => isOver() || undefined, { seconds: 15 });
    expect(existsSync(folder), 'the folder is there').to.equal(leavesFolder);
  } finally {
    run.kill('SIGKILL');
    processesOf(folder).forEach(kill);
    rmSync(folder, { recursive: true, force: true });
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with another.
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** What the run says first; it says its kubeconfig as well, when all is up. */
async function bedFolder(run: ChildProcess, isUp: boolean): Promise<string> {
  const lines: string[] = [];
  if (run.stdout === null) throw new Error('the run says nothing');
  createInterface({ input: run.stdout }).on('line', (line) => lines.push(line));
  await until('the start of the bed', async () => lines[isUp ? 1 : 0], { seconds: 60 });
  return lines[0] ?? '';
}

/** Ids of the processes whose command line names the folder. */
function processesOf(folder: string): readonly number[] {
  const processes = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return processes.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
}
