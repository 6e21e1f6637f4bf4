import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { BUILDER_IMAGE, NEW_RUN_IMAGE, RUN_IMAGE, someBuilder } from '../some-world.ts';
import { condition, mostly } from './arbitrary-fields.ts';

export const runImage = mostly(
  RUN_IMAGE,
  NEW_RUN_IMAGE,
  'registry.example/run',
  'registry.example/run:latest',
  '',
  'Not an image',
);

export const buildpack = fc.constantFrom<JsonObject>(
  { id: 'example/java', version: '1.0.0' },
  { id: 'example/java', version: '1.1.0' },
  { id: 'example/node' },
  { id: 'example/go', version: '3', homepage: 'https://go.example' },
);

export function builder(kind: string, metadata: JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      status: fc.record({
        conditions: fc.tuple(condition('Ready'), condition('UpToDate')),
        observedGeneration: mostly(1, 2),
        builderMetadata: fc.uniqueArray(buildpack, {
          minLength: 2,
          maxLength: 4,
          selector: (one) => JSON.stringify(one),
        }),
        stack: fc.record({ id: fc.constant('io.example.stack'), runImage }),
        lifecycle: fc.record({ version: mostly('0.20.12', '0.20.13') }),
        latestImage: mostly(BUILDER_IMAGE, BUILDER_IMAGE.replaceAll('c', 'd')),
      }),
    })
    .map(({ status }) => someBuilder(status as unknown as JsonObject, metadata, kind));
}
