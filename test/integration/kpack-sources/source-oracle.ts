import type { SourceResolver } from '../../../src/core/api/kpack/source-resolver.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { startLineProgram, type LineProgram } from '../kpack/line-program.ts';

/** kpack's status, or its error, after which kpack would retry (test/cluster/programs/kpack/cmd/source-oracle). */
export interface SourceAnswer {
  readonly status?: JsonObject;
  readonly error?: string;
  /** True if kpack will ask the git server again. */
  readonly isPolled: boolean;
}

/** A running kpack program that reconciles SourceResolvers. */
export type SourceOracle = LineProgram<SourceResolver, SourceAnswer>;

/** Starts the program, which runs until `close` is called. */
export function startSourceOracle(program: string): SourceOracle {
  return startLineProgram(program);
}
