import { isJsonObject } from '../../../../src/core/model/json.ts';
import { MEDIA_TYPES } from '../../../../src/core/oci/media-types.ts';
import type { AssembledImage, AssembledLayer } from './assembled-image.ts';

/** An intended difference. Its id is a row of docs/reference/kpack-differences.md. */
export interface ImageDifference {
  readonly id: string;
  /** Removes the difference from an image. `base` is the number of layers of the build image. */
  readonly without: (image: AssembledImage, base: number) => AssembledImage;
}

const METADATA = 'io.buildpacks.builder.metadata';

export const IMAGE_DIFFERENCES: readonly ImageDifference[] = [
  {
    id: 'layers-of-its-own-are-not-compressed',
    without: (image, base) =>
      mapLayers(image, (layer, place) => {
        const isOwn = place === base || place >= image.layers.length - 2;
        return isOwn ? { ...layer, digest: '', size: 0 } : layer;
      }),
  },
  {
    id: 'layers-have-types-of-one-family',
    without: (image) =>
      mapLayers(image, (layer) => {
        const isGzip = layer.mediaType === MEDIA_TYPES.oci.layer || layer.mediaType === MEDIA_TYPES.docker.layer;
        return isGzip ? { ...layer, mediaType: 'gzip' } : layer;
      }),
  },
  {
    id: 'created-by-is-constant',
    without: (image) => {
      const metadata: unknown = JSON.parse(image.labels[METADATA] ?? 'null');
      if (!isJsonObject(metadata)) return image;
      // The rest of the label is compared byte by byte.
      const own = JSON.stringify(metadata['createdBy']);
      const label = (image.labels[METADATA] ?? '').replace(own, '{}');
      return { ...image, labels: { ...image.labels, [METADATA]: label } };
    },
  },
  {
    id: 'history-says-what',
    without: (image) => ({ ...image, history: [] }),
  },
  {
    id: 'unknown-fields-of-a-configuration-stay',
    without: (image) => ({
      ...image,
      rest: Object.fromEntries(Object.entries(image.rest).filter(([name]) => KNOWN_TO_GO.has(name))),
    }),
  },
];

/** The fields of the configuration that are compared (go-containerregistry, pkg/v1/config.go). */
const KNOWN_TO_GO: ReadonlySet<string> = new Set([
  'architecture',
  'author',
  'container',
  'created',
  'docker_version',
  'os',
  'os.version',
  'os.features',
  'variant',
]);

function mapLayers(
  image: AssembledImage,
  change: (layer: AssembledLayer, place: number) => AssembledLayer,
): AssembledImage {
  return { ...image, layers: image.layers.map(change) };
}
