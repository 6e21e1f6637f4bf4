import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { LEASE_TIMES } from '../../../src/clients/kube/leader-election/options.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { sharedCluster } from '../../cluster/shared-cluster.ts';
import { holdLease } from './lease-holder.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const NAMESPACE = 'kube-lease';
const PROGRAM = `void require('./test/integration/kube/lease-holder.ts').${holdLease.name}()`;

/** A process that runs for leader, and its log lines with their times. */
interface Holder {
  readonly child: ChildProcess;
  readonly said: readonly { readonly line: string; readonly at: number }[];
}

describe('leader election on a real API server', function () {
  this.timeout(120_000);
  let cluster: Cluster;
  const holders: Holder[] = [];

  before(async function () {
    // The first run builds the programs of the cluster.
    this.timeout(1_800_000);
    cluster = await sharedCluster();
    await cluster.client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  });
  after(() => holders.forEach(({ child }) => child.kill('SIGKILL')));

  const hold = (identity: string): Holder => {
    const child = spawn(process.execPath, ['--require', 'ts-node/register', '--eval', PROGRAM], {
      cwd: ROOT,
      env: { ...process.env, KUBECONFIG: cluster.kubeconfig, LEASE_NAMESPACE: NAMESPACE, LEASE_IDENTITY: identity },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: { line: string; at: number }[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => said.push({ line, at: performance.now() }));
    const holder = { child, said };
    holders.push(holder);
    return holder;
  };
  const leads = async ({ said }: Holder): Promise<number> =>
    until('a leader', async () => said.find(({ line }) => line === 'leads')?.at, { seconds: 60 });

  it('fails over after the lease duration if the leader is killed, and earlier if it stops', async () => {
    const first = hold('first');
    await leads(first);
    const second = hold('second');
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(second.said, 'one leads').to.deep.equal([]);
    const killed = performance.now();
    first.child.kill('SIGKILL');
    const taken = (await leads(second)) - killed;
    expect(taken).to.be.at.least(LEASE_TIMES.leaseDurationMs - LEASE_TIMES.retryPeriodMs * 2);
    const third = hold('third');
    await new Promise((resolve) => setTimeout(resolve, 4000));
    const stopped = performance.now();
    second.child.kill('SIGTERM');
    expect((await leads(third)) - stopped, 'a leader that stops releases the lease').to.be.lessThan(taken);
    await until('its end', async () => second.said.find(({ line }) => line === 'stopped'));
    third.child.kill('SIGTERM');
    expect(await once(third.child, 'exit')).to.deep.equal([0, null]);
  });
});
