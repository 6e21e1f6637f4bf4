import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../kube/client/kube-object.ts';
import { called, type ObjectName, type Resource } from '../../../kube/client/resource.ts';
import { isKubeError, KubeError } from '../../../kube/kube-error.ts';
import type { BuildPorts } from '../build-ports.ts';
import { controllerOf, identityOf } from '../kept/identity.ts';
import { rejectionOf, type Rejection } from './rejection.ts';

export type Creation =
  { readonly kind: 'created'; readonly object: KubeObject } | Exclude<Rejection, { kind: 'passing' }>;

/** The Build that an object is made for, and what of it must be gone first. */
export interface CreatedFor {
  readonly uid: string;
  /** The uid of an object of that name whose successor this is. */
  readonly successorOf?: string;
}

type Client = Pick<BuildPorts['client'], 'create' | 'get' | 'delete'>;

/** Creates an object of a Build's; one that is there already is as good, if it is that Build's. */
export async function createOwned(
  resource: Resource,
  object: KubeObject,
  owner: CreatedFor,
  client: Client,
  signal: AbortSignal,
): Promise<Creation> {
  try {
    return { kind: 'created', object: await client.create(resource, object, { signal }) };
  } catch (error) {
    if (isKubeError(error, 'ALREADY_EXISTS')) return existing(resource, object, owner, client, signal);
    const rejection = rejectionOf(error);
    if (rejection.kind === 'passing') throw error;
    return rejection;
  }
}

async function existing(
  resource: Resource,
  wanted: KubeObject,
  owner: CreatedFor,
  client: Client,
  signal: AbortSignal,
): Promise<Creation> {
  const name = nameOf(wanted);
  const object = await client.get(resource, name, { signal });
  const { uid } = identityOf(object);
  const owned = controllerOf(object);
  if (owned?.kind !== 'Build') {
    const message = `${called(resource, name)} is there already and belongs to no Build: remove it, and build again`;
    return { kind: 'rejected', message };
  }
  const isGoing = object.metadata['deletionTimestamp'] !== undefined || uid === owner.successorOf;
  if (owned.uid !== owner.uid || isGoing) throw waitsFor(resource, name);
  if (!isDeepStrictEqual(object['data'], wanted['data'])) {
    // Inputs that were made of another state of the world, by whoever was interrupted before the workload was made.
    await client.delete(resource, name, { uid, signal });
    throw waitsFor(resource, name);
  }
  return { kind: 'created', object };
}

function waitsFor(resource: Resource, name: ObjectName): KubeError {
  return new KubeError('CONFLICT', `create ${called(resource, name)}`, 'one that goes away is still there');
}

function nameOf({ metadata: { name, namespace } }: KubeObject): ObjectName {
  return { name, ...(typeof namespace === 'string' && { namespace }) };
}
