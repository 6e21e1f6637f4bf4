import type { JsonObject } from '../../../src/model/json.ts';
import { startLineProgram, type LineProgram } from '../kpack/line-program.ts';

/** A builder with all that it may use, in the words of the program (test/cluster/programs/kpack/cmd/builder-oracle). */
export interface OracleQuestion {
  /** `resolve` leaves the builder in memory, `assemble` pushes it. */
  readonly ask: 'resolve' | 'assemble';
  readonly builder: object;
  readonly buildpacks: readonly object[];
  readonly clusterBuildpacks: readonly object[];
  readonly clusterStore?: object;
  readonly clusterStack: object;
  readonly clusterLifecycle: object;
  /** Of the images in the statuses, where they are in no registry. */
  readonly platforms?: object;
}

/** What kpack makes of a builder, or its refusal, or that it died. */
export interface OracleAnswer {
  readonly refusal?: string;
  readonly crashed?: string;
  /** Of `resolve`: each entry of the order by itself, unless kpack recursed for ever. */
  readonly entries?: readonly (readonly OracleEntry[])[];
  readonly status?: JsonObject & { readonly order?: readonly JsonObject[] };
  /** Of `resolve`: the builder's label `io.buildpacks.buildpack.layers`. */
  readonly layers?: Readonly<Record<string, Readonly<Record<string, { readonly layerDiffID: string }>>>>;
  /** Of `assemble`: what the registry has of it. */
  readonly manifest?: string;
  readonly config?: string;
}

export interface OracleEntry {
  readonly refusal?: string;
  readonly crashed?: string;
  readonly buildpack?: {
    readonly id: string;
    readonly version: string;
    readonly diffId: string;
    /** Whom its layer is pulled as. */
    readonly account: { readonly name: string; readonly namespace: string };
  };
}

/** kpack, waiting for questions. */
export type BuilderOracle = LineProgram<OracleQuestion, OracleAnswer>;

/** Starts the program; it lives until it is closed. */
export function startBuilderOracle(program: string): BuilderOracle {
  return startLineProgram(program);
}
