import type { Cluster } from '../../cluster/cluster.ts';
import { kubeletStandIn } from '../../cluster/kubelet-stand-in.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { until } from '../../cluster/processes/until.ts';
import { kpackPath } from '../crds/kpack-cluster.ts';
import type { LogNode } from '../logs/log-node.ts';

/** A namespace in which Images are built: some Builds succeed, some fail, one runs, and one waits. */
export interface ShopScene {
  /** The Build that runs. Its phase `build` has started. */
  readonly running: KubernetesObject;
  readonly runningPod: KubernetesObject;
  readonly failed: KubernetesObject;
}

export const PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

const BUILDPACKS = [
  { id: 'example/node-engine', version: '4.1.2' },
  { id: 'example/npm-install', version: '2.0.4' },
  { id: 'example/npm-start', version: '1.0.9' },
];

/** The durations in seconds, outcomes and causes of the Builds of the Image shop, oldest first. */
const HISTORY: readonly (readonly [seconds: number, status: 'True' | 'False', reason: string])[] = [
  [95, 'True', 'CONFIG'],
  [61, 'True', 'COMMIT'],
  [58, 'True', 'COMMIT'],
  [34, 'False', 'COMMIT'],
  [63, 'True', 'COMMIT'],
  [88, 'True', 'BUILDPACK'],
  [12, 'True', 'STACK'],
  [66, 'True', 'COMMIT'],
  [64, 'True', 'COMMIT,BUILDPACK'],
  [31, 'False', 'COMMIT'],
  [62, 'True', 'COMMIT'],
];

/** Creates the objects. Times of a status follow the creation of its object, which the API server decides. */
export async function createShop({ client }: Cluster, node: LogNode, namespace: string): Promise<ShopScene> {
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  await createBuilder();
  for (const [name, type] of [
    ['cart', 'True'],
    ['payments', 'False'],
    ['search', 'Unknown'],
    ['shop', 'Unknown'],
  ] as const) {
    await createImage(name, type);
  }
  for (const [index, [seconds, status, reason]] of HISTORY.entries()) {
    await endBuild(await createBuild('shop', index + 1, reason), seconds, status);
  }
  await endBuild(await createBuild('cart', 1, 'CONFIG'), 71, 'True');
  const failed = await createBuild('payments', 1, 'COMMIT');
  await endBuild(failed, 29, 'False');
  const running = await createBuild('shop', HISTORY.length + 1, 'COMMIT');
  const runningPod = await run(running);
  return { running, runningPod, failed };

  async function createBuilder(): Promise<void> {
    const builder = {
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Builder',
      metadata: { name: 'base', namespace },
      spec: {
        tag: 'registry.example/builders/base',
        serviceAccountName: 'default',
        stack: { kind: 'ClusterStack', name: 'jammy' },
        store: { kind: 'ClusterStore', name: 'default' },
        order: [{ group: [{ id: 'example/node' }] }],
      },
    };
    const order = [
      { group: [{ id: 'example/java', version: '7.3.0' }] },
      { group: BUILDPACKS.map(({ id, version }, index) => ({ id, version, ...(index === 2 && { optional: true }) })) },
    ];
    await writeStatus(await client.create(builder as KubernetesObject), {
      observedGeneration: 1,
      latestImage: `registry.example/builders/base@sha256:${'b'.repeat(64)}`,
      stack: { id: 'io.buildpacks.stacks.jammy', runImage: `registry.example/run@sha256:${'c'.repeat(64)}` },
      lifecycle: { version: '0.20.12' },
      builderMetadata: [...BUILDPACKS, { id: 'example/java', version: '7.3.0' }],
      order,
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now() }],
    });
  }

  async function createImage(name: string, status: 'True' | 'False' | 'Unknown'): Promise<void> {
    const image = await client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Image',
      metadata: { name, namespace },
      spec: {
        tag: `registry.example/${name}`,
        builder: { kind: 'Builder', name: 'base' },
        source: { git: { url: `https://git.example/${name}.git`, revision: 'main' } },
      },
    } as KubernetesObject);
    const reason = status === 'False' ? 'BuildFailed' : name === 'search' ? 'Queued' : 'BuildRunning';
    const message = `Build 'search-build-1' (COMMIT) waits until namespace '${namespace}' has fewer than 2 unfinished Builds`;
    const ready = { type: 'Ready', status, lastTransitionTime: now(), ...(status !== 'True' && { reason }) };
    const conditions = name === 'search' ? [{ ...ready, message }] : [ready];
    await writeStatus(image, { observedGeneration: 1, conditions });
  }

  async function createBuild(image: string, number: number, reason: string): Promise<KubernetesObject> {
    const [old, commit] = [number, number + 1].map((digit) => digit.toString(16).repeat(40).slice(0, 40));
    const changes = reason.split(',').includes('COMMIT') ? [{ reason: 'COMMIT', old, new: commit }] : [];
    return client.create({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Build',
      metadata: {
        name: `${image}-build-${number}`,
        namespace,
        labels: { 'image.kpack.io/image': image, 'image.kpack.io/buildNumber': `${number}` },
        annotations: {
          'image.kpack.io/reason': reason,
          'image.kpack.io/buildChanges': JSON.stringify(changes),
          'image.kpack.io/builderName': 'base',
          'image.kpack.io/builderKind': 'Builder',
        },
      },
      spec: {
        tags: [`registry.example/${image}`],
        builder: { image: 'registry.example/builders/base' },
        source: { git: { url: `https://git.example/${image}.git`, revision: commit } },
        env: [
          { name: 'BP_NODE_VERSION', value: '22' },
          { name: 'NPM_TOKEN', value: 'never-shown' },
        ],
      },
    } as KubernetesObject);
  }

  async function endBuild(build: KubernetesObject, seconds: number, status: 'True' | 'False'): Promise<void> {
    const at = timesAfter(build);
    const isGood = status === 'True';
    const phases = isGood ? PHASES : PHASES.slice(0, 5);
    const steps = phases.map((name, index) => ({
      name,
      startedAt: at(2 + (index / phases.length) * (seconds - 3)),
      finishedAt: at(2 + ((index + 1) / phases.length) * (seconds - 3)),
      exitCode: isGood || index < phases.length - 1 ? 0 : 51,
    }));
    const condition = { type: 'Succeeded', status, lastTransitionTime: at(seconds) };
    const result = {
      latestImage: `${imageOf(build)}@sha256:${'d'.repeat(64)}`,
      buildMetadata: BUILDPACKS,
      lifecycleVersion: '0.20.12',
      stack: { id: 'io.buildpacks.stacks.jammy', runImage: `registry.example/run@sha256:${'c'.repeat(64)}` },
    };
    const failure = {
      reason: 'BuildpackFailed',
      phase: 'build',
      exitCode: 51,
      actor: 'user',
      message: 'npm error code ERESOLVE',
      advice: 'Read the last lines of the log, and try the same build with `pack build` on your machine.',
      log: ['npm error code ERESOLVE', 'npm error ERESOLVE could not resolve', 'ERROR: failed to build: exit status 1'],
    };
    await writeStatus(build, {
      backend: 'native',
      podName: `${build.metadata.name}-build-pod`,
      steps,
      ...(isGood
        ? { conditions: [condition], ...result }
        : { conditions: [{ ...condition, reason: 'Failed' }], failure }),
    });
  }

  /** Creates the Pod of a Build, whose first phases have ended with a log. */
  async function run(build: KubernetesObject): Promise<KubernetesObject> {
    const at = timesAfter(build);
    const pod = await until('the Pod to be admitted', () =>
      client.create({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: {
          name: `${build.metadata.name}-build-pod`,
          namespace,
          labels: { 'kpack.io/build': build.metadata.name },
        },
        spec: {
          nodeName: node.name,
          restartPolicy: 'Never',
          containers: PHASES.map((name) => ({ name, image: 'registry.example/image' })),
        },
      } as KubernetesObject),
    );
    const kubelet = kubeletStandIn(client, pod);
    await kubelet.start();
    for (const phase of PHASES.slice(0, 4)) {
      const log = node.log(pod.metadata.name, phase);
      log.write(...(PHASE_LINES[phase] ?? []));
      log.end();
      await kubelet.terminate(phase);
    }
    node.log(pod.metadata.name, 'build').write(...BUILD_LINES);
    await writeStatus(build, {
      backend: 'native',
      podName: pod.metadata.name,
      conditions: [{ type: 'Succeeded', status: 'Unknown', lastTransitionTime: at(0) }],
      steps: [
        ...PHASES.slice(0, 4).map((name) => ({ name, startedAt: at(0), finishedAt: at(1), exitCode: 0 })),
        { name: 'build', startedAt: at(1) },
        ...PHASES.slice(5).map((name) => ({ name })),
      ],
    });
    return pod;
  }

  async function writeStatus(object: KubernetesObject, status: object): Promise<void> {
    await client.send('PATCH', `${kpackPath(object)}/status`, { status }, 'application/merge-patch+json');
  }
}

const PHASE_LINES: Readonly<Record<string, readonly string[]>> = {
  prepare: ['Fetching https://git.example/shop.git', 'Checked out cccccccccccc'],
  analyze: ['Restoring data for SBOM from previous image'],
  detect: ['3 of 3 buildpacks participating', 'example/node-engine 4.1.2', 'example/npm-install 2.0.4'],
  restore: ['Restoring data for "example/npm-install:modules" from cache'],
};

const BUILD_LINES = [
  '\u001b[34mNode Engine Buildpack 4.1.2\u001b[0m',
  '  Resolving Node Engine version',
  '    Selected Node Engine version (using BP_NODE_VERSION): 22.4.0',
  'NPM Install Buildpack 2.0.4',
  "  Running 'npm ci --unsafe-perm'",
];

/** Returns the text of a time some seconds after the creation of an object. */
function timesAfter({ metadata }: KubernetesObject): (seconds: number) => string {
  const created = Date.parse(String(metadata['creationTimestamp']));
  return (seconds) => timeText(created + Math.round(seconds) * 1000);
}

function now(): string {
  return timeText(Date.now());
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+/, '');
}

function imageOf({ spec }: KubernetesObject): string {
  return (spec as { readonly tags: readonly string[] }).tags[0] ?? '';
}
