import { isDeepStrictEqual } from 'node:util';
import { controllerOf, type KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { describeResource, type ObjectName, type Resource } from '../../../clients/kube/client/resource.ts';
import { ignoreKubeErrors, isKubeError, KubeError } from '../../../clients/kube/kube-error.ts';
import type { JsonObject } from '../../../core/model/json.ts';
import { asObject } from '../../../core/model/objects/object-meta.ts';
import type { BuildContext } from '../build-context.ts';
import { identityOf } from '../../kit/identity.ts';
import { denialOf } from '../failure/denial.ts';

export type Creation =
  | { readonly kind: 'created'; readonly object: KubeObject }
  | Exclude<Rejection, { kind: 'transient' }>;

/** The Build that owns the new object. */
export interface Owner {
  readonly uid: string;
  /** The UID of an object with the same name that the new object replaces. */
  readonly replaces?: string;
}

/**
 * Creates an object of a Build. If the object exists already and belongs to the Build, returns the existing object. Throws
 * if another try can succeed.
 */
export async function createObject(
  context: BuildContext,
  resource: Resource,
  object: KubeObject,
  owner: Owner,
): Promise<Creation> {
  try {
    if (!isShared(object)) return await ownObject(context, resource, object, owner);
    const { name, namespace } = nameOf(object);
    const create = async (): Promise<Creation> => sharedObject(context, resource, object);
    return await context.betweenReconciles.inTurn(`${namespace}/${name}`, create);
  } catch (error) {
    const rejection = rejectionOf(error);
    if (rejection.kind === 'transient') throw error;
    return rejection;
  }
}

async function ownObject(
  context: BuildContext,
  resource: Resource,
  object: KubeObject,
  owner: Owner,
): Promise<Creation> {
  const { client, signal } = context;
  try {
    return { kind: 'created', object: await client.create(resource, object, { signal }) };
  } catch (error) {
    if (!isKubeError(error, 'ALREADY_EXISTS')) throw error;
    return existingObject(context, resource, object, owner);
  }
}

/** True for an object that Builds share, because no owner controls it: the ConfigMap of certificates. */
function isShared(object: KubeObject): boolean {
  return controllerOf(object) === undefined;
}

/**
 * Returns the object of earlier Builds, after it has the Build as an owner, or creates the object. Reads before it creates, because a
 * bundle of certificates is large.
 */
async function sharedObject(context: BuildContext, resource: Resource, wanted: KubeObject): Promise<Creation> {
  const { client, signal } = context;
  const name = nameOf(wanted);
  const object = await client.get(resource, name, { signal }).catch(ignoreKubeErrors('NOT_FOUND'));
  if (object === undefined) return { kind: 'created', object: await client.create(resource, wanted, { signal }) };
  if (object.metadata['deletionTimestamp'] !== undefined) throw stillExists(resource, name);
  if (!hasSameContent(object, wanted)) {
    const message = `${describeResource(resource, name)} has other content than taskpack gave it: delete it, and create the Build again`;
    return { kind: 'rejected', message };
  }
  const ownerReferences = joinedOwners(object, wanted);
  if (ownerReferences === undefined) return { kind: 'created', object };
  const { uid, resourceVersion } = identityOf(object);
  try {
    const patch = { metadata: { uid, resourceVersion, ownerReferences } };
    return { kind: 'created', object: await client.patch(resource, name, patch, { signal }) };
  } catch (error) {
    // Another Build has become an owner, or the last owner was deleted.
    if (!isKubeError(error, 'CONFLICT', 'NOT_FOUND')) throw error;
    return sharedObject(context, resource, wanted);
  }
}

/**
 * Limits the size of the object. The newest owners are enough: a Build needs the object until its Pod has started, and Builds are
 * deleted after they have finished.
 */
const MAX_OWNERS = 100;

/** Returns the owners of a shared object and of the wanted one, or `undefined` if the object has them. */
function joinedOwners(object: KubeObject, wanted: KubeObject): readonly JsonObject[] | undefined {
  const owners = asObject(object).metadata.ownerReferences;
  const missing = asObject(wanted).metadata.ownerReferences.filter(
    ({ uid, kind, name }) => !owners.some((owner) => owner.uid === uid && owner.kind === kind && owner.name === name),
  );
  return missing.length === 0 ? undefined : [...owners, ...missing].slice(-MAX_OWNERS).map(({ raw }) => raw);
}

/** False if a user of the namespace has created such an object earlier, with more content, or so that its content can be changed. */
function hasSameContent(object: KubeObject, wanted: KubeObject): boolean {
  return ['data', 'binaryData', 'immutable'].every((field) => isDeepStrictEqual(object[field], wanted[field]));
}

async function existingObject(
  { client, signal }: BuildContext,
  resource: Resource,
  wanted: KubeObject,
  owner: Owner,
): Promise<Creation> {
  const name = nameOf(wanted);
  const object = await client.get(resource, name, { signal });
  const { uid } = identityOf(object);
  const controller = controllerOf(object);
  if (controller?.kind !== 'Build') {
    const message = `${describeResource(resource, name)} already exists and belongs to no Build: delete it, and create the Build again`;
    return { kind: 'rejected', message };
  }
  const isTerminating = object.metadata['deletionTimestamp'] !== undefined || uid === owner.replaces;
  if (controller.uid !== owner.uid || isTerminating) throw stillExists(resource, name);
  if (!hasSameContent(object, wanted)) {
    // An interrupted start left a ConfigMap with older inputs, before it created the workload.
    await client.delete(resource, name, { uid, signal });
    throw stillExists(resource, name);
  }
  return { kind: 'created', object };
}

function stillExists(resource: Resource, name: ObjectName): KubeError {
  return new KubeError(
    'CONFLICT',
    `create ${describeResource(resource, name)}`,
    'the old object is still being deleted',
  );
}

function nameOf({ metadata: { name, namespace } }: KubeObject): ObjectName {
  return { name, ...(typeof namespace === 'string' && { namespace }) };
}

/** Why the API server did not create an object. */
export type Rejection =
  /** The API server will never accept this object. */
  | { readonly kind: 'rejected'; readonly message: string }
  /** An admission plugin denied the object, and does not say whether the denial is permanent. */
  | { readonly kind: 'denied'; readonly error: KubeError }
  /** The API server may accept the object later. */
  | { readonly kind: 'transient' };

/** The message of Tekton's webhook from 0.54 to 0.70 (pkg/apis/pipeline/v1/task_validation.go); 0.54 prints `%s` for the flag. */
const REFUSES_STEP_RESULTS = /feature flag \S+ should be set to true in order to use Results in Steps/;

const STEP_RESULTS_REMEDY =
  'Set enable-step-actions to "true" in the ConfigMap feature-flags in the namespace of Tekton, or install Tekton 1.0 or newer, or set BACKEND=native';

/** Classifies the error of a create request. Admission also answers 403 for its own problems, such as caches that lag. */
export function rejectionOf(error: unknown): Rejection {
  if (!isKubeError(error, 'INVALID', 'REFUSED', 'FORBIDDEN')) return { kind: 'transient' };
  const { code, status, message } = error;
  const denial = denialOf(message);
  if (code === 'INVALID' || status === 413 || denial === 'permanent') {
    return { kind: 'rejected', message: withRemedy(message) };
  }
  if (code === 'REFUSED') return status === 400 ? { kind: 'denied', error } : { kind: 'transient' };
  return denial === 'passing' ? { kind: 'transient' } : { kind: 'denied', error };
}

function withRemedy(message: string): string {
  return REFUSES_STEP_RESULTS.test(message) ? `${message}. ${STEP_RESULTS_REMEDY}` : message;
}
