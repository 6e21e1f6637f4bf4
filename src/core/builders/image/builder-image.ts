import type { Offer } from '../../buildpacks/offer.ts';
import type { ResolvedOrder } from '../../buildpacks/resolution.ts';
import type { BuilderLifecycle } from '../resources/lifecycle.ts';
import type { BuilderStack } from '../resources/stack.ts';
import type { Blob } from '../../oci/image.ts';
import type { BaseImage } from '../resources/base-image.ts';

/** The content of a builder image. Its digest depends on nothing else. */
export interface BuilderContent {
  /** The full tag: `registry.example.com/builders/java:latest`. */
  readonly tag: string;
  readonly stack: BuilderStack;
  readonly lifecycle: BuilderLifecycle;
  /** All buildpacks of the order, each id and version once. */
  readonly buildpacks: readonly Offer[];
  readonly order: ResolvedOrder;
  /** `spec.additionalLabels`. */
  readonly labels: Readonly<Record<string, string>>;
  /** The highest Platform API that Builds use. Above 0.11, the lifecycle reads run.toml. */
  readonly maximumPlatformApi: string;
}

/** An assembled builder image. */
export interface BuilderImage {
  /** Tag and digest, as kpack writes it into `status.latestImage`. */
  readonly reference: string;
  readonly tag: string;
  readonly manifest: Blob;
  readonly config: Blob;
  /** The layers of the build image. */
  readonly baseLayers: readonly BaseLayer[];
  readonly layers: readonly BuilderLayer[];
  /** The run image and the tag that it is copied to, so that Builds can read it. */
  readonly runImage: { readonly from: string; readonly to: string };
}

/** A layer of the build image, with the image that contains it. */
export interface BaseLayer {
  readonly descriptor: BaseImage['manifest']['read']['layers'][number];
  readonly image: string;
}

/** A layer of a builder image, with the origin of its bytes. */
export interface BuilderLayer {
  readonly descriptor: {
    readonly mediaType: string;
    readonly size: number;
    readonly digest: string;
  };
  readonly diffId: string;
  readonly origin: LayerOrigin;
  /** The description that `docker history` prints. */
  readonly what: string;
}

/** Another image's repository, or content that was generated for this builder. */
export type LayerOrigin =
  | { readonly kind: 'image'; readonly image: string }
  | { readonly kind: 'content'; readonly content: Uint8Array };
