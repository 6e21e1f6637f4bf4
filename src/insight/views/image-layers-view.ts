import { imageLayers, totalBytes, type OciImage } from './image-layers.ts';
import type { PackageView } from './packages.ts';

/** The content of a built image. */
export interface ImageLayersView {
  readonly layers: readonly LayerView[];
  /** The size of all layers, and of those that the previous image lacks, in bytes as the registry stores them. */
  readonly sizeBytes: number;
  readonly newBytes: number;
  /** True if the previous image was read, so that `isNew` is known. */
  readonly isCompared: boolean;
  /** The packages in the software bill of materials. Absent if the image has none, or it cannot be read. */
  readonly packages?: readonly PackageView[];
}

/** A layer of an image. */
export interface LayerView {
  readonly digest: string;
  readonly sizeBytes: number;
  /** Absent if there is no previous image to compare with. */
  readonly isNew?: boolean;
  /** The layer of a buildpack, the application, or the run image. */
  readonly what: string;
}

/** Returns the layers of an image, compared with those of the previous image. */
export function imageLayersView(
  image: OciImage,
  previous: OciImage | undefined,
  packages?: readonly PackageView[],
): ImageLayersView {
  const before = previous && new Set(imageLayers(previous).map(({ diffId }) => diffId));
  const layers = imageLayers(image).map(({ diffId, digest, sizeBytes, part, version }): LayerView => ({
    digest,
    sizeBytes,
    ...(before !== undefined && { isNew: !before.has(diffId) }),
    what: version === undefined ? part : `${part}@${version}`,
  }));
  return {
    layers,
    sizeBytes: totalBytes(layers),
    newBytes: totalBytes(layers.filter(({ isNew }) => isNew === true)),
    isCompared: before !== undefined,
    ...(packages !== undefined && { packages }),
  };
}
