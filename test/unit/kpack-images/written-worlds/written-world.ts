import type { JsonObject } from '../../../../src/core/model/json.ts';
import type { ImageWorld } from '../image-oracle.ts';
import { COMMIT } from '../some-world.ts';

/** A world, the expected effect in taskpack, and the ids of the differences that it shows. */
export interface WrittenWorld {
  readonly name: string;
  readonly world: ImageWorld;
  /** The reasons of the next Build; or the reason of the condition Ready, if no Build is created. */
  readonly expected: string;
  readonly differences?: readonly string[];
}

/** kpack's annotation that asks for a Build. */
export const TRIGGER = 'image.kpack.io/additionalBuildNeeded';

/** The status of a SourceResolver whose branch has moved. */
export const MOVED = { source: { git: { url: 'https://git.example/web', revision: COMMIT, type: 'Branch' } } };

/** Fields of an Image with a claim of 2Gi. */
export const VOLUME = { cache: { volume: { size: '2Gi' } } };

/** Fields of an Image with another environment. */
export function env(value: string): JsonObject {
  return { build: { env: [{ name: 'BP_JVM_VERSION', value }] } };
}
