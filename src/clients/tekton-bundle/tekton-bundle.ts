import type { ImageReference } from '../../core/model/image-reference.ts';
import type { Manifest } from '../../core/model/kubernetes-object.ts';
import type { RegistryClient } from '../registry/client/registry-client.ts';
import { type Image, makeImage } from '../../core/oci/image.ts';
import { type Layer, makeLayer } from '../../core/oci/layer.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';

/** A Tekton Bundle, or the reasons why the objects cannot be bundled. */
export type Bundle =
  | { readonly kind: 'image'; readonly image: Image }
  | { readonly kind: 'problems'; readonly messages: readonly string[] };

/** The OCI image-spec requires a platform. A bundle does not run. */
const CONFIG = { architecture: 'amd64', os: 'linux' };

/**
 * Returns an image for Tekton's bundle resolver. Each object is a layer with annotations (Tekton Bundle Contract v0.1). The
 * digest depends only on the objects, not on their order.
 */
export function makeBundle(objects: readonly Manifest[]): Bundle {
  const messages = bundleProblems(objects);
  if (messages.length > 0) return { kind: 'problems', messages };
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

/** File names are unique in a bundle, so all layers can be unpacked into one directory. */
function fileName({ kind, metadata }: Manifest): string {
  return `${kind.toLowerCase()}-${metadata.name}.yaml`;
}

/** The resolver's limit (Tekton Bundle Contract v0.1). */
const MAX_OBJECTS = 20;

/** The kinds that Tekton resolves by name. */
const KINDS = ['Task', 'Pipeline', 'StepAction'];

/** Returns the reasons why Tekton would refuse the bundle or would not find an object in it. */
function bundleProblems(objects: readonly Manifest[]): readonly string[] {
  return [...countProblems(objects.length), ...objects.flatMap(kindProblems), ...repeatedNames(objects)];
}

function countProblems(count: number): readonly string[] {
  if (count === 0) return ['a Tekton Bundle needs at least one object'];
  if (count <= MAX_OBJECTS) return [];
  return [`a Tekton Bundle holds at most ${MAX_OBJECTS} objects, but there are ${count}: create several bundles`];
}

function kindProblems({ apiVersion, kind, metadata }: Manifest): readonly string[] {
  if (apiVersion.startsWith('tekton.dev/') && KINDS.includes(kind)) return [];
  return [
    `${kind} ${metadata.name} of ${apiVersion} cannot be in a Tekton Bundle: only Tasks, Pipelines and StepActions can`,
  ];
}

/** The resolver selects the first object by kind and name, so it would not find an object of another version. */
function repeatedNames(objects: readonly Manifest[]): readonly string[] {
  const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [...new Set(repeated)].map(
    (name) => `${name} occurs more than once, but Tekton finds only the first: use different names`,
  );
}

type BundleRegistry = Pick<RegistryClient, 'hasBlob' | 'pushBlob' | 'pushManifest'>;

/** Pushes a bundle and returns its digest. Rejects with `RegistryError`. */
export async function pushBundle(registry: BundleRegistry, to: ImageReference, image: Image): Promise<string> {
  for (const blob of [...image.layers, image.config]) {
    const { digest, size, content } = blob;
    if (content === undefined) throw new Error(`layer ${digest} of the bundle has no content`);
    if (!(await registry.hasBlob(to, digest))) await registry.pushBlob(to, { digest, size }, content);
  }
  const { mediaType, content } = image.manifest;
  return registry.pushManifest(to, { mediaType, bytes: content });
}
