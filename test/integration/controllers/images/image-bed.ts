import { objectAt, objectsAt, textAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { ApiClient } from '../../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import { until } from '../../../cluster/processes/until.ts';
import { kpackPath } from '../../crds/kpack-cluster.ts';

export const RUN_IMAGE = `registry.example/run@sha256:${'a'.repeat(64)}`;
const TIME = '2026-01-01T00:00:00Z';
const MERGE = 'application/merge-patch+json';
const REASON = 'image.kpack.io/reason';

/** Returns a commit id of one repeated digit. */
export function commit(digit: number): string {
  return `${digit}`.repeat(40);
}

/** A namespace with Images. The test plays the controllers of builders, SourceResolvers and Builds: it writes their statuses. */
export interface ImageBed {
  readonly create: (name: string, spec?: object, metadata?: object) => Promise<void>;
  /** Creates an Image whose first Build has succeeded. */
  readonly createBuilt: (name: string, spec?: object) => Promise<void>;
  readonly get: (object: KubernetesObject) => Promise<JsonObject>;
  readonly patch: (object: KubernetesObject, content: object) => Promise<void>;
  readonly delete: (object: KubernetesObject) => Promise<void>;
  readonly image: (name: string) => KubernetesObject;
  readonly named: (kind: string, name?: string) => KubernetesObject;
  readonly claim: (name: string) => KubernetesObject;
  /** Waits for the Image's SourceResolver, and writes this commit into its status. */
  readonly resolve: (name: string, revision: string) => Promise<void>;
  /** Writes this commit into the status of a SourceResolver. Rejects if the SourceResolver has just been deleted. */
  readonly writeRevision: (resolver: JsonObject, revision: string) => Promise<void>;
  /** Waits for a Build with this number and reason, and returns its name. */
  readonly builds: (name: string, number: number, reason: string) => Promise<string>;
  /** Ends a Build. */
  readonly finish: (build: string, succeeded: 'True' | 'False') => Promise<void>;
  readonly buildNames: (name: string) => Promise<readonly string[]>;
  /** Returns a condition, or an empty object if the Image does not have it. */
  readonly condition: (name: string, type: string) => Promise<JsonObject>;
  readonly status: (name: string) => Promise<JsonObject>;
  /** Waits until the condition Ready has this reason. */
  readonly reports: (name: string, reason: string) => Promise<void>;
  readonly setBuilder: (stackRunImage: string, builderImage: string) => Promise<void>;
  /** Removes all objects. */
  readonly remove: () => Promise<void>;
}

/** Creates the namespace, and a ClusterBuilder of the same name that is ready. */
export async function imageBed(client: ApiClient, namespace: string): Promise<ImageBed> {
  const named = (kind: string, name?: string): KubernetesObject => {
    const metadata = { namespace, ...(name !== undefined && { name }) };
    return { apiVersion: 'kpack.io/v1alpha2', kind, metadata } as KubernetesObject;
  };
  const claim = (name: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace },
  });
  const image = (name: string): KubernetesObject => named('Image', name);
  const pathOf = (object: KubernetesObject): string =>
    object.apiVersion === 'v1'
      ? `/api/v1/namespaces/${namespace}/persistentvolumeclaims/${object.metadata.name}`
      : kpackPath(object);
  const write = async (object: KubernetesObject, content: object, subresource: '' | '/status'): Promise<void> => {
    await client.send('PATCH', `${pathOf(object)}${subresource}`, content, MERGE);
  };
  const get = async (object: KubernetesObject): Promise<JsonObject> => ((await client.get(object)) ?? {}) as JsonObject;
  const status = async (name: string): Promise<JsonObject> => objectAt(await get(image(name)), 'status');
  const condition = async (name: string, wanted: string): Promise<JsonObject> =>
    objectsAt(await status(name), 'conditions').find(({ type }) => type === wanted) ?? {};
  const reports = async (name: string, reason: string): Promise<void> =>
    soon(`${name} reports ${reason}`, async () => (await condition(name, 'Ready'))['reason'] === reason);
  const buildsOf = async (name: string): Promise<readonly JsonObject[]> => {
    const list = (await client.send('GET', kpackPath(named('Build')))) as JsonObject;
    return objectsAt(list, 'items').filter((build) => imageOf(build) === name);
  };
  const writeRevision = async (resolver: JsonObject, revision: string): Promise<void> => {
    const metadata = objectAt(resolver, 'metadata');
    const { generation: observedGeneration } = metadata;
    const source = { git: { url: 'https://git.example/app', revision, type: 'Branch' } };
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: TIME }];
    const content = { status: { observedGeneration, conditions, source } };
    await write(named('SourceResolver', textAt(metadata, 'name') ?? ''), content, '/status');
  };
  const resolve = async (name: string, revision: string): Promise<void> => {
    const resolver = named('SourceResolver', `${name}-source`);
    const found = await until('the SourceResolver', async () => (await client.get(resolver)) as JsonObject, {
      seconds: 90,
    });
    await writeRevision(found, revision);
  };
  const clusterBuilder: KubernetesObject = {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuilder',
    metadata: { name: namespace },
  };
  const finish = async (build: string, succeeded: 'True' | 'False'): Promise<void> => {
    const stack = objectAt(objectAt(await get(clusterBuilder), 'status'), 'stack');
    const success = {
      buildMetadata: [{ id: 'example/java', version: '1.0.0' }],
      lifecycleVersion: '0.20.12',
      latestImage: `registry.example/app@sha256:${'f'.repeat(64)}`,
      stack: { id: 'io.example.stack', runImage: textAt(stack, 'runImage') ?? '' },
    };
    const end = { type: 'Succeeded', status: succeeded, lastTransitionTime: TIME, message: 'the end' };
    const content = { conditions: [end], ...(succeeded === 'True' && success) };
    await write(named('Build', build), { status: content }, '/status');
  };
  const builds = async (name: string, number: number, reason: string): Promise<string> => {
    const build = `${name}-build-${number}`;
    await soon(`${build} for ${reason}`, async () => {
      const found = (await buildsOf(name)).find((one) => nameOf(one) === build);
      return found !== undefined && objectAt(objectAt(found, 'metadata'), 'annotations')[REASON] === reason;
    });
    await reports(name, 'BuildRunning');
    return build;
  };
  const create = async (name: string, spec: object = {}, metadata: object = {}): Promise<void> => {
    const object = image(name);
    await client.create({
      ...object,
      metadata: { ...object.metadata, ...metadata },
      spec: { ...imageSpec(namespace), tag: `registry.example/${name}`, ...spec },
    } as KubernetesObject);
  };
  const setBuilder = async (stackRunImage: string, builderImage: string): Promise<void> => {
    const { generation = 1 } = objectAt(await get(clusterBuilder), 'metadata');
    const content = builderStatus(generation as number, stackRunImage, builderImage);
    await write(clusterBuilder, { status: content }, '/status');
  };
  const namespaceObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await client.apply(namespaceObject);
  await client.create({ ...clusterBuilder, spec: builderSpec(namespace) } as KubernetesObject);
  await setBuilder(RUN_IMAGE, 'registry.example/builder:1');
  return {
    create,
    createBuilt: async (name, spec) => {
      await create(name, spec);
      await resolve(name, commit(1));
      await finish(await builds(name, 1, 'CONFIG'), 'True');
      await reports(name, 'UpToDate');
    },
    get,
    patch: async (object, content) => write(object, content, ''),
    delete: async (object) => void (await client.send('DELETE', pathOf(object))),
    image,
    named,
    claim,
    resolve,
    writeRevision,
    builds,
    finish,
    buildNames: async (name) => (await buildsOf(name)).map(nameOf).toSorted(),
    condition,
    status,
    reports,
    setBuilder,
    remove: async () => {
      await client.delete(clusterBuilder);
      await client.delete(namespaceObject);
      await soon('no SourceResolver is left', async () => {
        const list = (await client.send('GET', kpackPath(named('SourceResolver')))) as JsonObject;
        return objectsAt(list, 'items').length === 0;
      });
    },
  };
}

/**
 * Waits until something is so. A failed reconcile is retried after up to a minute, an unseen write counts for ten seconds, and other
 * suites run beside this one.
 */
export async function soon(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await until(what, async () => ((await isSo()) ? true : undefined), { seconds: 240 });
}

function imageSpec(builder: string): object {
  return {
    builder: { kind: 'ClusterBuilder', name: builder },
    serviceAccountName: 'default',
    source: { git: { url: 'https://git.example/app', revision: 'main' } },
  };
}

function builderSpec(namespace: string): object {
  return {
    tag: 'registry.example/builder',
    stack: { kind: 'ClusterStack', name: 'base' },
    store: { kind: 'ClusterStore', name: 'base' },
    order: [{ group: [{ id: 'example/java' }] }],
    serviceAccountRef: { name: 'default', namespace },
  };
}

function builderStatus(observedGeneration: number, runImage: string, latestImage: string): object {
  return {
    observedGeneration,
    conditions: ['Ready', 'UpToDate'].map((type) => ({ type, status: 'True', lastTransitionTime: TIME })),
    builderMetadata: [{ id: 'example/java', version: '1.0.0' }],
    stack: { id: 'io.example.stack', runImage },
    lifecycle: { version: '0.20.12' },
    latestImage,
  };
}

function nameOf(object: JsonObject): string {
  return textAt(objectAt(object, 'metadata'), 'name') ?? '';
}

function imageOf(object: JsonObject): string | undefined {
  return textAt(objectAt(objectAt(object, 'metadata'), 'labels'), 'image.kpack.io/image');
}
