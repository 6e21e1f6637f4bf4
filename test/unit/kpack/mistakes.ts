type Fields = Readonly<Record<string, unknown>>;

/** A mistake in a Build: fields of its spec, or of the facts about its builder. */
export interface Mistake {
  readonly spec?: Fields;
  readonly facts?: Fields;
}

/** One mistake of each kind that taskpack or kpack rejects. */
export const MISTAKES: readonly Mistake[] = [
  { spec: { source: { git: { url: 'https://git.example.com/app', revision: 'main' }, subPath: '../other' } } },
  { spec: { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } } },
  { spec: { resources: { limits: { memory: '-1' } } } },
  { spec: { activeDeadlineSeconds: 0 } },
  { spec: { serviceAccountName: 'Not_A_Name' } },
  { spec: { cache: { volume: { persistentVolumeClaimName: 'Not_A_Name' } } } },
  { spec: { cache: { registry: { tag: '$(HOME)' } } } },
  { spec: { cache: { registry: { tag: 'registry.example.com/cache' }, volume: {} } } },
  { spec: { runImage: { image: '$(HOME)' } } },
  { spec: { services: [{ apiVersion: 'v1', kind: 'Secret', name: '..' }] } },
  { spec: { services: [{ apiVersion: 'v1', kind: 'Secret', name: 'UPPER' }] } },
  { spec: { tags: ['registry.example.com/app:NOT:A:TAG'] } },
  { spec: { lastBuild: { image: 'NOT AN IMAGE' } } },
  { spec: { creationTime: 'yesterday' } },
  { spec: { env: [{ name: 'with space', value: '1' }] } },
  { spec: { nodeSelector: { 'kubernetes.io/os': 'windows' } } },
  { spec: { resource: {} } },
  { spec: { notary: { v1: { url: 'https://notary.example.com', secretRef: { name: 'notary' } } } } },
  { spec: { runImage: {} }, facts: { runImage: undefined } },
  { facts: { uid: undefined } },
  { facts: { uid: 0 } },
  { facts: { platform: { os: 'windows', architecture: 'amd64' } } },
  { facts: { lifecycle: { apis: { platform: { supported: ['0.6', '0.15'] } } } } },
  { spec: { source: { blob: { url: 'https://blobs.example.com/app.zip', auth: 'helper' } } } },
  { spec: { source: { git: { url: 'not a url', revision: 'main' } } } },
  { spec: { source: { blob: { url: 'ftp://blobs.example.com/app.zip' } } } },
  { spec: { resources: { requests: { cpus: 2 } } } },
  { spec: { resources: { requests: { 'nvidia.com/gpu': 1 } } } },
  { spec: { tolerations: [{ key: 'a', operator: 'Exist' }] } },
  { spec: { nodeSelector: { zone: 'a b' } } },
  {
    spec: { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } } },
  },
  { spec: { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } }] } },
  { spec: { priorityClassName: 'Not_A_Name' } },
  { spec: { env: [{ name: 'A', value: 'b\0' }] } },
];
