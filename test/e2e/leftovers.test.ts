import { expect } from 'chai';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { remainsOf, virtualInterfaces } from '../cluster/node/remains.ts';
import { oneNodeCluster, stopNodeCluster } from '../cluster/node/one-node-cluster.ts';
import { BUSYBOX_IMAGE } from '../cluster/node/node-images.ts';
import { ensurePrograms } from '../cluster/programs/build-programs.ts';
import { until } from '../cluster/processes/until.ts';
import { matrix } from '../support/matrix.ts';

const COMMAND = ['--require', 'ts-node/register', '--eval', "require('./test/cluster/commands/cluster.ts')", '--'];
const OPTIONS = { cwd: path.join(import.meta.dirname, '../..') };

/** A way to end a run while one of its Pods runs. */
interface End {
  readonly name: string;
  readonly act: (run: ChildProcess, folder: string) => void;
}

const ENDS: readonly End[] = [
  { name: 'SIGINT interrupts the run', act: ({ pid = 0 }) => process.kill(-pid, 'SIGINT') },
  { name: "'down' ends the run", act: down },
  { name: 'SIGKILL ends the run', act: ({ pid = 0 }) => process.kill(pid, 'SIGKILL') },
  {
    name: "SIGKILL ends the run and its watchers, and 'down' cleans up",
    act: ({ pid = 0 }, folder) => {
      const watchers = processesOf(folder).filter((line) => / sh .*enclosure.sh open/.test(line));
      expect(watchers).to.have.length(2);
      for (const victim of [pid, ...watchers.map((line) => Number.parseInt(line, 10))]) process.kill(victim, 'SIGKILL');
      down();
    },
  },
];

describe('a run with a node', function () {
  this.timeout(120_000);
  const interfaces = virtualInterfaces();

  before(async function () {
    // The first run builds the cluster's programs.
    this.timeout(1_800_000);
    await stopNodeCluster();
  });

  // Without the whole matrix, only the hardest case runs. The demo also shows the end of a cluster that is stopped.
  for (const name of matrix(['the cluster is stopped'], [])) {
    it(`leaves nothing behind when ${name}`, async () => {
      const { folder, kubectl, kubeconfig } = await oneNodeCluster();
      await runPod(kubectl, kubeconfig);
      expect(kinds(remainsOf(folder, interfaces))).to.have.all.keys(ALL_KINDS);
      await stopNodeCluster();
      await nothingLeft(folder, interfaces);
    });
  }

  for (const { name, act } of matrix(ENDS, ENDS.slice(-1))) {
    it(`leaves nothing behind when ${name}`, async () => {
      const { kubectl } = await ensurePrograms(['kubectl'], console.error);
      const run = startRun();
      try {
        const kubeconfig = await kubeconfigOf(run);
        const folder = path.dirname(kubeconfig);
        await runPod(kubectl, kubeconfig);
        expect(kinds(remainsOf(folder, interfaces))).to.have.all.keys(ALL_KINDS);
        act(run, folder);
        await nothingLeft(folder, interfaces);
      } finally {
        run.kill('SIGKILL');
      }
    });
  }
});

const ALL_KINDS = ['process', 'mount', 'interface', 'bridge', 'cgroup', 'folder'];

function kinds(leftovers: readonly string[]): ReadonlySet<string> {
  return new Set(leftovers.map((line) => line.split(' ')[0] ?? ''));
}

async function nothingLeft(folder: string, interfaces: readonly string[]): Promise<void> {
  let left: readonly string[] = [];
  await until('the end of the bed', async () => {
    left = remainsOf(folder, interfaces);
    return left.length === 0 ? true : undefined;
  }).catch(() => undefined);
  expect(left).to.deep.equal([]);
}

/** Creates a Pod that does not end by itself. */
async function runPod(kubectl: string, kubeconfig: string): Promise<void> {
  const call = (...args: readonly string[]): string =>
    execFileSync(kubectl, ['--kubeconfig', kubeconfig, ...args], { encoding: 'utf8', stdio: 'pipe' });
  await until('a pod to be admitted', async () =>
    call('run', 'left', `--image=${BUSYBOX_IMAGE}`, '--', 'sleep', '3600'),
  );
  call('wait', '--for=condition=Ready', 'pod/left', '--timeout=60s');
}

function startRun(): ChildProcess {
  // The run gets its own process group, as in a terminal.
  return spawn(process.execPath, [...COMMAND, 'up'], { ...OPTIONS, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Reads the kubeconfig's path, which the run prints when the cluster is ready. */
async function kubeconfigOf(run: ChildProcess): Promise<string> {
  const said: string[] = [];
  for (const stream of [run.stdout, run.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const died = new Promise<string>((resolve) => run.on('close', () => resolve(said.join(''))));
  const ask = async (): Promise<string | undefined> => /^export KUBECONFIG=(.*)$/m.exec(said.join(''))?.[1];
  return until('the start of the bed', ask, { seconds: 90, died: [died] });
}

function down(): void {
  execFileSync(process.execPath, [...COMMAND, 'down'], { ...OPTIONS, stdio: ['ignore', 'ignore', 'inherit'] });
}

function processesOf(folder: string): readonly string[] {
  const processes = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return processes.filter((line) => line.includes(folder));
}
