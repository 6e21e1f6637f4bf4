import type { JsonObject } from '../../../src/core/model/json.ts';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { ImageWorld } from './image-oracle.ts';

/** Returns the number of a Build; `undefined` if its label is not a number. */
export function numberOf(build: JsonObject): number | undefined {
  const label = textAt(objectAt(objectAt(build, 'metadata'), 'labels'), 'image.kpack.io/buildNumber') ?? '';
  return /^\d+$/.test(label) ? Number(label) : undefined;
}

export function nameOf(object: JsonObject): string {
  return textAt(objectAt(object, 'metadata'), 'name') ?? '';
}

/** Returns the status of the condition Succeeded: `Unknown` without one. */
export function endOf(build: JsonObject): string {
  const conditions = objectsAt(objectAt(build, 'status'), 'conditions');
  const succeeded = conditions.find(({ type }) => type === 'Succeeded');
  return succeeded === undefined ? 'Unknown' : (textAt(succeeded, 'status') ?? '');
}

export function isTerminating(object: JsonObject): boolean {
  return objectAt(object, 'metadata')['deletionTimestamp'] !== undefined;
}

/** Returns the Build with the highest number; `undefined` if none has a number. */
export function newestOf({ builds }: ImageWorld): JsonObject | undefined {
  const numbered = builds.filter((build) => numberOf(build) !== undefined);
  return numbered.toSorted((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0)).at(-1);
}

/** Returns the builder that the Image names. */
export function builderOf(world: ImageWorld): JsonObject | undefined {
  const { kind, name } = objectAt(objectAt(world.image, 'spec'), 'builder');
  const builder = kind === 'Builder' ? world.builder : world.clusterBuilder;
  return builder !== undefined && nameOf(builder) === name ? builder : undefined;
}

/** True if more than the conditions of the Image may change: its builder exists, and no Build runs. */
export function hasStep(world: ImageWorld): boolean {
  return builderOf(world) !== undefined && world.builds.every((build) => endOf(build) !== 'Unknown');
}

/** Returns the object with other fields at `key`. */
export function withFields(object: JsonObject, key: 'metadata' | 'spec' | 'status', fields: JsonObject): JsonObject {
  return { ...object, [key]: { ...objectAt(object, key), ...fields } };
}

/** Returns the world with another form of one Build. */
export function withBuild(world: ImageWorld, old: JsonObject, changed: JsonObject): ImageWorld {
  return { ...world, builds: world.builds.map((build) => (build === old ? changed : build)) };
}
