import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { COMMIT, OLD_COMMIT, someClaim, someResolver } from '../some-world.ts';
import { source } from './arbitrary-config.ts';
import { condition, labels, mostly, present, rarely } from './arbitrary-fields.ts';

const resolved = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        url: fc.constant('https://git.example/web'),
        revision: mostly(OLD_COMMIT, COMMIT),
        type: mostly('Branch', 'Tag', 'Commit', 'Unknown'),
        initializeSubmodules: rarely(fc.boolean()),
        subPath: rarely(fc.constantFrom('', 'app')),
      })
      .map((git) => ({ git })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      {},
      { blob: { url: 'https://blobs.example/web.zip' } },
      { blob: { url: 'https://blobs.example/web.zip', auth: 'secret', stripComponents: 2, subPath: 'app' } },
      { registry: { image: 'registry.example/source' } },
      { registry: { image: 'registry.example/source', imagePullSecrets: [{ name: 'pull' }], subPath: 'a' } },
    ),
  },
);

export const resolver = (spec: JsonObject): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      status: fc.record({
        conditions: fc.tuple(condition('Ready')),
        observedGeneration: mostly(1, 0),
        source: resolved,
      }),
      spec: fc.record({
        source: fc.oneof({ weight: 6, arbitrary: fc.constant(spec) }, { weight: 1, arbitrary: source }),
      }),
      metadata: fc.record({ labels }),
    })
    .map((made) => someResolver(made.status as never, made.spec as never, made.metadata as never));

export const claim = fc
  .record({
    storage: mostly('2Gi', '1Gi', '4Gi', '2048Mi'),
    metadata: fc.record({
      labels,
      deletionTimestamp: rarely(fc.constant('2026-02-01T00:00:00Z')),
      ownerReferences: rarely(fc.constant([])),
    }),
    spec: fc.record({ storageClassName: rarely(fc.constantFrom('fast', 'slow'), 3) }),
  })
  .map(({ storage, metadata, spec }) => someClaim(storage, present(metadata), present(spec)));
