import { expect } from 'chai';
import type { ApiClient } from '../../../cluster/kubernetes/api-client.ts';
import { until } from '../../../cluster/processes/until.ts';
import { ended, nodeOf, runs, type TestPod } from './pod-node.ts';

const PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

/**
 * Runs a Build's TaskRun and deletes its Pod in each phase, as a user can who helps a buildpack. Tekton makes another Pod each time.
 * The last Pod completes all phases. Fails if any of the Pods has Secrets of its ServiceAccount.
 */
export async function runWithDeletedPods(
  client: ApiClient,
  namespace: string,
  build: string,
  outcome: string,
): Promise<void> {
  const name = `${build}-build-pod`;
  let deleted: string | undefined;
  for (const phase of [...PHASES, undefined]) {
    const pod = await podOtherThan(client, { namespace, name }, deleted);
    expectNoSecrets(pod);
    const node = await nodeOf(client, namespace, name);
    await node.accept();
    await node.start();
    if (phase === undefined) return node.runAll(outcome);
    const before = PHASES.slice(0, PHASES.indexOf(phase)).map((one) => [`step-${one}`, ended(0)] as const);
    await node.set({ ...Object.fromEntries(before), [`step-${phase}`]: runs() });
    deleted = pod.metadata.uid;
    await deletePod(client, { namespace, name });
  }
}

interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Removes a Pod at once, as its node does after its grace period. */
export async function deletePod(client: ApiClient, { namespace, name }: Place): Promise<void> {
  await client.send('DELETE', `/api/v1/namespaces/${namespace}/pods/${name}?gracePeriodSeconds=0`);
}

async function podOtherThan(client: ApiClient, { namespace, name }: Place, uid: string | undefined): Promise<TestPod> {
  return until(`a Pod ${name} after ${uid ?? 'none'}`, async () => {
    const pods = (await client.list('v1', 'Pod', namespace)) as readonly unknown[] as readonly TestPod[];
    return pods.find(({ metadata }) => metadata.name === name && metadata.uid !== uid);
  });
}

/** Tekton mounts the Secrets of an account into every step, and names them in the arguments (pkg/pod/creds_init.go). */
function expectNoSecrets({ spec }: TestPod): void {
  expect(JSON.stringify(spec)).not.to.match(/tekton-internal-secret-volume|-docker-config=|-basic-docker=/);
}
