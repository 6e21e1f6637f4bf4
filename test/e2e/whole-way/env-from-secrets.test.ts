import { expect } from 'chai';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { groupsSideBySide } from '../../support/side-by-side.ts';
import { conditionOf, runBuild } from '../controller/controlled-build.ts';
import { secret } from './account.ts';
import { applicationBuild } from './application-build.ts';
import { BACKEND_NAMES, BACKENDS, forEachBackend, type Backend } from './backends.ts';
import { logOf } from './build-log.ts';
import { openBed, startServers, type WholeWayBed, type WholeWayServers } from './whole-way-bed.ts';

/** Tekton, the kubelet or a shell would change this value if one of them read it. */
const VALUE = '$(HOME) $(params.x) $$ "correct-horse"';

describe('variables from Secrets, on the node', function () {
  this.timeout(600_000);
  let servers: WholeWayServers;
  let beds: Readonly<Record<Backend, WholeWayBed>>;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    servers = await startServers('env-from-secrets');
    beds = await forEachBackend(openLabelled);
  });
  after(async () => {
    await Promise.all(Object.values(beds ?? {}).map(async (bed) => bed.stop()));
    await servers?.stop();
  });

  groupsSideBySide(Object.fromEntries(BACKEND_NAMES.map((backend) => [`with ${backend}`, testsOf(backend)])));

  async function openLabelled(backend: Backend): Promise<WholeWayBed> {
    const namespace = `env-from-secrets-${backend}`;
    const bed = await openBed(servers, namespace, { ENV_FROM_SECRETS: 'labeled', ...BACKENDS[backend] });
    await bed.create(secret('database', 'Opaque', { URI: VALUE }));
    const labels = { 'taskpack.dev/env-from-secrets': 'true' };
    await bed.cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } });
    return bed;
  }

  function testsOf(backend: Backend): Readonly<Record<string, () => Promise<void>>> {
    return {
      'reach buildpacks unchanged, and no other phase, object or masked log': async () => {
        const bed = beds[backend];
        const name = `shown-${backend}`;
        const build = buildOf(bed, name, 'URI');
        const status = await runBuild(bed.cluster.client, build, { seconds: 300 });
        expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
        const pod = await podOf(bed, status.podName);
        const logs = await logsOf(bed, pod);
        const shown = Object.keys(logs).filter((container) => logs[container]?.includes(VALUE));
        expect(shown).to.deep.equal([backend === 'taskrun' ? 'step-build' : 'build']);
        expect(logs[shown[0] ?? '']).to.include(`DATABASE=${VALUE}\n`);
        const masked = await logOf(bed, name);
        expect(masked).to.include('DATABASE=***').and.not.include(VALUE);
        const stored = [pod, await bed.cluster.client.get(build), ...(await taskRuns(bed))];
        expect(JSON.stringify(stored)).not.to.include('correct-horse');
      },
      'fail the Build in prepare if the Secret lacks the key': async () => {
        const bed = beds[backend];
        const build = buildOf(bed, `lacks-${backend}`, 'URL');
        const status = await runBuild(bed.cluster.client, build, { seconds: 300 });
        expect(status.failure).to.include({ reason: 'VariableMissing', phase: 'prepare', exitCode: 36 });
        expect(conditionOf(status).message).to.include(
          'the variable DATABASE has no value, because the Secret database or its key URL does not exist',
        );
      },
    };
  }
});

function buildOf(bed: WholeWayBed, name: string, key: string): KubernetesObject {
  const valueFrom = { secretKeyRef: { name: 'database', key } };
  const env = [{ name: 'DATABASE', valueFrom }];
  return applicationBuild(bed, name, { source: bed.sources.kinds['git-http'], env });
}

async function podOf({ cluster, namespace }: WholeWayBed, name = ''): Promise<KubernetesObject> {
  const pods = await cluster.client.list('v1', 'Pod', namespace);
  const pod = pods.find(({ metadata }) => metadata.name === name);
  if (pod === undefined) throw new Error(`there is no Pod ${name}`);
  return pod;
}

async function taskRuns({ cluster, namespace }: WholeWayBed): Promise<readonly KubernetesObject[]> {
  return cluster.client.list('tekton.dev/v1', 'TaskRun', namespace);
}

async function logsOf(
  { cluster, namespace }: WholeWayBed,
  pod: KubernetesObject,
): Promise<Readonly<Record<string, string>>> {
  const { spec } = pod as unknown as { readonly spec: Readonly<Record<string, readonly { name: string }[]>> };
  const names = [...(spec['initContainers'] ?? []), ...(spec['containers'] ?? [])].map(({ name }) => name);
  const read = names.map(async (name) => {
    const args = ['logs', '--namespace', namespace, pod.metadata.name, '--container', name];
    return [name, await kubectlOutput(cluster, args)] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
