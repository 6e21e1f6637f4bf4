import type { Manifest } from '../model/manifest.ts';
import { makeImage, type Image } from '../registry/image.ts';
import { makeLayer, type Layer } from '../registry/layer.ts';
import { formatYaml } from '../yaml/format-yaml.ts';
import { bundleMistakes } from './bundle-mistakes.ts';

/** A Tekton Bundle, or sentences that say why the objects make none. */
export type Bundle =
  | { readonly kind: 'image'; readonly image: Image }
  | { readonly kind: 'mistakes'; readonly messages: readonly string[] };

/** The specification wants a platform, and nothing runs on this one. */
const CONFIG = { architecture: 'amd64', os: 'linux' };

/**
 * An image from which Tekton's bundle resolver fetches the objects: a layer for each, which its annotations name (Tekton
 * Bundle Contract v0.1). Its digest depends on the objects alone, and not on their order.
 */
export function makeBundle(objects: readonly Manifest[]): Bundle {
  const messages = bundleMistakes(objects);
  if (messages.length > 0) return { kind: 'mistakes', messages };
  const sorted = objects.toSorted((one, other) => (fileName(one) < fileName(other) ? -1 : 1));
  return { kind: 'image', image: makeImage({ config: CONFIG, layers: sorted.map(objectLayer) }) };
}

/** The resolver reads the first file of the tar, whatever its name. */
function objectLayer(object: Manifest): Layer {
  const layer = makeLayer([{ path: fileName(object), kind: 'file', content: formatYaml(object) }]);
  return {
    ...layer,
    annotations: {
      'dev.tekton.image.apiVersion': object.apiVersion,
      'dev.tekton.image.kind': object.kind.toLowerCase(),
      'dev.tekton.image.name': object.metadata.name,
    },
  };
}

/** Unlike for any two objects of a bundle, so that all of them can be unpacked into one directory. */
function fileName({ kind, metadata }: Manifest): string {
  return `${kind.toLowerCase()}-${metadata.name}.yaml`;
}
