import { childName } from '../../../../src/core/model/names.ts';
import type { ImageWorld } from '../image-oracle.ts';
import { someImage, someResolver, someWorld } from '../some-world.ts';
import { VOLUME, type WrittenWorld } from './written-world.ts';

/** Worlds in which the Image has no Build yet. */
export const FIRST_BUILDS: readonly WrittenWorld[] = [
  { name: 'the first Build', world: someWorld({ builds: [] }), expected: 'CONFIG' },
  {
    name: 'the first Build with every field',
    world: someWorld({
      builds: [],
      priorityClasses: true,
      image: someImage(
        {
          tag: 'registry.example/web:v2',
          additionalTags: ['registry.example/web:stable'],
          cache: { registry: { tag: 'registry.example/cache' } },
          projectDescriptorPath: 'project.toml',
          defaultProcess: 'web',
          cosign: { annotations: [{ name: 'team', value: 'shop' }] },
          build: {
            services: [{ apiVersion: 'v1', kind: 'Secret', name: 'orders' }],
            cnbBindings: [{ name: 'db', metadataRef: { name: 'db-metadata' }, secretRef: { name: 'db' } }],
            env: [
              { name: 'A', value: '<a> & "b" \u2028' },
              { name: 'B', value: '' },
              { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
              { name: 'D', valueFrom: { configMapKeyRef: { name: 'c', key: 'k', optional: false } } },
              { name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            ],
            resources: { limits: { memory: '2048Mi', cpu: '1500m' }, requests: { cpu: '0.5', memory: '1G' } },
            tolerations: [{ key: 'builds', operator: 'Exists', tolerationSeconds: 0 }],
            nodeSelector: { pool: 'builds' },
            affinity: { nodeAffinity: {} },
            runtimeClassName: 'gvisor',
            schedulerName: 'other',
            buildTimeout: 1800,
            creationTime: 'now',
          },
        },
        { labels: { team: 'shop' }, annotations: { owner: 'shop' } },
      ),
      sourceResolver: someResolver({}, {}, { labels: { team: 'shop' } }),
    }),
    expected: 'CONFIG',
  },
  { name: 'a long name', world: longName('w'.repeat(60)), expected: 'CONFIG' },
  {
    name: 'no numbered tag',
    world: someWorld({ builds: [], image: someImage({ imageTaggingStrategy: 'None' }) }),
    expected: 'CONFIG',
  },
];

function longName(name: string): ImageWorld {
  const image = someImage(VOLUME, { name }, { buildCacheName: childName(name, '-cache') });
  const metadata = { name: childName(name, '-source') };
  return someWorld({ builds: [], image, sourceResolver: someResolver({}, {}, metadata) });
}
