import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { succeeded, type TestStatus } from '../controllers/build/build-bed.ts';
import { buildSuite, type BuildSuite } from '../controllers/build/build-suite.ts';

/** What forbids Pods: those that there are too many of, and those that may need too much. */
const RULES = {
  ResourceQuota: { hard: { pods: '0' } },
  LimitRange: { limits: [{ type: 'Container', max: { memory: '1Mi' } }] },
} as const;

const GREEDY = { resources: { requests: { memory: '1Mi' }, limits: { memory: '1Gi' } } };

describe('Builds whose Pods are forbidden', function () {
  this.timeout(90_000);
  const native = suite('native');
  const tekton = suite('tekton');

  it('6.1.13: wait for room in a quota, say so, and begin once there is some', async () => {
    await forbid(native, 'ResourceQuota');
    await native.bed().create('crowded');
    expect(await waiting(native, 'crowded', 'Retrying')).to.contain('exceeded quota');
    await allow(native, 'ResourceQuota');
    await native.node('crowded');
    await native.bed().delete('crowded');
  });

  it('6.1.13: say which LimitRange they are beyond', async () => {
    await forbid(native, 'LimitRange');
    await native.bed().create('greedy', GREEDY);
    expect(await waiting(native, 'greedy', 'Retrying')).to.contain('maximum memory usage per Container is 1Mi');
    await allow(native, 'LimitRange');
    await native.bed().delete('greedy');
  });

  it('6.1.13: wait for room in a quota as TaskRuns, and say so', async () => {
    await forbid(tekton, 'ResourceQuota');
    await tekton.bed().create('crowded');
    expect(await waiting(tekton, 'crowded', 'ExceededResourceQuota')).to.contain('exceeded quota');
    await allow(tekton, 'ResourceQuota');
    await tekton.bed().delete('crowded');
  });

  it('6.1.13: fail as TaskRuns beyond a LimitRange, and say so', async () => {
    await forbid(tekton, 'LimitRange');
    await tekton.bed().create('greedy', GREEDY);
    const { failure } = await tekton.bed().end('greedy');
    expect(failure?.reason).to.equal('WorkloadRejected');
    expect(failure?.message).to.contain('maximum memory usage per Container is 1Mi');
    await allow(tekton, 'LimitRange');
  });
});

function suite(backend: 'native' | 'tekton'): BuildSuite<Cluster> {
  return buildSuite({ namespace: `forbidden-${backend}`, settings: { backend } });
}

function rule(kind: keyof typeof RULES, namespace: string): KubernetesObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'rule', namespace }, spec: RULES[kind] };
}

/** A quota holds once its controller has counted what there is. */
async function forbid({ cluster, bed }: BuildSuite<Cluster>, kind: keyof typeof RULES): Promise<void> {
  await cluster().client.put(rule(kind, bed().namespace));
}

async function allow({ cluster, bed }: BuildSuite<Cluster>, kind: keyof typeof RULES): Promise<void> {
  await cluster().client.delete(rule(kind, bed().namespace));
}

/** What a Build says while it waits for such a reason. */
async function waiting({ bed }: BuildSuite<Cluster>, name: string, reason: string): Promise<string | undefined> {
  const says = (status: TestStatus): boolean => succeeded(status)?.reason === reason;
  const status = await bed().reaches(name, `waits, for ${reason}`, says);
  expect(succeeded(status)?.status).to.equal('Unknown');
  return succeeded(status)?.message;
}
