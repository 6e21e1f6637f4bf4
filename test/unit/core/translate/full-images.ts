import { someClusterBuilder, someFacts } from '../../../support/documents.ts';

/** Images of each version with every field of their schema, and the objects that they name. */
export const FULL_IMAGES: readonly {
  readonly title: string;
  readonly documents: readonly { readonly value: unknown }[];
}[] = [
  {
    title: 'a v1alpha2 Image with every field',
    documents: withSurroundings({
      apiVersion: 'kpack.io/v1alpha2',
      kind: 'Image',
      metadata: { name: 'web', namespace: 'apps', labels: { team: 'a' }, annotations: { owner: 'b' } },
      spec: {
        tag: 'registry.example.com/web',
        additionalTags: ['registry.example.com/web:stable'],
        builder: { kind: 'ClusterBuilder', name: 'base' },
        serviceAccountName: 'builder',
        source: {
          git: { url: 'https://git.example.com/web.git', revision: 'main', initializeSubmodules: true },
          subPath: 'app',
        },
        cache: { volume: { size: '2Gi', storageClassName: 'fast' } },
        imageTaggingStrategy: 'None',
        projectDescriptorPath: 'project.toml',
        defaultProcess: 'web',
        cosign: { annotations: [{ name: 'team', value: 'a' }] },
        build: {
          services: [{ kind: 'Secret', name: 'database', apiVersion: 'v1' }],
          env: [{ name: 'MODE', value: 'fast' }],
          resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } },
          tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'builds', effect: 'NoSchedule' }],
          nodeSelector: { disk: 'ssd' },
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] }],
              },
            },
          },
          runtimeClassName: 'gvisor',
          schedulerName: 'other',
          creationTime: '1700000000',
          buildTimeout: 600,
        },
      },
    }),
  },
  {
    title: 'a v1alpha1 Image with every field',
    documents: withSurroundings({
      apiVersion: 'kpack.io/v1alpha1',
      kind: 'Image',
      metadata: { name: 'web', namespace: 'apps' },
      spec: {
        tag: 'registry.example.com/web',
        builder: { kind: 'ClusterBuilder', name: 'base' },
        serviceAccount: 'builder',
        cacheSize: '2Gi',
        source: { blob: { url: 'https://files.example.com/web.zip', auth: 'secret', stripComponents: 1 } },
        imageTaggingStrategy: 'BuildNumber',
        build: {
          env: [{ name: 'MODE', value: 'fast' }],
          resources: { limits: { memory: '2Gi' } },
          bindings: [{ name: 'database', metadataRef: { name: 'database-kind' }, secretRef: { name: 'database' } }],
        },
      },
    }),
  },
];

function withSurroundings(image: unknown): readonly { readonly value: unknown }[] {
  const builderImage = `registry.example.com/builder@sha256:${'a'.repeat(64)}`;
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'database', namespace: 'apps' },
    type: 'Opaque',
  };
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'builder', namespace: 'apps' } };
  const status = {
    latestImage: builderImage,
    stack: { id: 'stack', runImage: `registry.example.com/run@sha256:${'b'.repeat(64)}` },
  };
  const facts = someFacts({ image: builderImage, digest: `sha256:${'a'.repeat(64)}`, stackId: 'stack' });
  return [...[image, secret, account].map((value) => ({ value })), someClusterBuilder(status), facts];
}
