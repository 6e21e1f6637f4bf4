import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../src/core/model/json.ts';
import { isJsonObject } from '../../../../../src/core/model/json.ts';
import { asBuild } from '../../../../../src/core/model/objects/build.ts';
import { asBuilder } from '../../../../../src/core/model/objects/builder.ts';
import { asImage, asSourceResolver } from '../../../../../src/core/model/objects/image.ts';
import { asConfigMap } from '../../../../../src/core/model/objects/config-map.ts';
import { asDefinition } from '../../../../../src/core/model/objects/definition.ts';
import { asImageConfig } from '../../../../../src/core/model/objects/image-config.ts';
import { asLease } from '../../../../../src/core/model/objects/lease.ts';
import { asContainerState } from '../../../../../src/core/model/objects/container.ts';
import { asProvisionedService } from '../../../../../src/core/model/objects/provisioned-service.ts';
import { asSecret } from '../../../../../src/core/model/objects/secret.ts';
import { asServiceAccount } from '../../../../../src/core/model/objects/service-account.ts';
import { asTaskRun } from '../../../../../src/core/model/objects/task-run.ts';
import { asObject } from '../../../../../src/core/model/objects/object-meta.ts';
import { asEvent, asPod } from '../../../../../src/core/model/objects/pod.ts';
import type { Reader } from '../../../../../src/core/model/objects/reader.ts';
import { FULL } from './full-objects.ts';

const SHAPES: Readonly<Record<keyof typeof FULL, Reader<unknown>>> = {
  asBuild,
  asBuilder,
  asConfigMap,
  asContainerState,
  asDefinition,
  asEvent,
  asImage,
  asImageConfig,
  asLease,
  asObject,
  asPod,
  asProvisionedService,
  asSecret,
  asServiceAccount,
  asSourceResolver,
  asTaskRun,
};

/** Returns the type of each field that a shape names, by its path. Items of a list have the path of the list. */
function typesOf(value: unknown, path = ''): readonly (readonly [path: string, type: string])[] {
  if (Array.isArray(value)) return [[path, 'list'], ...value.flatMap((item) => typesOf(item, `${path}[]`))];
  if (typeof value !== 'object' || value === null || !('raw' in value)) return [[path, typeof value]];
  expect(isJsonObject(value.raw), path).to.equal(true);
  const prototype: unknown = Object.getPrototypeOf(value);
  const names = typeof prototype === 'object' ? Object.getOwnPropertyNames(prototype ?? {}) : [];
  const fields = names.map((name) => typesOf((value as Record<string, unknown>)[name], `${path}.${name}`));
  return 'get' in value ? [[path, 'map']] : [[path, 'fields'], ...fields.flat()];
}

/** Returns the value with any of its parts replaced by another value. */
function changed(value: Json): fc.Arbitrary<Json> {
  const other: fc.Arbitrary<Json> = fc.oneof(
    fc.constant(''),
    fc.jsonValue().map((any) => any as Json),
  );
  const kept: fc.Arbitrary<Json> = Array.isArray(value)
    ? fc.tuple(...value.map((item: Json) => changed(item)))
    : isJsonObject(value)
      ? fc
          .record(Object.fromEntries(Object.entries(value).map(([key, field]) => [key, changed(field)])), {
            requiredKeys: [],
          })
          .map((fields) => fields as JsonObject)
      : fc.constant(value);
  return fc.oneof({ weight: 9, arbitrary: kept }, { weight: 1, arbitrary: other });
}

describe('shapes of objects', () => {
  for (const [name, read] of Object.entries(SHAPES)) {
    const full = FULL[name as keyof typeof FULL];
    const declared = new Map(typesOf(read(full)));

    it(`${name} reads every field of a full object`, () => {
      expect([...declared].filter(([, type]) => type === 'undefined')).to.deep.equal([]);
    });

    it(`${name} reads any JSON, and a field has its type or is absent`, () => {
      fc.assert(
        fc.property(
          fc.oneof(
            changed(full),
            fc.jsonValue().map((any) => any as Json),
          ),
          (value) => {
            for (const [path, type] of typesOf(read(value))) {
              const expected = declared.get(path);
              const mayBeAbsent = expected !== 'list' && expected !== 'map' && expected !== 'boolean';
              if (!(mayBeAbsent && type === 'undefined')) expect(type, path).to.equal(expected);
            }
          },
        ),
      );
    });
  }
});
