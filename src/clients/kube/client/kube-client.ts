import type { Json, JsonObject } from '../../../core/model/json.ts';
import { parseObject } from '../json/parse-object.ts';
import { KubeError } from '../kube-error.ts';
import type { CallOptions, KubeRequest } from '../transport/kube-request.ts';
import type { Transport } from '../transport/transport.ts';
import { asKubeObject, type KubeObject } from './kube-object.ts';
import { listPages, type ListOptions } from './list.ts';
import { podLog, type PodLogOptions } from './pod-log.ts';
import {
  describeResource,
  collectionPath,
  type ObjectName,
  objectPath,
  queryString,
  type Resource,
} from './resource.ts';

/** Options of every write. */
export interface WriteOptions extends CallOptions {
  /** Validates the request and returns the result without storing it (`dryRun=All`). */
  readonly dryRun?: boolean;
}

export interface PatchOptions extends WriteOptions {
  readonly subresource?: 'status';
}

export interface ApplyOptions extends PatchOptions {
  /** Takes fields over from other managers instead of failing with `CONFLICT`. */
  readonly force?: boolean;
}

export interface DeleteOptions extends WriteOptions {
  /** Preconditions: the request fails with `CONFLICT` if the object has another UID or resourceVersion. */
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan';
  readonly gracePeriodSeconds?: number;
}

/**
 * A typed client of the Kubernetes API, for raw JSON objects. Methods reject with `KubeError`, or with the reason of an
 * aborted signal.
 *
 * Every method can reject with `CREDENTIALS`, `CONFIGURATION`, `UNREACHABLE`, `NETWORK`, `TIMED_OUT`, `TLS`,
 * `BAD_ANSWER`, `UNAUTHORIZED`, `FORBIDDEN`, `REFUSED`, `RATE_LIMITED` and `UNAVAILABLE`. The comments below list
 * further codes. Calls time out after 30 seconds per attempt. They are retried five times by default: after
 * `UNREACHABLE` and `RATE_LIMITED` always, after `NETWORK`, `TIMED_OUT`, `UNAVAILABLE` and truncated responses only if
 * the call is idempotent. All calls except `create` are.
 */
export interface KubeClient {
  /** Returns an object. Also rejects with `NOT_FOUND`. */
  readonly get: (resource: Resource, name: ObjectName, options?: CallOptions) => Promise<KubeObject>;
  /**
   * Lists objects in pages of 500, and requests the next page while the caller iterates. Also rejects with `NOT_FOUND`
   * if the server does not serve the resource, and with `GONE` if the continue token expires.
   */
  readonly list: (resource: Resource, options?: ListOptions) => AsyncIterable<KubeObject>;
  /**
   * Creates an object and returns it with the defaults of the server. Not retried after a broken connection, because
   * the object may exist. Also rejects with `ALREADY_EXISTS`, `INVALID`, and `NOT_FOUND` if the namespace is missing.
   */
  readonly create: (resource: Resource, object: KubeObject, options?: WriteOptions) => Promise<KubeObject>;
  /**
   * Deletes an object. Resolves when the server has accepted the request; finalizers can keep the object longer. Also
   * rejects with `NOT_FOUND`, and with `CONFLICT` if a precondition fails.
   */
  readonly delete: (resource: Resource, name: ObjectName, options?: DeleteOptions) => Promise<void>;
  /**
   * Applies an object (server-side apply, field manager `taskpack`) and returns the result. The object must contain all
   * fields that taskpack owns and no others. Also rejects with `CONFLICT` and `INVALID`.
   */
  readonly apply: (resource: Resource, object: KubeObject, options?: ApplyOptions) => Promise<KubeObject>;
  /**
   * Patches an object with a JSON merge patch (RFC 7386) and returns the result. `null` removes a field. Also rejects
   * with `NOT_FOUND`, `INVALID`, and `CONFLICT` if `metadata.resourceVersion` of the patch is outdated.
   */
  readonly patch: (
    resource: Resource,
    name: ObjectName,
    patch: JsonObject,
    options?: PatchOptions,
  ) => Promise<KubeObject>;
  /** Streams the log of a container. Sent once, without retries. Also rejects with `NOT_FOUND`. */
  readonly podLog: (pod: ObjectName, options: PodLogOptions) => Promise<AsyncIterable<Uint8Array>>;
}

/** The field manager in `metadata.managedFields`. */
const FIELD_MANAGER = 'taskpack';

/** Creates a client that sends its requests over a transport. */
export function kubeClient(transport: Transport): KubeClient {
  const callForObject = async (resource: Resource, request: KubeRequest, options: CallOptions): Promise<KubeObject> => {
    const object = asKubeObject(await transport.call(request, { ...options, parse: parseBody }), resource);
    if (object === undefined) {
      throw new KubeError('BAD_ANSWER', request.subject, 'the API server sends a response that is not an object');
    }
    return object;
  };
  return {
    get: async (resource, name, options = {}) => callForObject(resource, getRequest(resource, name), options),
    list: (resource, options = {}) => listObjects(transport, resource, options),
    create: async (resource, object, options = {}) =>
      callForObject(resource, createRequest(resource, object, options), options),
    delete: async (resource, name, options = {}) => {
      await transport.call(deleteRequest(resource, name, options), options);
    },
    apply: async (resource, object, options = {}) =>
      callForObject(resource, applyRequest(resource, object, options), options),
    patch: async (resource, name, patch, options = {}) =>
      callForObject(resource, patchRequest(resource, name, patch, options), options),
    podLog: async (pod, options) => podLog(transport, pod, options),
  };
}

/** Objects are as large as their author likes. */
async function parseBody(body: Buffer): Promise<unknown> {
  return parseObject(body.toString());
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
  return { method: 'GET', path, isIdempotent: true, subject: `get ${describeResource(resource, name)}` };
}

function createRequest(resource: Resource, object: KubeObject, { dryRun }: WriteOptions): KubeRequest {
  const name = nameOf(object);
  return {
    method: 'POST',
    path: collectionPath(resource, name.namespace) + queryString({ fieldManager: FIELD_MANAGER, ...dryRunOf(dryRun) }),
    body: JSON.stringify(object),
    isIdempotent: dryRun === true,
    subject: `create ${describeResource(resource, name)}`,
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
    subject: `delete ${describeResource(resource, name)}`,
  };
}

function applyRequest(resource: Resource, object: KubeObject, options: ApplyOptions): KubeRequest {
  const { force, dryRun, subresource } = options;
  const parameters = queryString({ fieldManager: FIELD_MANAGER, force, ...dryRunOf(dryRun) });
  return {
    method: 'PATCH',
    path: objectPath(resource, nameOf(object), subresource) + parameters,
    body: JSON.stringify(object),
    contentType: 'application/apply-patch+yaml',
    isIdempotent: true,
    subject: `apply ${describeResource(resource, nameOf(object))}`,
  };
}

function patchRequest(resource: Resource, name: ObjectName, patch: Json, options: PatchOptions): KubeRequest {
  const { dryRun, subresource } = options;
  return {
    method: 'PATCH',
    path: objectPath(resource, name, subresource) + queryString({ fieldManager: FIELD_MANAGER, ...dryRunOf(dryRun) }),
    body: JSON.stringify(patch),
    contentType: 'application/merge-patch+json',
    isIdempotent: true,
    subject: `patch ${describeResource(resource, name)}`,
  };
}

function nameOf({ metadata: { name, namespace } }: KubeObject): ObjectName {
  return { name, ...(typeof namespace === 'string' && { namespace }) };
}

function dryRunOf(dryRun: boolean | undefined): { readonly dryRun?: string } {
  return dryRun === true ? { dryRun: 'All' } : {};
}
