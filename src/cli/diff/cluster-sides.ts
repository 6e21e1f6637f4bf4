import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { servedResources } from '../../clients/kube/discovery/served-resources.ts';
import { ignoreKubeErrors, isKubeError } from '../../clients/kube/kube-error.ts';
import { defined } from '../../core/model/defined.ts';
import { asPod } from '../../core/model/objects/pod.ts';
import { fields, json, list } from '../../core/model/objects/reader.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { parseApiVersion, type Manifest } from '../../core/model/kubernetes-object.ts';
import { childName } from '../../core/model/names.ts';
import { fieldNote, type FieldProblem } from '../../core/model/problem.ts';
import type { OpenCluster } from '../cluster.ts';
import { accessError, nameIn } from '../objects/access-error.ts';
import { misuse } from '../problems.ts';

/** The objects of a cluster, and what they would be after an apply. */
export interface ClusterSides {
  readonly old: readonly JsonObject[];
  readonly applied: readonly JsonObject[];
  readonly problems: readonly FieldProblem[];
}

/** Reads the objects that manifests name, and applies the manifests with dryRun. Rejects with `CommandFailure` or `KubeError`. */
export async function clusterSides(
  cluster: OpenCluster,
  manifests: readonly Manifest[],
  namespace: string,
): Promise<ClusterSides> {
  const old: JsonObject[] = [];
  const applied: JsonObject[] = [];
  const problems: FieldProblem[] = [];
  const served = new Map<string, Resource>();
  // One after the other: a large input would exceed the client's limits of the API server.
  for (const manifest of manifests) {
    const resource = await resourceOf(cluster, manifest, served);
    const object = placed(manifest, resource, namespace);
    const live = await liveObject(cluster, resource, object);
    const hasNew = old.length < applied.length;
    const { result, note } = await dryRun(cluster, resource, { object, live, hasNew });
    if (live !== undefined) old.push(withType(live, manifest));
    applied.push(withType(result, manifest));
    if (note !== undefined) problems.push(note);
  }
  return { old, applied, problems };
}

async function resourceOf(
  { transport }: OpenCluster,
  { apiVersion, kind }: Manifest,
  served: Map<string, Resource>,
): Promise<Resource> {
  const key = `${apiVersion} ${kind}`;
  const known = served.get(key);
  if (known !== undefined) return known;
  const groupVersion = parseApiVersion(apiVersion);
  const resources = groupVersion === undefined ? [] : await servedResources(transport, groupVersion);
  const resource = resources.find((each) => each.kind === kind);
  if (resource === undefined) {
    const message = `the cluster does not serve ${kind} of ${apiVersion}: select another cluster with --context, or another workload with --to`;
    throw misuse(message);
  }
  served.set(key, resource);
  return resource;
}

/** Returns the manifest with the namespace in which kubectl would apply it. */
function placed(manifest: Manifest, { isNamespaced }: Resource, namespace: string): KubeObject & Manifest {
  const { metadata } = manifest;
  return isNamespaced
    ? { ...manifest, metadata: { ...metadata, namespace: metadata.namespace ?? namespace } }
    : manifest;
}

async function liveObject(
  { client }: OpenCluster,
  resource: Resource,
  { metadata: { name, namespace = '' } }: Manifest,
): Promise<KubeObject | undefined> {
  try {
    return await client.get(resource, nameIn(resource, name, namespace)).catch(ignoreKubeErrors('NOT_FOUND'));
  } catch (error) {
    throw accessError(error, { verb: 'get', resource, namespace });
  }
}

interface DryRun {
  readonly result: JsonObject;
  readonly note?: FieldProblem;
}

interface Change {
  readonly object: KubeObject;
  readonly live: KubeObject | undefined;
  /** True if an object before this one does not exist yet. */
  readonly hasNew: boolean;
}

async function dryRun({ client }: OpenCluster, resource: Resource, { object, live, hasNew }: Change): Promise<DryRun> {
  try {
    if (live === undefined) return { result: await client.create(resource, object, { dryRun: true }) };
    return { result: await client.apply(resource, object, { dryRun: true, force: true }) };
  } catch (error) {
    if (live === undefined && hasNew && isKubeError(error, 'FORBIDDEN', 'INVALID') && /not found/.test(error.message)) {
      // The API server refuses a Pod whose ServiceAccount does not exist, also in a dry run.
      const subject = `${resource.kind.toLowerCase()}/${object.metadata.name}`;
      const message = `${subject} is shown without the defaults of the API server, which wants the other new objects to exist first`;
      return { result: object, note: fieldNote([], message) };
    }
    // The admission webhooks of Tekton refuse a change with another code than the API server.
    if (live === undefined || !isKubeError(error, 'INVALID', 'REFUSED')) throw error;
    return recreated({ client }, resource, object, live);
  }
}

/** Lets the API server default a new object in place of one that cannot be changed. */
async function recreated(
  { client }: Pick<OpenCluster, 'client'>,
  resource: Resource,
  object: KubeObject,
  live: KubeObject,
): Promise<DryRun> {
  const { name } = object.metadata;
  const renamed = { ...object, metadata: { ...object.metadata, name: childName(name, '-diff') } };
  const result = await client.create(resource, renamed, { dryRun: true });
  const kind = resource.kind.toLowerCase();
  return {
    result: {
      ...result,
      // The scheduler sets the node of a Pod by a binding, which leaves no trace in managedFields.
      spec: { ...json(result['spec']), ...defined({ nodeName: asPod(live).spec.nodeName }) },
      metadata: { ...result.metadata, ...metadataOfOthers(live, result), name },
    },
    note: fieldNote(
      [],
      `${kind}/${name} cannot be changed: to apply the new ${resource.kind}, delete the old one first`,
    ),
  };
}

/**
 * Returns the labels and annotations of the new object, and those that controllers added to the old one: Tekton adds its version to
 * a TaskRun, for example. Those of the old manifest are left out: their manager also manages the specification.
 */
function metadataOfOthers(live: KubeObject, result: KubeObject): JsonObject {
  const texts = ['labels', 'annotations'].map((field) => {
    const added = Object.entries(json(live.metadata[field])).filter(([key]) => isOfOthers(live, field, key));
    return [field, { ...Object.fromEntries(added), ...json(result.metadata[field]) }] as const;
  });
  return Object.fromEntries(texts.filter(([, values]) => Object.keys(values).length > 0));
}

const managedFields = list(fields({ fieldsV1: json }));

/** True if only managers that do not manage the specification manage the label or annotation (apimachinery, FieldsV1). */
function isOfOthers({ metadata }: KubeObject, field: string, key: string): boolean {
  const managers = managedFields(metadata['managedFields'])
    .map(({ fieldsV1 }) => fieldsV1)
    .filter((managed) => `f:${key}` in json(json(managed['f:metadata'])[`f:${field}`]));
  return managers.length > 0 && managers.every((managed) => !('f:spec' in managed));
}

/** Objects of a list lack their type, and an answer can be in another version. */
function withType(object: JsonObject, { apiVersion, kind }: Manifest): JsonObject {
  return { ...object, apiVersion, kind };
}
