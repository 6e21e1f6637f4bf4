import type { Blob } from '../../registry/image.ts';
import type { BaseImage } from '../parts/base-image.ts';
import type { BuilderLayer } from './builder-layer.ts';

/** A builder image, ready to be sent: nothing of it is to be found out any more. */
export interface BuilderImage {
  /** Tag and digest, as kpack writes it into `status.latestImage`. */
  readonly reference: string;
  readonly tag: string;
  readonly manifest: Blob;
  readonly config: Blob;
  /** Those of the build image. */
  readonly baseLayers: readonly BaseLayer[];
  readonly layers: readonly BuilderLayer[];
  /** The run image, which kpack copies to where builds may read it. */
  readonly runImage: { readonly from: string; readonly to: string };
}

/** A layer of the build image, and the image. */
export interface BaseLayer {
  readonly descriptor: BaseImage['manifest']['read']['layers'][number];
  readonly image: string;
}
