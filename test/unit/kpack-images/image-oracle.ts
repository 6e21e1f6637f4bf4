import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Ask } from '../kpack/recorded-answers.ts';

/** An Image and the objects around it, as input of the program (test/cluster/programs/kpack/cmd/image-oracle). */
export interface ImageWorld {
  readonly image: JsonObject;
  readonly builder?: JsonObject;
  readonly clusterBuilder?: JsonObject;
  readonly sourceResolver?: JsonObject;
  readonly builds: readonly JsonObject[];
  readonly claim?: JsonObject;
  readonly priorityClasses: boolean;
}

/** Each write of kpack, and kpack's error, after which kpack would retry. */
export interface ImageAnswer {
  readonly writes: readonly KpackWrite[];
  readonly error?: string;
}

/** One request that changes an object. */
export interface KpackWrite {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** The resource and the name: `builds`, `images/some/status`. */
  readonly path: string;
  readonly body: JsonObject | null;
}

/** Asks kpack what it writes for an Image. */
export type AskForImage = Ask<ImageWorld, ImageAnswer>;
