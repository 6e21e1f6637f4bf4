import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Ask } from '../kpack/recorded-answers.ts';

/** A Build and its Pod, as input of the program (test/cluster/programs/kpack/cmd/status-oracle). */
export interface StatusQuestion {
  readonly build: JsonObject;
  readonly pod: JsonObject;
  /** The logs of containers, by name. */
  readonly logs: Readonly<Record<string, string>>;
  readonly image?: MadeImage;
}

/** The result of completion. */
export interface MadeImage {
  /** A tag with the digest appended. */
  readonly reference: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The image by digest. */
  readonly cache?: string;
}

/** kpack's status, or its error, after which kpack would retry. */
export type StatusAnswer =
  | { readonly status: JsonObject; readonly error?: never }
  | { readonly error: string; readonly status?: never };

/** Asks kpack for the status that it writes. */
export type AskForStatus = Ask<StatusQuestion, StatusAnswer>;
