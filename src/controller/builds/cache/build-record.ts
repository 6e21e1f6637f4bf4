import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { isFinished, succeededCondition } from '../../../core/model/conditions.ts';
import { asBuild } from '../../../core/model/objects/build.ts';
import { identityOf, objectKey, type Identity } from '../../kit/identity.ts';

/** A Build in the cache. Only active Builds keep their object, which saves memory. */
export type BuildRecord = InactiveBuild | ActiveBuild;

/** A Build that is finished. */
export interface InactiveBuild extends Identity {
  readonly kind: 'inactive';
  readonly hasSucceeded: boolean;
}

export interface ActiveBuild extends Identity {
  readonly kind: 'active';
  readonly object: KubeObject;
  /** True if the object lacks `spec.env`. The controller reads the environment again to start the Build. */
  readonly lacksEnvironment: boolean;
}

/** Longer environments are not cached: a thousand Builds with a megabyte each would exhaust the memory. */
const MAX_ENVIRONMENT_LENGTH = 64 * 1024;

/** kubectl's copy of the whole object. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

export function buildRecord(object: KubeObject): BuildRecord {
  const identity = identityOf(object);
  // A terminating Build stays active until it has an end: with a finalizer, its workload can outlive the deletion for long.
  if (isFinished(object)) {
    return { kind: 'inactive', ...identity, hasSucceeded: succeededCondition(object)?.status === 'True' };
  }
  const { env = '' } = asBuild(object).spec.raw;
  const lacksEnvironment = JSON.stringify(env).length > MAX_ENVIRONMENT_LENGTH;
  return { kind: 'active', ...identity, object: transformBuild(object, lacksEnvironment), lacksEnvironment };
}

function transformBuild(object: KubeObject, lacksEnvironment: boolean): KubeObject {
  const build = asBuild(object);
  const { managedFields: _, ...metadata } = object.metadata;
  const { [LAST_APPLIED]: __, ...annotations } = build.metadata.annotations.raw;
  const { env: ___, ...spec } = build.spec.raw;
  return { ...object, metadata: { ...metadata, annotations }, ...(lacksEnvironment && { spec }) };
}

/** A reference to a Builder or ClusterBuilder. */
export interface BuilderReference {
  readonly kind: 'Builder' | 'ClusterBuilder';
  /** Empty for a ClusterBuilder. */
  readonly namespace: string;
  readonly name: string;
}

/** Returns the Build's reference; `undefined` for an image, and for other kinds, which the resolver refuses. */
export function builderReference({ namespace, object }: ActiveBuild): BuilderReference | undefined {
  const { kind, name = '' } = asBuild(object).spec.builder.ref;
  if (kind === 'Builder') return { kind, namespace, name };
  return kind === 'ClusterBuilder' ? { kind, namespace: '', name } : undefined;
}

/** Returns the key of the builder in the cache of its kind. */
export function builderKey({ namespace, name }: BuilderReference): string {
  return namespace === '' ? name : objectKey(namespace, name);
}

/** Returns the value of the index `builder`, which finds the Builds that reference a builder. */
export function builderIndexValue(reference: BuilderReference): string {
  return `${reference.kind}/${builderKey(reference)}`;
}
