import { CONFIG_MAPS, IMAGES, LEASES } from '../../clients/kube/client/resources.ts';
import type { ClockFacts, Read, ServerTime } from '../../insight/doctor/cluster-facts.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import type { Resource } from '../../clients/kube/client/resource.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { canI, readAll, readFact } from './read-fact.ts';

/** The kubelets renew their Leases in this namespace. */
const NODE_LEASES = 'kube-node-lease';

/** Reads the time of the API server, and the Leases that nodes have renewed. */
export async function readClocks(
  client: Pick<KubeClient, 'create' | 'list'>,
  namespace: string,
  now: () => number,
): Promise<ClockFacts> {
  const [server, nodeLeases] = await Promise.all([
    readServerTime(client, namespace, now),
    readAll(client, LEASES, NODE_LEASES),
  ]);
  return { server, nodeLeases, nowMs: now() };
}

/** The API server writes its time into an object of a dry run. A user may create at least one of these kinds. */
async function readServerTime(
  client: Pick<KubeClient, 'create'>,
  namespace: string,
  now: () => number,
): Promise<Read<ServerTime>> {
  const ofConfigMap = await timeOf(client, CONFIG_MAPS, {}, namespace, now);
  if (ofConfigMap.kind === 'read') return ofConfigMap;
  const ofImage = await timeOf(client, IMAGES, { spec: IMAGE_SPEC }, namespace, now);
  return ofImage.kind === 'read' ? ofImage : ofConfigMap;
}

const IMAGE_SPEC = {
  tag: 'taskpack.dev/doctor/app',
  builder: { kind: 'ClusterBuilder', name: 'taskpack-doctor' },
  source: { blob: { url: 'https://taskpack.dev/doctor.zip' } },
};

async function timeOf(
  client: Pick<KubeClient, 'create'>,
  resource: Resource,
  fields: JsonObject,
  namespace: string,
  now: () => number,
): Promise<Read<ServerTime>> {
  const { group, version, kind } = resource;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  const object: KubeObject = { apiVersion, kind, metadata: { name: 'taskpack-doctor', namespace }, ...fields };
  return readFact(
    async () => {
      const sentMs = now();
      const { metadata } = asObject(await client.create(resource, object, { dryRun: true, retries: 0 }));
      return { sentMs, receivedMs: now(), atMs: Date.parse(metadata.creationTimestamp ?? '') };
    },
    canI('create', resource, namespace),
  );
}
