import type { FieldPath, FieldProblem } from '../model/problem.ts';
import type { BuilderScope, BuildpackSource, Resource } from './buildpack-source.ts';
import type { Choice } from './select-buildpack.ts';
import type { BaseImages } from './base-images.ts';
import type { Offer } from './offer.ts';
import type { OrderEntry } from './order-entry.ts';

/** The input of resolution: a builder's order, its base images, and the available buildpacks. */
export interface ResolutionRequest extends BaseImages {
  readonly builder: BuilderScope;
  /** `spec.order`. */
  readonly order: readonly { readonly group: readonly OrderEntry[] }[];
  readonly sources: readonly BuildpackSource[];
}

/** The result of resolution. A refused resolution still contains the entries that were resolved, for display. */
export type Resolution =
  | {
      readonly kind: 'resolved';
      readonly entries: readonly ResolvedEntry[];
      /** All buildpacks that the builder image must contain: each once, children before their parents. */
      readonly buildpacks: readonly ContainedBuildpack[];
      readonly order: ResolvedOrder;
    }
  | {
      readonly kind: 'refused';
      readonly entries: readonly ResolvedEntry[];
      readonly problems: readonly [FieldProblem, ...FieldProblem[]];
    };

/** A buildpack of the builder image, and the other resources that offer the same layer under the same id and version. */
export interface ContainedBuildpack extends Offer {
  readonly alsoIn: readonly Resource[];
}

/** An order entry and the buildpack that was selected for it. */
export interface ResolvedEntry extends Choice {
  /** The path of the entry, such as `['spec', 'order', 2, 'group', 1]`. */
  readonly path: FieldPath;
}

/** The order by id and version, as in a Builder's status, order.toml and the label of the builder image. */
export type ResolvedOrder = readonly { readonly group: readonly ResolvedReference[] }[];

/** An entry of the resolved order. `optional` is absent unless true. */
interface ResolvedReference {
  readonly id: string;
  readonly version: string;
  readonly optional?: true;
}
