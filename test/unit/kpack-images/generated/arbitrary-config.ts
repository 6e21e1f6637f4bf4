import * as fc from 'fast-check';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { mostly, rarely } from './arbitrary-fields.ts';

const text = fc.oneof(fc.constantFrom('', '<x>&', '"quoted"', '\u2028', 'é\n'), fc.string({ maxLength: 5 }));
const variable = fc.oneof(
  fc.record({ name: fc.constantFrom('A', 'B'), value: text }),
  fc.record({
    name: fc.constant('C'),
    valueFrom: fc.constantFrom(
      { fieldRef: { fieldPath: 'metadata.name' } },
      { resourceFieldRef: { resource: 'limits.cpu', divisor: '1m' } },
      { resourceFieldRef: { resource: 'limits.cpu' } },
      { secretKeyRef: { name: 's', key: 'k' } },
      { configMapKeyRef: { key: 'k', optional: true } },
    ),
  }),
);

const resources = fc.constantFrom(
  {},
  { limits: { memory: '1Gi' } },
  { limits: { memory: '1024Mi', cpu: '0.5' }, requests: { cpu: '100m' } },
  { requests: { memory: '1.5Gi', 'ephemeral-storage': '1000Mi' }, claims: [{ name: 'gpu', request: 'one' }] },
);

/** The fields of a Build whose change is the reason CONFIG, without the source. */
export const config = fc.record({
  env: rarely(fc.array(variable, { maxLength: 3 }), 2),
  resources: rarely(resources, 2),
  services: rarely(fc.constantFrom([], [{ kind: 'Secret', name: 'orders', apiVersion: 'v1' }])),
  cnbBindings: rarely(
    fc.constantFrom(
      [{ name: 'db', metadataRef: { name: 'm' } }],
      [{ name: 'db', metadataRef: {}, secretRef: { name: 's' } }],
    ),
  ),
});

export const SOURCES: readonly [JsonObject, ...JsonObject[]] = [
  { git: { url: 'https://git.example/web', revision: 'main' } },
  { git: { url: 'https://git.example/web', revision: 'next', initializeSubmodules: true }, subPath: 'app' },
  { git: { url: 'https://git.example/web', revision: 'main', initializeSubmodules: false }, subPath: '' },
  { blob: { url: 'https://blobs.example/web.zip' } },
  { blob: { url: 'https://blobs.example/web.zip', auth: 'secret', stripComponents: 2 }, subPath: 'app' },
  { registry: { image: 'registry.example/source' } },
  { registry: { image: 'registry.example/source', imagePullSecrets: [{ name: 'pull' }] }, subPath: 'a' },
];

export const source = mostly(...SOURCES);
