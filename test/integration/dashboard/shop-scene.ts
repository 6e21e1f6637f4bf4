import type { Cluster } from '../../cluster/cluster.ts';
import { storeObjects } from '../../cluster/control-plane/store-objects.ts';
import { kubeletStandIn } from '../../cluster/kubelet-stand-in.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import type { LogNode } from '../logs/log-node.ts';
import { BUILDPACKS, endedStatus, PHASES, stored, storedBuild, timeText, type BuildFacts } from './stored-builds.ts';

/** A namespace in which Images are built: some Builds succeed, some fail, one runs, and one waits. */
export interface ShopScene {
  /** The Build that runs. Its phase `build` has started. */
  readonly running: KubernetesObject;
  readonly runningPod: KubernetesObject;
}

const HOUR_MS = 3_600_000;

/** The ages in hours, durations in seconds, outcomes and causes of the Builds of the Image shop, oldest first. */
const HISTORY: readonly (readonly [hours: number, seconds: number, isGood: boolean, reason: string])[] = [
  [900, 95, true, 'CONFIG'],
  [740, 61, true, 'COMMIT'],
  [610, 58, true, 'COMMIT'],
  [520, 34, false, 'COMMIT'],
  [519, 63, true, 'COMMIT'],
  [400, 88, true, 'BUILDPACK'],
  [333, 12, true, 'STACK'],
  [190, 66, true, 'COMMIT'],
  [97, 64, true, 'COMMIT,BUILDPACK'],
  [26, 31, false, 'COMMIT'],
  [25, 62, true, 'COMMIT'],
];

/** Creates the objects. The running Build started 25 seconds ago. */
export async function createShop({ client, etcd }: Cluster, node: LogNode, namespace: string): Promise<ShopScene> {
  const nowMs = Date.now();
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await storeObjects(etcd, 'builders', [builder()]);
  await storeObjects(etcd, 'images', [
    image('cart', 300, { status: 'True' }),
    image('payments', 200, { status: 'False', reason: 'BuildFailed' }),
    image('search', 100, {
      status: 'Unknown',
      reason: 'Queued',
      message: `Build 'search-build-1' (COMMIT) waits until namespace '${namespace}' has fewer than 2 unfinished Builds`,
    }),
    image('shop', 901, { status: 'Unknown', reason: 'BuildRunning' }),
  ]);
  const running = runningBuild(facts('shop', HISTORY.length + 1, 'COMMIT', 25_000));
  await storeObjects(etcd, 'builds', [
    ...HISTORY.map(([hours, seconds, isGood, reason], index) =>
      ended(facts('shop', index + 1, reason, hours * HOUR_MS), seconds, isGood),
    ),
    ended(facts('cart', 1, 'CONFIG', 3 * HOUR_MS), 71, true),
    ended(facts('payments', 1, 'COMMIT', 2 * HOUR_MS), 29, false),
    running,
  ]);
  return { running, runningPod: await runPod(running) };

  function builder(): KubernetesObject {
    return {
      ...stored('Builder', namespace, 'base', nowMs - 1000 * HOUR_MS),
      spec: {
        tag: 'registry.example/builders/base',
        serviceAccountName: 'default',
        stack: { kind: 'ClusterStack', name: 'jammy' },
        store: { kind: 'ClusterStore', name: 'default' },
        order: [{ group: [{ id: 'example/node' }] }],
      },
      status: {
        observedGeneration: 1,
        latestImage: `registry.example/builders/base@sha256:${'b'.repeat(64)}`,
        stack: { id: 'io.buildpacks.stacks.jammy', runImage: `registry.example/run@sha256:${'c'.repeat(64)}` },
        lifecycle: { version: '0.20.12' },
        builderMetadata: [...BUILDPACKS, { id: 'example/java', version: '7.3.0' }],
        order: [
          { group: [{ id: 'example/java', version: '7.3.0' }] },
          { group: BUILDPACKS.map((each, index) => ({ ...each, ...(index === 2 && { optional: true }) })) },
        ],
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: timeText(nowMs) }],
      },
    };
  }

  function image(name: string, hours: number, ready: object): KubernetesObject {
    return {
      ...stored('Image', namespace, name, nowMs - hours * HOUR_MS),
      spec: {
        tag: `registry.example/${name}`,
        serviceAccountName: 'default',
        builder: { kind: 'Builder', name: 'base' },
        source: { git: { url: `https://git.example/${name}.git`, revision: 'main' } },
      },
      status: {
        observedGeneration: 1,
        conditions: [{ type: 'Ready', lastTransitionTime: timeText(nowMs), ...ready }],
      },
    };
  }

  function facts(name: string, number: number, reason: string, ageMs: number): BuildFacts {
    return { namespace, image: name, number, reason, createdMs: nowMs - ageMs };
  }

  /** Creates the Pod of a Build, whose first phases have ended with a log. */
  async function runPod({ metadata: { name } }: KubernetesObject): Promise<KubernetesObject> {
    const pod = await until('the Pod to be admitted', () =>
      client.create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: `${name}-build-pod`, namespace, labels: { 'kpack.io/build': name } },
        spec: {
          nodeName: node.name,
          restartPolicy: 'Never',
          containers: PHASES.map((phase) => ({ name: phase, image: 'registry.example/image' })),
        },
      } as KubernetesObject),
    );
    const kubelet = kubeletStandIn(client, pod);
    await kubelet.start();
    for (const [phase, lines] of PHASE_LINES) {
      const log = node.log(pod.metadata.name, phase);
      log.write(...lines);
      if (phase === 'build') continue;
      log.end();
      await kubelet.terminate(phase);
    }
    return pod;
  }
}

function ended(facts: BuildFacts, seconds: number, isGood: boolean): KubernetesObject {
  return storedBuild(facts, endedStatus(facts, seconds, isGood));
}

/** The seconds in which the phases of the running Build start. */
const STARTS = [4, 6, 8, 9, 12];

function runningBuild(facts: BuildFacts): KubernetesObject {
  const at = (seconds: number | undefined): string => timeText(facts.createdMs + (seconds ?? 0) * 1000);
  return storedBuild(facts, {
    conditions: [{ type: 'Succeeded', status: 'Unknown', lastTransitionTime: at(1) }],
    steps: PHASES.map((name, index) => ({
      name,
      ...(index < 5 && { startedAt: at(STARTS[index]) }),
      ...(index < 4 && { finishedAt: at(STARTS[index + 1]), exitCode: 0 }),
    })),
  });
}

const PHASE_LINES: readonly (readonly [phase: string, lines: readonly string[]])[] = [
  ['prepare', ['Fetching https://git.example/shop.git', 'Checked out dddddddddddd']],
  ['analyze', ['Restoring data for SBOM from previous image']],
  ['detect', ['3 of 3 buildpacks participating', ...BUILDPACKS.map(({ id, version }) => `${id} ${version}`)]],
  ['restore', ['Restoring data for "example/npm-install:modules" from cache']],
  [
    'build',
    [
      '\u001b[34mNode Engine Buildpack 4.1.2\u001b[0m',
      '  Resolving Node Engine version',
      '    Selected Node Engine version (using BP_NODE_VERSION): 22.4.0',
      '\u001b[34mNPM Install Buildpack 2.0.4\u001b[0m',
      "  Running 'npm ci --unsafe-perm'",
    ],
  ],
];
