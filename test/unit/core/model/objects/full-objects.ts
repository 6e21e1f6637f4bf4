import type { JsonObject } from '../../../../../src/core/model/json.ts';

const metadata = {
  name: 'name',
  namespace: 'team',
  uid: 'uid',
  resourceVersion: '7',
  creationTimestamp: '2026-03-01T10:00:00Z',
  deletionGracePeriodSeconds: 30,
  generation: 2,
  labels: { one: 'label' },
  annotations: { one: 'annotation' },
  ownerReferences: [{ apiVersion: 'kpack.io/v1alpha2', kind: 'Image', name: 'shop', uid: 'uid', controller: true }],
};

const conditions = [
  { type: 'Ready', status: 'True', reason: 'Reason', message: 'a message', lastTransitionTime: '2026-03-01T10:00:00Z' },
];

const source = {
  git: { url: 'https://git.example/shop.git', revision: 'main', subPath: 'sub' },
  blob: { url: 'https://blob.example/shop.zip', subPath: 'sub' },
  registry: { image: 'registry.example/source', subPath: 'sub' },
  subPath: 'sub',
};

const states = {
  reason: 'Error',
  message: 'a message',
  startedAt: '2026-03-01T10:00:00Z',
  finishedAt: '2026-03-01T10:00:00Z',
  exitCode: 0,
  signal: 9,
  containerID: 'containerd://aa',
};
const containerState = { waiting: states, running: states, terminated: states };
const container = { name: 'prepare', image: 'registry.example/steps', restartPolicy: 'Always' };
const containerStatus = { name: 'prepare', state: containerState, started: true, ready: true };
const volume = { name: 'login', secret: { secretName: 'login' } };
const result = { name: 'IMAGE_URL', key: 'IMAGE_URL', value: 'registry.example/shop' };

const resources = { requests: { cpu: '1' }, limits: { memory: '1Gi' } };
const buildpack = { id: 'some/buildpack', version: '1.0.0', homepage: 'https://buildpack.example' };

/** An object of each shape with all fields that the shape names. */
export const FULL = {
  asBuild: {
    kind: 'Build',
    metadata,
    spec: {
      tags: ['registry.example/shop'],
      builder: { image: 'registry.example/builder', ref: { kind: 'Builder', name: 'base', namespace: 'team' } },
      source,
      serviceAccountName: 'builds',
      serviceAccount: 'builds',
      env: [{ name: 'BP_X', valueFrom: { secretKeyRef: { name: 'secret' } } }],
      services: [{ kind: 'Secret', name: 'database' }],
      cnbBindings: [{ name: 'database' }],
      resources,
      cache: {
        volume: { persistentVolumeClaimName: 'cache', volumeName: 'cache' },
        registry: { tag: 'registry.example/cache' },
      },
      runImage: { image: 'registry.example/run' },
      lastBuild: { image: 'registry.example/shop@sha256:aa' },
      projectDescriptorPath: 'project.toml',
      defaultProcess: 'web',
      activeDeadlineSeconds: 60,
    },
    status: {
      conditions,
      latestImage: 'registry.example/shop@sha256:bb',
      latestCacheImage: 'registry.example/cache@sha256:cc',
      buildMetadata: [buildpack],
      stack: { runImage: 'registry.example/run@sha256:dd' },
      lifecycleVersion: '0.20.0',
      podName: 'pod',
      stepStates: [containerState],
      stepsCompleted: ['prepare'],
      backend: 'tekton',
      taskRunName: 'run',
      builderTrust: 'Trusted',
      steps: [{ name: 'prepare', startedAt: '2026-03-01T10:00:00Z', finishedAt: '2026-03-01T10:00:00Z', exitCode: 0 }],
      recreation: { reason: 'PodNotCreated', of: 'uid' },
      retryingSince: '2026-03-01T10:00:00Z',
      failure: {
        reason: 'Cancelled',
        message: 'a message',
        phase: 'build',
        exitCode: 51,
        actor: 'user',
        advice: 'an advice',
        container: 'istio-proxy',
        log: ['a line'],
      },
    },
  },
  asBuilder: {
    kind: 'Builder',
    metadata,
    spec: { tag: 'registry.example/builder', stack: { kind: 'ClusterStack', name: 'base' } },
    status: {
      observedGeneration: 2,
      conditions,
      latestImage: 'registry.example/builder@sha256:aa',
      stack: { id: 'some.stack', runImage: 'registry.example/run@sha256:bb' },
      lifecycle: { version: '0.20.0' },
      builderMetadata: [buildpack],
      order: [{ group: [{ id: 'some/buildpack', version: '1.0.0', optional: true }] }],
    },
  },
  asEvent: {
    metadata,
    type: 'Warning',
    reason: 'FailedMount',
    message: 'a message',
    series: { lastObservedTime: '2026-03-01T10:00:00Z' },
    lastTimestamp: '2026-03-01T10:00:00Z',
    eventTime: '2026-03-01T10:00:00.000000Z',
  },
  asImage: {
    kind: 'Image',
    metadata,
    spec: {
      tag: 'registry.example/shop',
      additionalTags: ['registry.example/shop:1'],
      builder: { kind: 'Builder', name: 'base', namespace: 'team' },
      serviceAccountName: 'builds',
      serviceAccount: 'builds',
      source,
      build: { resources },
      cache: { volume: { storageClassName: 'fast' } },
    },
    status: {
      observedGeneration: 2,
      conditions,
      latestImage: 'registry.example/shop@sha256:aa',
      latestBuildRef: 'shop-build-1',
      buildCacheName: 'shop-cache',
    },
  },
  asLease: {
    metadata: { namespace: 'kube-node-lease' },
    spec: {
      holderIdentity: 'node',
      renewTime: '2026-03-01T10:00:00.000000Z',
      leaseDurationSeconds: 15,
      leaseTransitions: 1,
    },
  },
  asConfigMap: { metadata, data: { key: 'value' } },
  asDefinition: {
    spec: {
      group: 'kpack.io',
      versions: [{ name: 'v1alpha2', served: true }],
      conversion: { strategy: 'Webhook' },
    },
    status: { conditions, storedVersions: ['v1alpha2'] },
  },
  asImageConfig: { config: { Labels: { key: 'value' } }, rootfs: { diff_ids: ['sha256:aa'] } },
  asContainerState: containerState,
  asProvisionedService: { status: { binding: { name: 'login' } } },
  asSecret: { metadata, type: 'Opaque', data: { key: 'dmFsdWU=' } },
  asServiceAccount: { metadata, secrets: [{ name: 'login' }], imagePullSecrets: [{ name: 'pull' }] },
  asTaskRun: {
    metadata,
    spec: { taskSpec: { steps: [{ name: 'prepare' }], sidecars: [{ name: 'dummy' }], volumes: [volume] } },
    status: {
      conditions,
      podName: 'pod',
      startTime: '2026-03-01T10:00:00Z',
      steps: [{ name: 'prepare', results: [result], ...containerState }],
      results: [result],
      provenance: { featureFlags: { setSecurityContext: true } },
    },
  },
  asObject: { apiVersion: 'v1', kind: 'Kind', metadata, status: { observedGeneration: 2, conditions } },
  asPod: {
    metadata,
    spec: {
      nodeName: 'node',
      schedulingGates: [{ name: 'queue' }],
      initContainers: [container],
      containers: [container],
      volumes: [volume],
    },
    status: {
      phase: 'Pending',
      reason: 'Evicted',
      message: 'a message',
      startTime: '2026-03-01T10:00:00Z',
      conditions,
      initContainerStatuses: [containerStatus],
      containerStatuses: [containerStatus],
    },
  },
  asSourceResolver: { metadata, status: { conditions, source } },
} satisfies Readonly<Record<string, JsonObject>>;
