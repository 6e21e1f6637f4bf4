import type { Offer } from './offer.ts';

/** A buildpack that was chosen, and all that a person may want to know of how. */
export interface Choice {
  readonly chosen: Offer;
  readonly why: Why;
  /** Everything else that the reference could have meant, highest version first. */
  readonly considered: readonly Considered[];
}

/** Why this version; `of` counts the versions to choose from. */
export type Why =
  | { readonly kind: 'exact' }
  | { readonly kind: 'only' }
  | { readonly kind: 'highest'; readonly of: number }
  | { readonly kind: 'range'; readonly range: string; readonly of: number };

/** `same`: the same bytes elsewhere. `lower`: a version before the chosen one. `other`: not the version asked for. */
export interface Considered extends Offer {
  readonly because: 'same' | 'lower' | 'other';
}
