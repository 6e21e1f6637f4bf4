import type { JsonObject } from '../../../src/core/model/json.ts';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import type { Layer } from '../../../src/core/oci/layer.ts';
import type { ImageFamily } from '../../../src/core/oci/media-types.ts';
import { CREATED, PLATFORM } from '../images/platform.ts';

interface LabelledImage {
  readonly family?: ImageFamily;
  /** Label values: strings as they are, other values as JSON. */
  readonly labels: Readonly<Record<string, unknown>>;
  readonly layers: readonly Layer[];
  /** The image configuration without the labels (OCI image specification, config.md). */
  readonly container?: JsonObject;
}

/** An image with labels and a history, in the form that buildpacks tools write. */
export function labelledImage({ family = 'oci', labels, layers, container = {} }: LabelledImage): Image {
  const texts = Object.entries(labels).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const config = {
    ...PLATFORM,
    created: CREATED,
    config: { ...container, Labels: Object.fromEntries(texts) as JsonObject },
    history: layers.map(() => ({ created: CREATED })),
  };
  return makeImage({ family, config, layers });
}
