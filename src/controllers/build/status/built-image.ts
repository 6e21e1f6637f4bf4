import type { BuildOutcome } from '../../../model/build-outcome.ts';
import { canonicalName, parseImageReference, pinnedTo } from '../../../model/image-reference.ts';
import { isJsonObject, parseJson, type JsonObject } from '../../../model/json.ts';
import { objectAt, objectsAt, textAt, textsAt } from '../../../model/json-field.ts';

/** What a Build has made, as its status tells it. */
export interface BuiltImage {
  /** By digest. */
  readonly latestImage: string;
  readonly latestCacheImage?: string;
  readonly stack?: { readonly id?: string; readonly runImage?: string };
  readonly buildMetadata?: readonly BuildpackMetadata[];
  readonly lifecycleVersion?: string;
}

interface BuildpackMetadata extends JsonObject {
  readonly id?: string;
  readonly version?: string;
  readonly homepage?: string;
}

type Labels = ReadonlyMap<string, string>;

/**
 * What was made: of the outcome only digests count, the rest is in the image's labels (buildpacks/spec, platform.md), as
 * kpack reads them (pkg/cnb/build_metadata.go). Without labels, which a registry may not give, it is the image alone.
 */
export function builtImage(tag: string, outcome: BuildOutcome, labels: Labels | undefined): BuiltImage {
  const { IMAGE_DIGEST: digest, CACHE_IMAGE: latestCacheImage } = outcome;
  const reference = parseImageReference(tag);
  return {
    latestImage: reference === undefined ? pinnedTo(tag, digest) : canonicalName({ ...reference, digest }),
    ...(latestCacheImage !== undefined && { latestCacheImage }),
    ...(labels !== undefined && fromLabels(labels)),
  };
}

function fromLabels(labels: Labels): Omit<BuiltImage, 'latestImage'> {
  const build = jsonLabel(labels, 'io.buildpacks.build.metadata');
  const runImage = runImageOf(jsonLabel(labels, 'io.buildpacks.lifecycle.metadata'));
  const id = labels.get('io.buildpacks.stack.id') ?? '';
  const lifecycleVersion = textAt(objectAt(build, 'launcher'), 'version');
  return {
    stack: { ...(runImage !== undefined && { runImage }), ...(id !== '' && { id }) },
    buildMetadata: objectsAt(build, 'buildpacks').map((one) => textsAt(one, 'id', 'version', 'homepage')),
    ...(lifecycleVersion !== undefined && { lifecycleVersion }),
  };
}

/** The run image's name in the stack, or where there are none any more, with the digest that was built upon. */
function runImageOf(lifecycle: JsonObject): string | undefined {
  const used = objectAt(lifecycle, 'runImage');
  const reference = parseImageReference(textAt(used, 'reference') ?? '');
  if (reference === undefined) return undefined;
  const named = textAt(objectAt(objectAt(lifecycle, 'stack'), 'runImage'), 'image') ?? textAt(used, 'image');
  const { registry, repository } = parseImageReference(named ?? '') ?? reference;
  return canonicalName({ ...reference, registry, repository });
}

function jsonLabel(labels: Labels, name: string): JsonObject {
  const value = parseJson(labels.get(name) ?? '');
  return isJsonObject(value) ? value : {};
}
