import type { JsonObject } from '../../../src/model/json.ts';
import { startLineProgram, type LineProgram } from '../kpack/line-program.ts';

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

/** A running kpack program that answers requests. */
export type StatusOracle = LineProgram<StatusQuestion, StatusAnswer>;

/** Starts the program, which runs until `close` is called. */
export function startStatusOracle(program: string): StatusOracle {
  return startLineProgram(program);
}
