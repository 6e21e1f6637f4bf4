import { groupBy } from '../../core/model/group-by.ts';
import { imageLayers, totalBytes, type OciImage, type ImageLayer } from './image-layers.ts';

/** The layers of an image, compared with those of the previous image. Sizes are in bytes, as the registry stores the layers. */
export interface LayerChangesView {
  /** The layers of the image, and those that both images have. */
  readonly count: number;
  readonly reusedCount: number;
  readonly sizeBytes: number;
  readonly oldSizeBytes: number;
  /** The size of the layers that the previous image lacks. */
  readonly newBytes: number;
  /** The parts of both images: those of this image from the bottom, and then those that only the previous image has. */
  readonly parts: readonly PartChange[];
}

/** The layers of one part of both images. */
export interface PartChange {
  /** Such as `application`, `run image` or `jre of example/java`. */
  readonly part: string;
  /** `reused` if both images have the same layers. */
  readonly change: 'added' | 'removed' | 'changed' | 'reused';
  /** The layers in the previous image and in this image. */
  readonly old: readonly ComparedLayer[];
  readonly new: readonly ComparedLayer[];
}

/** A layer of one of two images. */
export interface ComparedLayer {
  readonly diffId: string;
  readonly sizeBytes: number;
  /** True if both images have the layer. */
  readonly isShared: boolean;
}

/** Compares the layers of two images by diff id. */
export function layerChanges(image: OciImage, previous: OciImage): LayerChangesView {
  const [old, now] = [imageLayers(previous), imageLayers(image)];
  const before = new Set(old.map(({ diffId }) => diffId));
  const after = new Set(now.map(({ diffId }) => diffId));
  const [oldParts, newParts] = [comparedParts(old, after), comparedParts(now, before)];
  const parts = [...new Set([...newParts.keys(), ...oldParts.keys()])].map((part) =>
    partChange(part, oldParts.get(part) ?? [], newParts.get(part) ?? []),
  );
  const added = now.filter(({ diffId }) => !before.has(diffId));
  return {
    count: now.length,
    reusedCount: now.length - added.length,
    sizeBytes: totalBytes(now),
    oldSizeBytes: totalBytes(old),
    newBytes: totalBytes(added),
    parts,
  };
}

/** Returns the layers of each part, in one pass: a hostile image has thousands of layers and parts. */
function comparedParts(
  layers: readonly ImageLayer[],
  others: ReadonlySet<string>,
): ReadonlyMap<string, readonly ComparedLayer[]> {
  const parts = [...groupBy(layers, ({ part }) => part)];
  const compared = ({ diffId, sizeBytes }: ImageLayer): ComparedLayer => ({
    diffId,
    sizeBytes,
    isShared: others.has(diffId),
  });
  return new Map(parts.map(([part, own]) => [part, own.map(compared)]));
}

function partChange(part: string, old: readonly ComparedLayer[], now: readonly ComparedLayer[]): PartChange {
  const isReused = [...old, ...now].every(({ isShared }) => isShared);
  const change = old.length === 0 ? 'added' : now.length === 0 ? 'removed' : isReused ? 'reused' : 'changed';
  return { part, change, old, new: now };
}
