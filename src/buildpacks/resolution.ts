import type { FieldPath, FieldProblem } from '../model/problem.ts';
import type { BuilderScope } from './builder-scope.ts';
import type { Choice } from './choice.ts';
import type { BaseImages } from './compatibility/base-images.ts';
import type { Offer } from './offer.ts';
import type { OrderEntry } from './reference.ts';
import type { BuildpackSource } from './source.ts';

/** What a builder asks for, and all that it may choose from. */
export interface ResolutionRequest extends BaseImages {
  readonly builder: BuilderScope;
  /** `spec.order`. */
  readonly order: readonly { readonly group: readonly OrderEntry[] }[];
  readonly sources: readonly BuildpackSource[];
}

/** What the order means. Where it is refused, the entries that were found are still there to be shown. */
export type Resolution =
  | {
      readonly kind: 'resolved';
      readonly entries: readonly ResolvedEntry[];
      /** All that the builder must contain: children before their parents, and none twice. */
      readonly buildpacks: readonly Offer[];
      readonly order: ResolvedOrder;
    }
  | {
      readonly kind: 'refused';
      readonly entries: readonly ResolvedEntry[];
      readonly problems: readonly [FieldProblem, ...FieldProblem[]];
    };

/** One order entry and the buildpack chosen for it. */
export interface ResolvedEntry extends Choice {
  /** `['spec', 'order', 2, 'group', 1]`. */
  readonly path: FieldPath;
}

/** The order as kpack writes it into a status, order.toml and the builder's label. */
export type ResolvedOrder = readonly { readonly group: readonly ResolvedReference[] }[];

/** `optional` is there only where it is true. */
interface ResolvedReference {
  readonly id: string;
  readonly version: string;
  readonly optional?: true;
}
