import type { JsonObject } from '../../../src/core/model/json.ts';
import type { Ask } from '../kpack/recorded-answers.ts';

/**
 * A builder and the objects that it may use, as input of the program (test/cluster/programs/kpack/cmd/builder-oracle).
 */
export interface OracleQuestion {
  /** `resolve` leaves the builder in memory, `assemble` pushes it. */
  readonly ask: 'resolve' | 'assemble';
  readonly builder: object;
  readonly buildpacks: readonly object[];
  readonly clusterBuildpacks: readonly object[];
  readonly clusterStore?: object;
  readonly clusterStack: object;
  readonly clusterLifecycle: object;
  /** The platforms of images that are in no registry. */
  readonly platforms?: object;
}

/** kpack's result for a builder: the builder, a refusal or a crash. */
export interface OracleAnswer {
  readonly refusal?: string;
  readonly crashed?: string;
  /** For `resolve`: the result of each entry. Absent if kpack recursed endlessly. */
  readonly entries?: readonly (readonly OracleEntry[])[];
  readonly status?: JsonObject & { readonly order?: readonly JsonObject[] };
  /** For `resolve`: the builder's label `io.buildpacks.buildpack.layers`. */
  readonly layers?: Readonly<Record<string, Readonly<Record<string, { readonly layerDiffID: string }>>>>;
  /** For `assemble`: the pushed image. */
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
    /** The ServiceAccount that pulls the layer. */
    readonly account: { readonly name: string; readonly namespace: string };
  };
}

/** Asks kpack about a builder. */
export type AskForBuilder = Ask<OracleQuestion, OracleAnswer>;
