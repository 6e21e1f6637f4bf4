import { expect } from 'chai';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { conditionOf, controlledBuild, type BuildStatus } from '../controller/controlled-build.ts';
import type { ControlledImages } from '../controller/controlled-images.ts';
import { controlledSuite } from '../controller/controlled-suite.ts';
import { ended, endOf, type PodStatus } from '../running-pod.ts';

/** The build phase's container for each backend. Tekton names its containers differently, and deletes the Pod. */
const BACKENDS = {
  TaskRun: { container: 'step-build', keepsPod: false, settings: { BACKEND: 'tekton' } },
  'init containers': { container: 'build', keepsPod: true, settings: { BACKEND: 'native' } },
  'regular containers': {
    container: 'build',
    keepsPod: true,
    settings: { BACKEND: 'native', SUPPORT_INJECTED_SIDECARS: 'true' },
  },
} as const;

const NAMESPACE = 'cancelled';

const SAID = 'half of it is built';
const PUT_AWAY = 'put away';

/** Takes three seconds to end after SIGTERM, and ends with its own exit code. */
const SLOW = `trap 'sleep 3; echo ${PUT_AWAY}; exit 7' TERM; echo ${SAID}; sleep 120 & wait`;

interface CancelledBuild {
  readonly status: BuildStatus & { readonly failure?: { readonly log?: readonly string[] } };
  /** The exit code and log of the build phase, if the Pod still exists. */
  readonly exitCode?: number | undefined;
  readonly log?: string;
}

// Known bugs: signal-not-forwarded, log-lost-on-cancel.
describe('a Build that is cancelled on the node', function () {
  this.timeout(180_000);
  const { cluster, publish, control } = controlledSuite(NAMESPACE);
  const runs = new Map<string, CancelledBuild>();
  let images: ControlledImages;

  before(async () => {
    images = await publish({ build: SLOW });
  });

  for (const [backend, { container, keepsPod, settings }] of Object.entries(BACKENDS)) {
    it(`keeps its log (${backend})`, async () => {
      const controller = await control(images, settings);
      try {
        const build = controlledBuild(`cancelled-${container}-${runs.size}`, NAMESPACE, images);
        const run = await cancelledRun(build, container, keepsPod);
        runs.set(backend, run);
        expect(conditionOf(run.status)).to.include({ status: 'False', reason: 'Cancelled' });
        expect(keepsPod ? run.log : run.status.failure?.log?.join('\n')).to.contain(SAID);
      } finally {
        await controller.stop();
      }
    });

    if (!keepsPod) continue;
    it(`has time to clean up (${backend})`, () => {
      expect(runs.get(backend)?.log).to.contain(PUT_AWAY);
      expect(runs.get(backend)?.exitCode).to.equal(7);
    });
  }

  /** Cancels a Build during its build phase. */
  async function cancelledRun(build: KubernetesObject, container: string, keepsPod: boolean): Promise<CancelledBuild> {
    const { client } = cluster();
    const { namespace = '', name } = build.metadata;
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name: `${name}-build-pod` } };
    const path = `/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}/log?container=${container}`;
    const log = async (): Promise<string> => String(await client.send('GET', path));
    await client.create(build);
    await until('the build phase', async () => ((await log()).includes(SAID) ? true : undefined), { seconds: 60 });
    const annotated = { metadata: { annotations: { 'taskpack.dev/cancel': 'true' } } };
    const builds = `/apis/kpack.io/v1alpha2/namespaces/${namespace}/builds/${name}`;
    await client.send('PATCH', builds, annotated, 'application/merge-patch+json');
    const status = await ended<BuildStatus>(client, build, (now) => conditionOf(now).status !== 'Unknown');
    if (!keepsPod) return { status };
    const found = (await client.get(pod)) as { readonly status: PodStatus } | undefined;
    return { status, log: await log(), exitCode: found && endOf(found.status, container)?.exitCode };
  }
});
