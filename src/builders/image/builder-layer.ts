/** A layer of a builder image, and where its bytes are to be had. */
export interface BuilderLayer {
  readonly descriptor: {
    readonly mediaType: string;
    readonly size: number;
    readonly digest: string;
  };
  readonly diffId: string;
  readonly origin: LayerOrigin;
  /** For people who ask what the layer is (`docker history`). */
  readonly what: string;
}

/** In the repository of another image, or written for this builder. */
export type LayerOrigin =
  { readonly kind: 'image'; readonly image: string } | { readonly kind: 'content'; readonly content: Uint8Array };
