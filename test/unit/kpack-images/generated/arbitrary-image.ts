import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { someImage } from '../some-world.ts';
import { config, source } from './arbitrary-config.ts';
import { labels, mostly, rarely } from './arbitrary-fields.ts';

const imageBuild = fc
  .tuple(
    config,
    fc.record({
      tolerations: rarely(fc.constant([{ operator: 'Exists' }])),
      nodeSelector: rarely(fc.constant({ pool: 'builds' })),
      affinity: rarely(fc.constant({ podAffinity: {} })),
      runtimeClassName: rarely(fc.constantFrom('gvisor', '')),
      schedulerName: rarely(fc.constant('other')),
      buildTimeout: rarely(fc.constantFrom(0, 1800)),
      creationTime: rarely(fc.constantFrom('now', '0')),
    }),
  )
  .map(([first, second]) => ({ ...first, ...second }));

export const image = fc
  .record({
    spec: fc.record({
      tag: mostly('registry.example/web', 'registry.example:5000/shop/web:v1', 'shop/web:latest', 'web'),
      builder: mostly<JsonObject>(
        { kind: 'ClusterBuilder', name: 'base' },
        { kind: 'Builder', name: 'base' },
        { kind: 'Builder', name: 'base', namespace: 'apps' },
        { kind: 'Builder', name: 'base', namespace: 'other' },
        { kind: 'ClusterBuilder', name: 'missing' },
      ),
      source,
      cache: rarely(
        fc.constantFrom(
          {},
          { volume: { size: '2Gi' } },
          { volume: { size: '2Gi', storageClassName: 'fast' } },
          { registry: { tag: 'registry.example/cache' } },
          { registry: { tag: '' }, volume: { size: '500M' } },
        ),
        4,
      ),
      build: rarely(imageBuild, 6),
      imageTaggingStrategy: mostly('BuildNumber', 'None'),
      additionalTags: rarely(fc.constantFrom([], ['registry.example/web:stable'])),
      successBuildHistoryLimit: fc.integer({ min: 1, max: 4 }),
      failedBuildHistoryLimit: fc.integer({ min: 1, max: 4 }),
      projectDescriptorPath: rarely(fc.constant('project.toml')),
      defaultProcess: rarely(fc.constant('web')),
      cosign: rarely(fc.constantFrom({}, { annotations: [{ name: 'a', value: 'b' }] })),
      notary: rarely(fc.constant({ v1: { url: 'https://notary.example', secretRef: { name: 'n' } } })),
    }),
    metadata: fc.record({
      generation: fc.integer({ min: 1, max: 3 }),
      labels,
      annotations: rarely(fc.constantFrom({ owner: 'shop' }, { 'image.kpack.io/additionalBuildNeeded': 'x' })),
    }),
    status: rarely(
      fc.record({
        observedGeneration: fc.integer({ min: 0, max: 3 }),
        buildCounter: rarely(fc.integer({ min: 1, max: 12 })),
        latestImage: rarely(fc.constant(`registry.example/web@sha256:${'e'.repeat(64)}`), 6),
        latestStack: rarely(fc.constant('io.example.stack'), 3),
        latestBuildRef: rarely(fc.constant('web-build-1'), 3),
        buildCacheName: rarely(fc.constant('web-cache'), 3),
      }),
      6,
    ),
  })
  .map(({ spec, metadata, status }) => someImage(spec as JsonObject, metadata as JsonObject, status as JsonObject));
