import { randomUUID } from 'node:crypto';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

export const PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];

export const BUILDPACKS = [
  { id: 'example/node-engine', version: '4.1.2' },
  { id: 'example/npm-install', version: '2.0.4' },
  { id: 'example/npm-start', version: '1.0.9' },
];

/** A Build of an Image. */
export interface BuildFacts {
  readonly namespace: string;
  readonly image: string;
  readonly number: number;
  readonly reason: string;
  readonly createdMs: number;
}

/** Returns an object with a UID and a creation time, as the API server stores it. */
export function stored(kind: string, namespace: string, name: string, createdMs: number) {
  const metadata = { name, namespace, uid: randomUUID(), generation: 1, creationTimestamp: timeText(createdMs) };
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata };
}

/** Returns a Build that an Image has created, as the API server stores it. */
export function storedBuild(
  { namespace, image, number, reason, createdMs }: BuildFacts,
  status: object,
): KubernetesObject {
  const { metadata, ...object } = stored('Build', namespace, `${image}-build-${number}`, createdMs);
  const [old, commit] = [number, number + 1].map((digit) => (digit % 16).toString(16).repeat(40));
  const changes = reason.split(',').includes('COMMIT') ? [{ reason: 'COMMIT', old, new: commit }] : [];
  return {
    ...object,
    metadata: {
      ...metadata,
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
      serviceAccountName: 'default',
      builder: { image: 'registry.example/builders/base' },
      source: { git: { url: `https://git.example/${image}.git`, revision: commit } },
      env: [
        { name: 'BP_NODE_VERSION', value: '22' },
        { name: 'NPM_TOKEN', value: 'never-shown' },
      ],
    },
    status: { backend: 'native', podName: `${image}-build-${number}-build-pod`, ...status },
  };
}

/** Returns the status of a Build that succeeded, or whose phase `build` failed. */
export function endedStatus({ image, createdMs }: BuildFacts, seconds: number, isGood: boolean): object {
  const phases = isGood ? PHASES : PHASES.slice(0, 5);
  const at = (share: number): string => timeText(createdMs + 2000 + Math.round(share * (seconds - 3)) * 1000);
  const steps = phases.map((name, index) => ({
    name,
    startedAt: at(index / phases.length),
    finishedAt: at((index + 1) / phases.length),
    exitCode: isGood || index < phases.length - 1 ? 0 : 51,
  }));
  const condition = { type: 'Succeeded', lastTransitionTime: timeText(createdMs + seconds * 1000) };
  return isGood
    ? { steps, conditions: [{ ...condition, status: 'True' }], ...resultOf(image) }
    : { steps, conditions: [{ ...condition, status: 'False', reason: 'Failed' }], failure: FAILURE };
}

function resultOf(image: string): object {
  return {
    latestImage: `registry.example/${image}@sha256:${'d'.repeat(64)}`,
    buildMetadata: BUILDPACKS,
    lifecycleVersion: '0.20.12',
    stack: { id: 'io.buildpacks.stacks.jammy', runImage: `registry.example/run@sha256:${'c'.repeat(64)}` },
  };
}

const FAILURE = {
  reason: 'BuildpackFailed',
  phase: 'build',
  exitCode: 51,
  actor: 'user',
  message: 'npm error code ERESOLVE',
  advice: 'Read the last lines of the log, and try the same build with `pack build` on your machine.',
  log: ['npm error code ERESOLVE', 'npm error ERESOLVE could not resolve', 'ERROR: failed to build: exit status 1'],
};

/** Returns a time as Kubernetes writes it, in whole seconds. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+/, '');
}
