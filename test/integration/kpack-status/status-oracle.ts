import type { JsonObject } from '../../../src/model/json.ts';
import { startLineProgram, type LineProgram } from '../kpack/line-program.ts';

/** A Build and its Pod, in the words of the program (test/cluster/programs/kpack/cmd/status-oracle). */
export interface StatusQuestion {
  readonly build: JsonObject;
  readonly pod: JsonObject;
  /** Of containers, by name. */
  readonly logs: Readonly<Record<string, string>>;
  readonly image?: MadeImage;
}

/** What completion has written. */
export interface MadeImage {
  /** A tag with the digest behind it. */
  readonly reference: string;
  readonly labels: Readonly<Record<string, string>>;
  /** By digest. */
  readonly cache?: string;
}

/** What kpack writes, or its error, which it would try again. */
export type StatusAnswer =
  { readonly status: JsonObject; readonly error?: never } | { readonly error: string; readonly status?: never };

/** kpack, waiting for questions. */
export type StatusOracle = LineProgram<StatusQuestion, StatusAnswer>;

/** Starts the program; it lives until it is closed. */
export function startStatusOracle(program: string): StatusOracle {
  return startLineProgram(program);
}
