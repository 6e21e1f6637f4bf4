import type { KubeObject } from '../../../src/kube/client/kube-object.ts';
import type { Resource } from '../../../src/kube/client/resource.ts';

export const THINGS: Resource = {
  group: 'test.io',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  isNamespaced: true,
};

/** A thing of a version. */
export function thing(name: string, resourceVersion: string, rest: object = {}): KubeObject {
  return { apiVersion: 'test.io/v1', kind: 'Thing', metadata: { name, namespace: 'team', resourceVersion }, ...rest };
}

/** A list of a version. */
export function listOf(resourceVersion: string, ...items: readonly object[]): object {
  return { kind: 'ThingList', apiVersion: 'test.io/v1', metadata: { resourceVersion }, items };
}

/** An event of a watch. */
export function event(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: object): object {
  return { type, object };
}

export function bookmark(resourceVersion: string): object {
  return { type: 'BOOKMARK', object: { kind: 'Thing', apiVersion: 'test.io/v1', metadata: { resourceVersion } } };
}

/** The Status that a watch ends with, over HTTP 200. */
export function errorEvent(code: number, reason: string): object {
  return {
    type: 'ERROR',
    object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: 'no' },
  };
}

/** The same object, in which nothing can be changed. */
export function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFrozen);
  }
  return value;
}
