import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';

type Spec = Readonly<Record<string, unknown>>;

/** A v1alpha2 object of the group kpack.io. */
function kpackObject(kind: string, spec: Spec, name = 'some'): KubernetesObject {
  return { apiVersion: 'kpack.io/v1alpha2', kind, metadata: { name }, spec };
}

const GIT = { git: { url: 'https://git.example/app.git', revision: 'main' } };
const ACCOUNT = { name: 'builder', namespace: 'builders' };
const STACK = { kind: 'ClusterStack', name: 'base' };

const TEMPLATE: Spec = {
  services: [
    { kind: 'Secret', name: 'database' },
    { apiVersion: 'sql.example/v1', kind: 'Instance', name: 'other' },
  ],
  cnbBindings: [{ name: 'legacy', metadataRef: { name: 'metadata' }, secretRef: { name: 'secret' } }],
  env: [
    { name: 'PLAIN', value: 'x' },
    { name: 'EMPTY' },
    { name: 'FROM', valueFrom: { configMapKeyRef: { name: 'map', key: 'key' } } },
  ],
  resources: { requests: { cpu: 1, memory: '1.5Gi' }, limits: { cpu: '2500m' } },
  tolerations: [{ key: 'builds', operator: 'Exists' }],
  nodeSelector: { pool: 'builds', 'kubernetes.io/arch': 'amd64' },
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } },
  runtimeClassName: 'gvisor',
  schedulerName: 'fair',
  creationTime: 'now',
};

/** A minimal valid object of each kind. */
export const LEAST: Readonly<Record<string, KubernetesObject>> = {
  Build: kpackObject('Build', {
    tags: ['registry.example/app:1'],
    builder: { image: 'registry.example/builder' },
    source: GIT,
  }),
  Image: kpackObject('Image', { tag: 'registry.example/app', builder: { kind: 'Builder', name: 'java' }, source: GIT }),
  Builder: kpackObject('Builder', { tag: 'registry.example/builder', stack: { name: 'base' } }),
  ClusterBuilder: kpackObject('ClusterBuilder', {
    tag: 'registry.example/builder',
    stack: STACK,
    serviceAccountRef: ACCOUNT,
  }),
  Buildpack: kpackObject('Buildpack', { image: 'registry.example/java' }),
  ClusterBuildpack: kpackObject('ClusterBuildpack', { image: 'registry.example/java' }),
  ClusterStore: kpackObject('ClusterStore', { sources: [{ image: 'registry.example/java' }] }),
  ClusterStack: kpackObject('ClusterStack', {
    id: 'io.example.base',
    buildImage: { image: 'registry.example/build' },
    runImage: { image: 'registry.example/run' },
  }),
  ClusterLifecycle: kpackObject('ClusterLifecycle', { image: 'registry.example/lifecycle' }),
  SourceResolver: kpackObject('SourceResolver', { source: GIT }),
};

const BUILDER = {
  tag: 'localhost:5000/builder:latest',
  store: { name: 'default', kind: 'ClusterStore' },
  order: [
    {
      group: [
        { id: 'example/java', version: '1.2' },
        { id: '', name: 'java', kind: 'Buildpack' },
      ],
    },
    {
      group: [
        { image: 'registry.example/java:1', optional: true },
        { kind: 'ClusterBuildpack', name: 'go', id: 'example/go' },
      ],
    },
    {},
  ],
  additionalLabels: { team: '' },
};

/** Valid objects in which all fields with rules are set. */
export const ACCEPTED: readonly KubernetesObject[] = [
  ...Object.values(LEAST),
  kpackObject('Build', {
    ...TEMPLATE,
    tags: ['app/web', 'localhost:5000/app/web:1', '[::1]:5000/app/web'],
    builder: { image: '', ref: { kind: 'ClusterBuilder', name: 'java' }, imagePullSecrets: [{ name: 'pull' }] },
    source: { blob: { url: 'https://blobs.example/app.zip', auth: 'helper', stripComponents: 0 }, subPath: 'web' },
    cache: { volume: { persistentVolumeClaimName: 'cache' } },
    lastBuild: { image: `registry.example/app@sha256:${'a'.repeat(64)}`, cache: { image: '' }, stackId: 'x' },
    priorityClassName: 'builds-high',
    activeDeadlineSeconds: 60,
  }),
  kpackObject('Build', {
    ...(LEAST['Build']?.['spec'] as Spec),
    source: { registry: { image: 'registry.example/source', imagePullSecrets: [] } },
    cache: { registry: { tag: 'registry.example/cache' } },
    lastBuild: { image: '' },
  }),
  kpackObject('Image', {
    tag: 'app/web',
    additionalTags: ['docker.io/app/web:1', 'index.docker.io/app/web'],
    builder: { kind: 'ClusterBuilder', name: 'java' },
    source: { blob: { url: 'https://blobs.example/app.zip', auth: '', stripComponents: 1 } },
    cache: { volume: { size: '2G', storageClassName: 'fast' } },
    failedBuildHistoryLimit: 1,
    successBuildHistoryLimit: 1,
    build: { ...TEMPLATE, creationTime: '1700000000', buildTimeout: 60 },
    cosign: { annotations: [{ name: 'team', value: 'web' }] },
  }),
  kpackObject('Builder', { ...BUILDER, stack: { name: 'base' }, serviceAccount: 'builder' }),
  kpackObject('ClusterBuilder', { ...BUILDER, stack: STACK, serviceAccountRef: ACCOUNT }),
];

/** Returns the minimal object of a kind with a value at a path of its spec, such as `source.git` or `tags.0`. */
export function withField(kind: string, path: string, value: unknown): KubernetesObject {
  const object = structuredClone(LEAST[kind]) as KubernetesObject;
  const segments = ['spec', ...path.split('.')];
  const last = segments.pop() ?? '';
  let parent = object as Record<string, unknown>;
  for (const [index, segment] of segments.entries()) {
    parent[segment] ??= /^\d+$/.test(segments[index + 1] ?? last) ? [] : {};
    parent = parent[segment] as Record<string, unknown>;
  }
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return object;
}
