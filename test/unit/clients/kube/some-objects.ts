import type { KubeObject } from '../../../../src/clients/kube/client/kube-object.ts';
import type { Resource } from '../../../../src/clients/kube/client/resource.ts';

export const THINGS: Resource = {
  group: 'test.io',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  isNamespaced: true,
};

/** An object with a resourceVersion. */
export function thing(name: string, resourceVersion: string, rest: object = {}): KubeObject {
  return { apiVersion: 'test.io/v1', kind: 'Thing', metadata: { name, namespace: 'team', resourceVersion }, ...rest };
}

/** A list with a resourceVersion. */
export function listOf(resourceVersion: string, ...items: readonly object[]): object {
  return { kind: 'ThingList', apiVersion: 'test.io/v1', metadata: { resourceVersion }, items };
}

/** A watch event. */
export function event(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: object): object {
  return { type, object };
}

export function bookmark(resourceVersion: string): object {
  return { type: 'BOOKMARK', object: { kind: 'Thing', apiVersion: 'test.io/v1', metadata: { resourceVersion } } };
}

/** The Status of an ERROR event, which arrives with HTTP status 200. */
export function errorEvent(code: number, reason: string): object {
  return {
    type: 'ERROR',
    object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: 'no' },
  };
}

/** A deeply frozen copy of the object. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFrozen);
  }
  return value;
}

/** The chunks of a response. */
export async function* streamOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Cuts bytes into chunks of one size. */
export function chunksOf(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
