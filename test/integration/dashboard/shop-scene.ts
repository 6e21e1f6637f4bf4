import type { Cluster } from '../../cluster/cluster.ts';
import { storeObjects } from '../../cluster/control-plane/store-objects.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { kpackPath } from '../crds/kpack-cluster.ts';
import type { LogNode, WrittenLog } from '../logs/log-node.ts';
import { BUILDPACKS, endedStatus, PHASES, stored, storedBuild, timeText, type BuildFacts } from './stored-builds.ts';

/** A namespace in which Images are built: some Builds succeed, some fail, one runs, and one waits. */
export interface ShopScene {
  /** The Build that runs. Its phase `build` has started. */
  readonly running: KubernetesObject;
  /** The log of the phase that runs. */
  readonly log: WrittenLog;
  /** Ends the running Build, 62 seconds after its start. */
  readonly finish: () => Promise<void>;
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
  await client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await storeObjects(etcd, 'builders', [builder()]);
  await storeObjects(etcd, 'images', [
    image('cart', 300, { status: 'True' }),
    image('payments', 200, { status: 'False', reason: 'BuildFailed' }),
    image('search', 100, {
      status: 'Unknown',
      reason: 'Queued',
      message: `Build 'search-build-1' (COMMIT) waits until namespace '${namespace}' runs fewer than 2 Builds`,
    }),
    image('shop', 901, { status: 'Unknown', reason: 'BuildRunning' }),
  ]);
  const runningFacts = facts('shop', HISTORY.length + 1, 'COMMIT', 25_000);
  const running = runningBuild(runningFacts);
  await storeObjects(etcd, 'builds', [
    ...HISTORY.map(([hours, seconds, isGood, reason], index) =>
      endedBuild(facts('shop', index + 1, reason, hours * HOUR_MS), seconds, isGood),
    ),
    endedBuild(facts('cart', 1, 'CONFIG', 3 * HOUR_MS), 71, true),
    endedBuild(facts('payments', 1, 'COMMIT', 2 * HOUR_MS), 29, false),
    running,
  ]);
  return { running, ...(await runPod(runningFacts, running)) };

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

  async function writeStatus(path: string, status: object): Promise<void> {
    await client.send('PATCH', `${path}/status`, { status }, 'application/merge-patch+json');
  }

  /** Creates the Pod of a Build, whose first phases have ended with a log. */
  async function runPod(build: BuildFacts, object: KubernetesObject): Promise<Pick<ShopScene, 'log' | 'finish'>> {
    const pod = runningPod(build, object, node.name);
    await storeObjects(etcd, 'pods', [pod]);
    const endLog = (phase: string): void => {
      const log = node.log(pod.metadata.name, phase);
      log.write(...(PHASE_LINES[phase] ?? []));
      log.end();
    };
    for (const phase of PHASES.slice(0, 4)) endLog(phase);
    const log = node.log(pod.metadata.name, 'build');
    log.write(...BUILD_LINES);
    return {
      log,
      finish: async () => {
        for (const phase of PHASES.slice(4)) endLog(phase);
        await writeStatus(`/api/v1/namespaces/${namespace}/pods/${pod.metadata.name}`, podStatus(build, PHASES.length));
        await writeStatus(kpackPath(object), endedStatus(build, 62, true));
      },
    };
  }
}

function endedBuild(facts: BuildFacts, seconds: number, isGood: boolean): KubernetesObject {
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

/** Returns the Pod of the running Build, whose containers start together. */
function runningPod(build: BuildFacts, { metadata }: KubernetesObject, nodeName: string): KubernetesObject {
  const { kind: _, ...pod } = stored('Pod', build.namespace, `${metadata.name}-build-pod`, build.createdMs + 1000);
  return {
    ...pod,
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...pod.metadata, labels: { 'kpack.io/build': metadata.name } },
    spec: {
      nodeName,
      restartPolicy: 'Never',
      containers: PHASES.map((name) => ({ name, image: 'registry.example/image' })),
    },
    status: podStatus(build, 4),
  };
}

/** Returns the status of a Pod whose first containers have ended. */
function podStatus({ createdMs }: BuildFacts, ended: number): object {
  const startedAt = timeText(createdMs + 3000);
  const finishedAt = timeText(createdMs + 12_000);
  const containerStatuses = PHASES.map((name, index) => ({
    name,
    image: 'registry.example/image',
    imageID: '',
    restartCount: 0,
    ready: index >= ended,
    state: index < ended ? { terminated: { exitCode: 0, startedAt, finishedAt } } : { running: { startedAt } },
  }));
  const conditions = [{ type: 'PodScheduled', status: 'True', lastTransitionTime: timeText(createdMs + 2000) }];
  return { phase: ended === PHASES.length ? 'Succeeded' : 'Running', conditions, containerStatuses };
}

const BUILD_LINES = [
  '\u001b[34mNode Engine Buildpack 4.1.2\u001b[0m',
  '  Resolving Node Engine version',
  '    Selected Node Engine version (using BP_NODE_VERSION): 22.4.0',
  '\u001b[34mNPM Install Buildpack 2.0.4\u001b[0m',
  "  Running 'npm ci --unsafe-perm'",
];

/** The lines that end each phase. */
const PHASE_LINES: Readonly<Record<string, readonly string[]>> = {
  prepare: ['Fetching https://git.example/shop.git', 'Checked out dddddddddddd'],
  analyze: ['Restoring data for SBOM from previous image'],
  detect: ['3 of 3 buildpacks participating', ...BUILDPACKS.map(({ id, version }) => `${id} ${version}`)],
  restore: ['Restoring data for "example/npm-install:modules" from cache'],
  build: ['    added 412 packages in 9s'],
  export: [
    "Reusing layer 'example/node-engine:node'",
    "Adding layer 'example/npm-install:modules'",
    'Added 1/1 app layer(s)',
  ],
  completion: ['Build successful'],
};
