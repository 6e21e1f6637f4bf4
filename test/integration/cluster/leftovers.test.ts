import { expect } from 'chai';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { until } from '../../cluster/processes/until.ts';
import { matrix } from '../../support/matrix.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const COMMAND = "require('./test/cluster/commands/control-plane.ts')";

/** A way to end a run: the environment of the run, and the action after its test bed is up. */
interface End {
  readonly name: string;
  readonly programs?: Readonly<Record<string, string>>;
  readonly act?: (run: ChildProcess) => void;
  /** True if the run cannot clean up, because SIGKILL ended it. */
  readonly leavesFolder?: boolean;
}

/** A signal, a kill and a failed start. */
const FEW: readonly End[] = [
  { name: 'that is interrupted', act: ({ pid = 0 }) => process.kill(-pid, 'SIGINT') },
  { name: 'that is killed', act: ({ pid = 0 }) => process.kill(pid, 'SIGKILL'), leavesFolder: true },
  { name: 'whose API server does not start', programs: { 'kube-apiserver': '/nowhere/kube-apiserver' } },
];

const ENDS = matrix<End>(
  [
    ...FEW,
    { name: 'that is over', act: ({ stdin }) => stdin?.end() },
    { name: 'that is terminated', act: ({ pid = 0 }) => process.kill(pid, 'SIGTERM') },
    { name: 'whose certificates cannot be made', programs: { certificates: '/nowhere/certificates' } },
    { name: 'whose leash does not exist', programs: { leash: '/nowhere/leash' } },
  ],
  FEW,
);

describe('a finished run of the test bed', function () {
  this.timeout(120_000);
  const ends = new Map<End, Promise<void>>();

  before(async function () {
    this.timeout(1_800_000);
    await ensurePrograms(['leash', 'certificates', 'etcd', 'kube-apiserver', 'kube-controller-manager'], console.error);
    // Most of the time is spent on the start of API servers.
    for (const end of ENDS) {
      const outcome = endRun(end);
      // The test of this end awaits the same promise and reports its error.
      outcome.catch(() => undefined);
      ends.set(end, outcome);
    }
  });

  for (const end of ENDS) {
    it(`leaves nothing behind${end.leavesFolder === true ? ' that runs' : ''}, after a run ${end.name}`, () =>
      ends.get(end));
  }
});

/** Starts a run, ends the run, and asserts that nothing is left. */
async function endRun({ name, programs = {}, act, leavesFolder = false }: End): Promise<void> {
  const run = spawn(process.execPath, ['--require', 'ts-node/register', '--eval', COMMAND], {
    cwd: ROOT,
    env: { ...process.env, TEST_BED_PROGRAMS: JSON.stringify(programs) },
    // A terminal also starts each job in its own process group.
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
    // The process has already ended with its parent.
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Returns the first line of the run's output, which names its folder. The kubeconfig follows when all is up. */
async function bedFolder(run: ChildProcess, isUp: boolean): Promise<string> {
  const lines: string[] = [];
  if (run.stdout === null) throw new Error('the run says nothing');
  createInterface({ input: run.stdout }).on('line', (line) => lines.push(line));
  await until('the start of the bed', async () => lines[isUp ? 1 : 0], { seconds: 60 });
  return lines[0] ?? '';
}

/** Returns the ids of the processes whose command line contains the folder. */
function processesOf(folder: string): readonly number[] {
  const processes = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return processes.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10));
}
