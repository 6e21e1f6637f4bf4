import type { BuildControllerOptions } from '../../../../../src/controller/builds/build-controller.ts';
import { buildRecord } from '../../../../../src/controller/builds/cache/build-record.ts';
import type { ClusterView } from '../../../../../src/controller/builds/observe/cluster-view.ts';
import { podRecord, taskRunRecord } from '../../../../../src/controller/builds/cache/workload-records.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import type { Resource } from '../../../../../src/clients/kube/client/resource.ts';
import { KubeError } from '../../../../../src/clients/kube/kube-error.ts';
import type { JsonObject } from '../../../../../src/core/model/json.ts';
import { mergePatched } from '../../../../support/merge-patch.ts';

/** An API server in memory that records all writes. */
export interface FakeCluster {
  readonly client: BuildControllerOptions['client'];
  /** For example `create pods x`. */
  readonly writes: string[];
  /** All requests in the order of their arrival, for example `get secrets git`. */
  readonly requests: string[];
  readonly put: (plural: string, object: KubeObject) => KubeObject;
  readonly remove: (plural: string, name: string) => void;
  readonly get: (plural: string, name: string) => KubeObject | undefined;
  readonly all: (plural: string) => readonly KubeObject[];
  /** Makes the next write of that name fail. */
  readonly failNext: (write: string, error: Error, when?: 'before all else') => void;
  /** Carries out the next write of that name but loses its response. */
  readonly loseNext: (write: string) => void;
  /** Makes all builders exist and be unreadable from now on. */
  readonly complainOfBuilders: (complaint: string) => void;
  /** The caches, with the objects that existed when they were last filled. */
  readonly caches: Omit<ClusterView, 'expiresInMs'>;
  readonly fillCaches: (butFor?: string) => void;
}

type Objects = Map<string, KubeObject>;

/** @param onRequest is called when a request arrives */
export function fakeCluster(onRequest: () => void): FakeCluster {
  const objects: Objects = new Map();
  let seen: Objects = new Map();
  const writes: string[] = [];
  const requests: string[] = [];
  const arrived = (request: string): void => {
    requests.push(request);
    onRequest();
  };
  const failures = new Map<string, { readonly error: Error; readonly when: string | undefined }>();
  const lost = new Set<string>();
  let version = 0;
  let complaint: string | undefined;
  const put = (plural: string, object: KubeObject): KubeObject => {
    version += 1;
    const metadata = { namespace: 'team', uid: `uid-${version}`, ...object.metadata, resourceVersion: `${version}` };
    const stored = { ...object, metadata };
    objects.set(keyOf(plural, object.metadata.name), stored);
    return stored;
  };
  const found = ({ plural }: Resource, name: string): KubeObject => {
    const object = objects.get(keyOf(plural, name));
    if (object === undefined) throw new KubeError('NOT_FOUND', `get ${plural} ${name}`, 'not found');
    return object;
  };
  const admit = (name: string, when?: string): void => {
    const failure = failures.get(name);
    if (failure === undefined || failure.when !== when) return;
    failures.delete(name);
    throw failure.error;
  };
  const write = (name: string): void => {
    admit(name);
    writes.push(name);
  };
  const answered = (name: string, object: KubeObject): KubeObject => {
    if (lost.delete(name)) throw new KubeError('NETWORK', name, 'the connection breaks');
    return object;
  };
  const cachedBy =
    <T>(plural: string, record: (object: KubeObject) => T) =>
    (key: string): T | undefined => {
      const object = seen.get(keyOf(plural, key.replace('team/', '')));
      return object && record(object);
    };
  return {
    writes,
    requests,
    put,
    get: (plural, name) => objects.get(keyOf(plural, name)),
    all: (plural) => [...objects].flatMap(([key, object]) => (key.startsWith(`${plural}/`) ? [object] : [])),
    remove: (plural, name) => void objects.delete(keyOf(plural, name)),
    failNext: (name, error, when) => void failures.set(name, { error, when }),
    loseNext: (name) => void lost.add(name),
    fillCaches: (butFor) => {
      seen = new Map([...objects].filter(([key]) => butFor === undefined || !key.startsWith(`${butFor}/`)));
    },
    complainOfBuilders: (because) => {
      complaint = because;
    },
    caches: {
      build: cachedBy('builds', buildRecord),
      pod: cachedBy('pods', podRecord),
      taskRun: cachedBy('taskruns', taskRunRecord),
      builder: () => undefined,
      builderReadError: () => complaint,
      isTektonServed: () => false,
    },
    client: {
      get: async (resource, { name }) => {
        arrived(`get ${resource.plural} ${name}`);
        return found(resource, name);
      },
      list: async function* ({ plural }) {
        arrived(`list ${plural}`);
        for (const [key, object] of objects) if (key.startsWith(`${plural}/`)) yield object;
      },
      create: async ({ plural }, object) => {
        const { name } = object.metadata;
        arrived(`create ${plural} ${name}`);
        admit(`create ${plural} ${name}`, 'before all else');
        if (objects.has(keyOf(plural, name))) {
          throw new KubeError('ALREADY_EXISTS', `create ${plural} ${name}`, 'it exists already');
        }
        write(`create ${plural} ${name}`);
        return answered(`create ${plural} ${name}`, put(plural, object));
      },
      patch: async (resource, { name }, patch) => {
        arrived(`patch ${resource.plural} ${name}`);
        const object = found(resource, name);
        const { resourceVersion, uid } = (patch['metadata'] ?? {}) as JsonObject;
        if (resourceVersion !== undefined && resourceVersion !== object.metadata['resourceVersion']) {
          throw new KubeError('CONFLICT', `patch ${resource.plural} ${name}`, 'it was changed by somebody else');
        }
        if (uid !== undefined && uid !== object.metadata['uid']) {
          const causes = [{ field: 'metadata.uid', message: 'field is immutable' }];
          throw new KubeError('INVALID', `patch ${resource.plural} ${name}`, 'it is invalid', { status: 422, causes });
        }
        write(`patch ${resource.plural} ${name}`);
        const patched = put(resource.plural, mergePatched(object, patch) as KubeObject);
        return answered(`patch ${resource.plural} ${name}`, patched);
      },
      delete: async (resource, { name }) => {
        arrived(`delete ${resource.plural} ${name}`);
        found(resource, name);
        write(`delete ${resource.plural} ${name}`);
        objects.delete(keyOf(resource.plural, name));
      },
    },
  };
}

function keyOf(plural: string, name: string): string {
  return `${plural}/${name}`;
}
