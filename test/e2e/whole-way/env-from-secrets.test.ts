import { expect } from 'chai';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { conditionOf, runBuild } from '../controller/controlled-build.ts';
import { secret } from './account.ts';
import { applicationBuild } from './application-build.ts';
import { BACKEND_NAMES, BACKENDS, type Backend } from './backends.ts';
import { logOf } from './build-log.ts';
import { startBed, type WholeWayBed } from './whole-way-bed.ts';

const NAMESPACE = 'env-from-secrets';

/** Tekton, the kubelet or a shell would change this value if one of them read it. */
const VALUE = '$(HOME) $(params.x) $$ "correct-horse"';

describe('variables from Secrets, on the node', function () {
  this.timeout(600_000);
  let bed: WholeWayBed;

  before(async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    bed = await startBed(NAMESPACE);
    await bed.create(secret('database', 'Opaque', { URI: VALUE }));
    const labels = { 'taskpack.dev/env-from-secrets': 'true' };
    await bed.cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } });
  });
  after(() => bed?.stop());

  for (const backend of BACKEND_NAMES) {
    describe(`with ${backend}`, () => {
      before(() => bed.controller.configure({ ENV_FROM_SECRETS: 'labeled', ...BACKENDS[backend] }));

      it('reach buildpacks unchanged, and no other phase, object or masked log', async () => {
        const name = `shown-${backend}`;
        const build = buildOf(name, 'URI');
        const status = await runBuild(bed.cluster.client, build, { seconds: 300 });
        expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
        const pod = await podOf(status.podName);
        const logs = await logsOf(pod);
        const shown = Object.keys(logs).filter((container) => logs[container]?.includes(VALUE));
        expect(shown).to.deep.equal([backend === 'taskrun' ? 'step-build' : 'build']);
        expect(logs[shown[0] ?? '']).to.include(`DATABASE=${VALUE}\n`);
        const masked = await logOf(bed, name);
        expect(masked).to.include('DATABASE=***').and.not.include(VALUE);
        const stored = [pod, await bed.cluster.client.get(build), ...(await taskRuns(backend))];
        expect(JSON.stringify(stored)).not.to.include('correct-horse');
      });

      it('fail the Build in prepare if the Secret lacks the key', async () => {
        const status = await runBuild(bed.cluster.client, buildOf(`lacks-${backend}`, 'URL'), { seconds: 300 });
        expect(status.failure).to.include({ reason: 'VariableMissing', phase: 'prepare', exitCode: 36 });
        expect(conditionOf(status).message).to.include(
          'the variable DATABASE has no value, because the Secret database or its key URL does not exist',
        );
      });
    });
  }

  function buildOf(name: string, key: string): KubernetesObject {
    const valueFrom = { secretKeyRef: { name: 'database', key } };
    const env = [{ name: 'DATABASE', valueFrom }];
    return applicationBuild(bed, name, { source: bed.sources.kinds['git-http'], env });
  }

  async function podOf(name = ''): Promise<KubernetesObject> {
    const pods = await bed.cluster.client.list('v1', 'Pod', NAMESPACE);
    const pod = pods.find(({ metadata }) => metadata.name === name);
    if (pod === undefined) throw new Error(`there is no Pod ${name}`);
    return pod;
  }

  async function taskRuns(backend: Backend): Promise<readonly KubernetesObject[]> {
    return backend === 'taskrun' ? bed.cluster.client.list('tekton.dev/v1', 'TaskRun', NAMESPACE) : [];
  }

  async function logsOf(pod: KubernetesObject): Promise<Readonly<Record<string, string>>> {
    const { spec } = pod as unknown as { readonly spec: Readonly<Record<string, readonly { name: string }[]>> };
    const names = [...(spec['initContainers'] ?? []), ...(spec['containers'] ?? [])].map(({ name }) => name);
    const read = names.map(async (name) => {
      const args = ['logs', '--namespace', NAMESPACE, pod.metadata.name, '--container', name];
      return [name, await kubectlOutput(bed.cluster, args)] as const;
    });
    return Object.fromEntries(await Promise.all(read));
  }
});
