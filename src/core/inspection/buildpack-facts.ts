import type { ImageConfig } from './image-config.ts';
import type { InspectedImage } from './inspected-image.ts';
import { type BuildpackLayers, type LabelReader, LABELS } from './labels.ts';
import { omitEmpty } from './omit-empty.ts';

type Fields = Readonly<Record<string, unknown>>;
/** The most buildpacks of an image. Each has a layer of its own, and Linux mounts at most 500 layers as one overlay. */
const MAX_BUILDPACKS = 1_000;

type LayerLabel = BuildpackLayers[string][string];

/**
 * Returns the buildpacks of a builder or buildpackage, sorted by id and version, and a message for each missing layer.
 */
export function buildpacksOf(
  { layers }: InspectedImage,
  { diffIds }: ImageConfig,
  labels: LabelReader,
): { readonly buildpacks: readonly object[]; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const versions = Object.entries(labels.read(LABELS.buildpackLayers) ?? {}).flatMap(([id, byVersion]) =>
    Object.entries(byVersion).map(([version, label]) => ({ id, version, label })),
  );
  if (versions.length > MAX_BUILDPACKS) {
    const message = `label ${LABELS.buildpackLayers.name} has more than ${MAX_BUILDPACKS} buildpacks; build the image with fewer buildpacks`;
    return { buildpacks: [], problems: [message] };
  }
  const layersByDiffId = new Map<string, InspectedImage['layers'][number]>();
  for (const [place, diffId] of diffIds.entries()) {
    const layer = layers[place];
    // The first layer wins if several have the same content.
    if (layer !== undefined && !layersByDiffId.has(diffId)) layersByDiffId.set(diffId, layer);
  }
  const buildpacks = versions.flatMap(({ id, version, label }) => {
    const layer = layersByDiffId.get(label.layerDiffID);
    if (layer !== undefined) return [{ id, ...omitEmpty({ version }), ...factsOf(label), ...layerFacts(layer) }];
    // kpack's message (pkg/cnb).
    problems.push(`unable to get layer ${id}@${version}: the image has no layer with diffID ${label.layerDiffID}`);
    return [];
  });
  return { problems, buildpacks: buildpacks.toSorted(byIdAndVersion) };
}

function layerFacts({ digest, size, mediaType }: InspectedImage['layers'][number]): object {
  return { digest, size, mediaType };
}

function factsOf({ api, layerDiffID, homepage, order, stacks, targets }: LayerLabel): object {
  return {
    ...omitEmpty({ api }),
    diffId: layerDiffID,
    ...omitEmpty({ homepage }),
    ...omitEmpty({
      order: order?.map(({ group }) => ({ group: orderGroup(group) })),
      stacks: stacks?.map(({ id, mixins }) => ({ id, ...omitEmpty({ mixins }) })),
      targets: targets?.map(({ os, arch, variant, distros }) =>
        omitEmpty({
          os,
          arch,
          variant,
          distros: distros?.map(({ name, version }) => omitEmpty({ name, version })),
        }),
      ),
    }),
  };
}

interface LabelEntry {
  readonly id: string;
  readonly version?: unknown;
  readonly optional?: unknown;
}

/** Returns the buildpacks of a group. Labels can have more fields than order entries. */
export function orderGroup(group: readonly LabelEntry[] | null | undefined): readonly Fields[] {
  return (group ?? []).map(({ id, version, optional }) =>
    omitEmpty({ id, version, optional: optional === true ? true : undefined }),
  );
}

function byIdAndVersion(
  one: { readonly id: string; readonly version?: string | undefined },
  other: { readonly id: string; readonly version?: string | undefined },
): number {
  const [left, right] = [`${one.id}@${one.version}`, `${other.id}@${other.version}`];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
