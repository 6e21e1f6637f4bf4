import type { Json, JsonObject } from '../../model/json.ts';
import { KubeError } from '../kube-error.ts';
import type { CallOptions, KubeRequest } from '../transport/kube-request.ts';
import type { Transport } from '../transport/transport.ts';
import { asKubeObject, type KubeObject } from './kube-object.ts';
import { listPages, type ListOptions } from './list-pages.ts';
import { podLog, type PodLogOptions } from './pod-log.ts';
import { query } from './query.ts';
import { called, collectionPath, objectPath, type ObjectName, type Resource } from './resource.ts';

/** What every write may be told. */
export interface WriteOptions extends CallOptions {
  /** The server checks and answers, and keeps nothing. */
  readonly dryRun?: boolean;
}

export interface PatchOptions extends WriteOptions {
  readonly subresource?: 'status';
}

export interface ApplyOptions extends PatchOptions {
  /** Takes fields from other managers instead of failing with `CONFLICT`. */
  readonly force?: boolean;
}

export interface DeleteOptions extends WriteOptions {
  /** The object must be this one, or it fails with `CONFLICT`. */
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan';
  readonly gracePeriodSeconds?: number;
}

/** What can be asked of an API server. Objects are raw JSON; who asks knows how to read them. Rejects as `Transport` does. */
export interface KubeClient {
  readonly get: (resource: Resource, name: ObjectName, options?: CallOptions) => Promise<KubeObject>;
  /** All objects, asked for page by page as they are read. */
  readonly list: (resource: Resource, options?: ListOptions) => AsyncIterable<KubeObject>;
  /** Not repeated where the connection breaks: the object may be there. */
  readonly create: (resource: Resource, object: KubeObject, options?: WriteOptions) => Promise<KubeObject>;
  /** Resolves once the server has taken it on; finalizers may keep the object. */
  readonly delete: (resource: Resource, name: ObjectName, options?: DeleteOptions) => Promise<void>;
  /** Server-side apply: the object has all fields that are ours, and nothing else. */
  readonly apply: (resource: Resource, object: KubeObject, options?: ApplyOptions) => Promise<KubeObject>;
  /** JSON merge patch (RFC 7386): `null` removes. */
  readonly patch: (
    resource: Resource,
    name: ObjectName,
    patch: JsonObject,
    options?: PatchOptions,
  ) => Promise<KubeObject>;
  readonly podLog: (pod: ObjectName, options: PodLogOptions) => Promise<AsyncIterable<Uint8Array>>;
}

/** Whose fields ours are, to server-side apply and in `metadata.managedFields`. */
const FIELD_MANAGER = 'taskpack';

/** A client that speaks over a transport. */
export function kubeClient(transport: Transport): KubeClient {
  const send = async (resource: Resource, request: KubeRequest, options: CallOptions): Promise<KubeObject> => {
    const object = asKubeObject(await transport.call(request, options), resource);
    if (object === undefined) {
      throw new KubeError('BAD_ANSWER', request.subject, 'the API server answers with no object');
    }
    return object;
  };
  return {
    get: async (resource, name, options = {}) => send(resource, getRequest(resource, name), options),
    list: (resource, options = {}) => listObjects(transport, resource, options),
    create: async (resource, object, options = {}) => send(resource, createRequest(resource, object, options), options),
    delete: async (resource, name, options = {}) => {
      await transport.call(deleteRequest(resource, name, options), options);
    },
    apply: async (resource, object, options = {}) => send(resource, applyRequest(resource, object, options), options),
    patch: async (resource, name, patch, options = {}) =>
      send(resource, patchRequest(resource, name, patch, options), options),
    podLog: async (pod, options) => podLog(transport, pod, options),
  };
}

async function* listObjects(
  transport: Transport,
  resource: Resource,
  options: ListOptions,
): AsyncGenerator<KubeObject> {
  for await (const { items } of listPages(transport, resource, options)) yield* items;
}

function getRequest(resource: Resource, name: ObjectName): KubeRequest {
  const path = objectPath(resource, name);
  return { method: 'GET', path, isIdempotent: true, subject: `get ${called(resource, name)}` };
}

function createRequest(resource: Resource, object: KubeObject, { dryRun }: WriteOptions): KubeRequest {
  const name = nameOf(object);
  return {
    method: 'POST',
    path: collectionPath(resource, name.namespace) + query({ fieldManager: FIELD_MANAGER, ...dryRunOf(dryRun) }),
    body: JSON.stringify(object),
    isIdempotent: dryRun === true,
    subject: `create ${called(resource, name)}`,
  };
}

function deleteRequest(resource: Resource, name: ObjectName, options: DeleteOptions): KubeRequest {
  const { uid, resourceVersion, propagation, gracePeriodSeconds, dryRun } = options;
  const body = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: { uid, resourceVersion },
    propagationPolicy: propagation,
    gracePeriodSeconds,
    ...(dryRun === true && { dryRun: ['All'] }),
  };
  return {
    method: 'DELETE',
    path: objectPath(resource, name),
    body: JSON.stringify(body),
    isIdempotent: true,
    subject: `delete ${called(resource, name)}`,
  };
}

function applyRequest(resource: Resource, object: KubeObject, options: ApplyOptions): KubeRequest {
  const { force, dryRun, subresource } = options;
  const parameters = query({ fieldManager: FIELD_MANAGER, force, ...dryRunOf(dryRun) });
  return {
    method: 'PATCH',
    path: objectPath(resource, nameOf(object), subresource) + parameters,
    body: JSON.stringify(object),
    contentType: 'application/apply-patch+yaml',
    isIdempotent: true,
    subject: `apply ${called(resource, nameOf(object))}`,
  };
}

function patchRequest(resource: Resource, name: ObjectName, patch: Json, options: PatchOptions): KubeRequest {
  const { dryRun, subresource } = options;
  return {
    method: 'PATCH',
    path: objectPath(resource, name, subresource) + query({ fieldManager: FIELD_MANAGER, ...dryRunOf(dryRun) }),
    body: JSON.stringify(patch),
    contentType: 'application/merge-patch+json',
    isIdempotent: true,
    subject: `patch ${called(resource, name)}`,
  };
}

function nameOf({ metadata: { name, namespace } }: KubeObject): ObjectName {
  return { name, ...(typeof namespace === 'string' && { namespace }) };
}

function dryRunOf(dryRun: boolean | undefined): { readonly dryRun?: string } {
  return dryRun === true ? { dryRun: 'All' } : {};
}
