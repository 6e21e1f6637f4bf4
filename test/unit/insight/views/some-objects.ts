import type { JsonObject } from '../../../../src/core/model/json.ts';

/** The time at which the tests look: ten minutes after the Builds were created. */
export const NOW_MS = Date.parse('2026-03-01T10:10:00Z');

/** Returns a time of the test's hour, given as minutes and seconds. */
export function at(minutesAndSeconds: string): string {
  return `2026-03-01T10:${minutesAndSeconds}Z`;
}

/** A Build of the Image `shop`, created at 10:00:00. */
export function someBuild(status: JsonObject = {}, metadata: JsonObject = {}, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: {
      name: 'shop-build-2',
      namespace: 'team',
      creationTimestamp: at('00:00'),
      labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': '2' },
      ...metadata,
    },
    spec: {
      tags: ['registry.example/shop', 'registry.example/shop:b2'],
      builder: { image: 'registry.example/builder@sha256:aa' },
      source: { git: { url: 'https://git.example/shop.git', revision: 'b'.repeat(40) } },
      ...spec,
    },
    status,
  };
}

/** The condition Succeeded, with the time of its last transition. */
export function succeeded(status: string, time = at('01:00'), more: JsonObject = {}): JsonObject {
  return { type: 'Succeeded', status, lastTransitionTime: time, ...more };
}

/** A phase in `status.steps` that ran from one time to another. */
export function step(name: string, from: string, to: string, exitCode = 0): JsonObject {
  return { name, startedAt: at(from), finishedAt: at(to), exitCode };
}

/** A ContainerState that terminated. */
export function terminated(from: string, to: string, exitCode = 0): JsonObject {
  return { terminated: { exitCode, startedAt: at(from), finishedAt: at(to) } };
}

/** The Image `shop` with the condition Ready. */
export function someImage(ready: JsonObject = {}, status: JsonObject = {}, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Image',
    metadata: {
      name: 'shop',
      namespace: 'team',
      uid: 'image-uid',
      generation: 3,
      creationTimestamp: '2026-02-01T10:00:00Z',
      ...metadata,
    },
    spec: {
      tag: 'registry.example/shop',
      builder: { kind: 'ClusterBuilder', name: 'base' },
      source: { git: { url: 'https://git.example/shop.git', revision: 'main' } },
    },
    status: {
      observedGeneration: 3,
      conditions: [{ type: 'Ready', lastTransitionTime: at('01:00'), ...ready }],
      ...status,
    },
  };
}
