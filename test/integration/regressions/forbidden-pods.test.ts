import { expect } from 'chai';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { succeeded, type TestStatus } from '../controllers/builds/build-bed.ts';
import { buildSuite, type BuildSuite } from '../controllers/builds/build-suite.ts';

/** Rules that forbid Pods: too many Pods, and Pods with too high limits. */
const RULES = {
  ResourceQuota: { hard: { pods: '0' } },
  LimitRange: { limits: [{ type: 'Container', max: { memory: '1Mi' } }] },
} as const;

const GREEDY = { resources: { requests: { memory: '1Mi' }, limits: { memory: '1Gi' } } };

// Known bug: shipwright-io/build#320.
describe('Builds whose Pods are forbidden', function () {
  this.timeout(90_000);
  const native = suite('native');
  const tekton = suite('tekton');

  it('wait for free quota, report the reason, and start when the quota allows', async () => {
    await forbid(native, 'ResourceQuota');
    await native.bed().create('crowded');
    expect(await waiting(native, 'crowded', 'Retrying')).to.contain('exceeded quota');
    await allow(native, 'ResourceQuota');
    await native.node('crowded');
    await native.bed().delete('crowded');
  });

  it('report the LimitRange that they exceed', async () => {
    await forbid(native, 'LimitRange');
    await native.bed().create('greedy', GREEDY);
    expect(await waiting(native, 'greedy', 'Retrying')).to.contain('maximum memory usage per Container is 1Mi');
    await allow(native, 'LimitRange');
    await native.bed().delete('greedy');
  });

  it('wait for free quota as TaskRuns, and report the reason', async () => {
    await forbid(tekton, 'ResourceQuota');
    await tekton.bed().create('crowded');
    expect(await waiting(tekton, 'crowded', 'ExceededResourceQuota')).to.contain('exceeded quota');
    await allow(tekton, 'ResourceQuota');
    await tekton.bed().delete('crowded');
  });

  it('report as TaskRuns the LimitRange that they exceed', async () => {
    await forbid(tekton, 'LimitRange');
    await tekton.bed().create('greedy', GREEDY);
    expect(await waiting(tekton, 'greedy', 'Retrying')).to.contain('maximum memory usage per Container is 1Mi');
    await allow(tekton, 'LimitRange');
    await tekton.bed().delete('greedy');
  });
});

function suite(backend: 'native' | 'tekton'): BuildSuite<Cluster> {
  return buildSuite({ namespace: `forbidden-${backend}`, settings: { backend } });
}

function rule(kind: keyof typeof RULES, namespace: string): KubernetesObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'rule', namespace }, spec: RULES[kind] };
}

/** A quota takes effect after its controller has counted the existing objects. */
async function forbid({ cluster, bed }: BuildSuite<Cluster>, kind: keyof typeof RULES): Promise<void> {
  await cluster().client.put(rule(kind, bed().namespace));
}

async function allow({ cluster, bed }: BuildSuite<Cluster>, kind: keyof typeof RULES): Promise<void> {
  await cluster().client.delete(rule(kind, bed().namespace));
}

/** Returns the message of a Build while it waits for this reason. */
async function waiting({ bed }: BuildSuite<Cluster>, name: string, reason: string): Promise<string | undefined> {
  const says = (status: TestStatus): boolean => succeeded(status)?.reason === reason;
  const status = await bed().reaches(name, `waits, for ${reason}`, says);
  expect(succeeded(status)?.status).to.equal('Unknown');
  return succeeded(status)?.message;
}
