import type { Workload } from '../../../../src/core/model/workload.ts';
import { probeObjects } from '../../../../src/insight/doctor/probe-build.ts';
import { tektonFeatures } from '../../../../src/core/model/tekton-features.ts';
import type { PodProbe, Read, ClusterFacts } from '../../../../src/insight/doctor/cluster-facts.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { asImage } from '../../../../src/core/model/objects/image.ts';

export const NOW_MS = Date.parse('2026-01-01T00:00:30Z');

/** Returns a fact that is known. */
export function read<T>(value: T): Read<T> {
  return { kind: 'read', value };
}

export const UNREAD = { kind: 'unread', why: 'your permissions do not allow this check' } as const;

/** An Image with a cache and resources. */
export const IMAGE: JsonObject = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Image',
  metadata: { name: 'shop', namespace: 'team' },
  spec: {
    tag: 'registry.example.com/shop',
    serviceAccountName: 'builder',
    cache: { volume: { size: '1Gi' } },
    build: { resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } } },
  },
  status: { buildCacheName: 'shop-cache' },
};

const OBJECTS = probeObjects(asImage(IMAGE), {
  namespace: 'team',
  images: { steps: 'steps', entrypoint: 'entrypoint' },
  hasDummySidecar: true,
  setsSecurityContext: true,
  tektonFeatures: tektonFeatures({}),
});

/** A Lease that its holder has renewed. */
export function lease(name: string, renewTime: string): JsonObject {
  return { metadata: { name }, spec: { holderIdentity: `${name}-0`, renewTime } };
}

/** Returns the controller's Deployment after a rollout, with changes of its status. */
export function deployment(status: JsonObject): JsonObject {
  const done = { observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
  return {
    metadata: { name: 'taskpack-controller', generation: 2 },
    spec: { replicas: 2 },
    status: { ...done, ...status },
  };
}

/** Returns a Pod of the controller whose container waits. */
export function waitingPod(reason: string): JsonObject {
  return {
    metadata: { name: 'taskpack-controller-new' },
    status: { containerStatuses: [{ name: 'controller', state: { waiting: { reason } } }] },
  };
}

/** Returns the admitted Pod of a workload, with containers that a webhook adds. */
export function podProbe(
  workload: Workload,
  added: { readonly containers?: readonly JsonObject[]; readonly initContainers?: readonly JsonObject[] } = {},
): Read<PodProbe> {
  const sent = OBJECTS.pods[workload];
  const spec = objectAt(sent, 'spec');
  const object = {
    ...sent,
    spec: {
      ...spec,
      initContainers: [...(added.initContainers ?? []), ...objectsAt(spec, 'initContainers')],
      containers: [...objectsAt(spec, 'containers'), ...(added.containers ?? [])],
    },
  };
  return read({ sent, answer: { kind: 'admitted', object } });
}

/** Returns the Pod of a workload that the API server refuses. */
export function refusedPod(workload: Workload, message: string): Read<PodProbe> {
  return read({ sent: OBJECTS.pods[workload], answer: { kind: 'refused', message } });
}

/** The flags of a Tekton that suits a cluster without a mesh. */
export const NO_MESH_FLAGS = {
  'set-security-context': 'true',
  'running-in-environment-with-injected-sidecars': 'false',
};

/** Returns facts in which no check finds anything, with changes. */
export function someFacts(
  changes: { readonly [key in keyof ClusterFacts]?: Partial<ClusterFacts[key]> } = {},
): ClusterFacts {
  const facts: ClusterFacts = {
    kubernetes: read('v1.35.4'),
    missingDefinitions: read([]),
    tekton: { isServed: read(true), version: read('v1.15.0'), flags: read(NO_MESH_FLAGS) },
    controller: {
      namespace: 'taskpack',
      lease: read(lease('taskpack-controller', '2026-01-01T00:00:20.500000Z')),
      leases: read([]),
      deployment: read(deployment({})),
      pods: read([]),
      settings: read({}),
      kpack: read(undefined),
    },
    webhooks: { configurations: read([]), definitions: read([]), missingServices: read([]) },
    sharedTags: read([]),
    namespace: {
      name: 'team',
      object: read({ metadata: { name: 'team', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } }),
      images: read([IMAGE]),
      resolvers: read([]),
      builders: read([]),
      clusterBuilders: read([]),
      quotas: read([]),
      limitRanges: read([]),
      claims: read([]),
      storageClasses: read([defaultClass()]),
    },
    networks: { ofController: read([]), ofNamespace: read([]) },
    probes: {
      image: 'shop',
      taskRun: read({ kind: 'admitted', object: {} }),
      pods: {
        taskrun: podProbe('taskrun'),
        'pod-init': podProbe('pod-init'),
        'pod-containers': podProbe('pod-containers'),
      },
    },
    pushes: [
      {
        image: 'shop',
        repository: 'registry.example.com/shop',
        serviceAccount: 'builder',
        result: read({ kind: 'allowed' }),
      },
    ],
    clocks: {
      server: read({ sentMs: NOW_MS, receivedMs: NOW_MS + 100, atMs: NOW_MS }),
      nodeLeases: read([lease('node-1', '2026-01-01T00:00:20.900000Z')]),
      nowMs: NOW_MS,
    },
  };
  const keys = Object.keys(changes) as (keyof ClusterFacts)[];
  return keys.reduce<ClusterFacts>((merged, key) => ({ ...merged, [key]: changed(facts[key], changes[key]) }), facts);
}

/** Facts and lists are replaced as a whole. */
function changed(before: object, change: object | undefined): object {
  return change === undefined || Array.isArray(before) || 'kind' in before
    ? (change ?? before)
    : { ...before, ...change };
}

export function defaultClass(): JsonObject {
  return {
    metadata: { name: 'standard', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  };
}
