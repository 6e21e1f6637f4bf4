import { gunzipSync } from 'node:zlib';
import { readOutcome } from '../../../../translators/progress/outcome.ts';
import type { BuildOutcome } from '../../../core/model/build-outcome.ts';
import { defined } from '../../../core/model/defined.ts';
import { canonicalName, parseImageReference, pinnedTo, repositoryName } from '../../../core/model/image-reference.ts';
import { parseBoundedJson, parseJson, type Json, type JsonObject } from '../../../core/model/json.ts';
import { asBuild, buildpackMetadata } from '../../../core/model/objects/build.ts';
import { fields, list, text } from '../../../core/model/objects/reader.ts';

/** The fields of a Build's status that describe the image. */
export interface BuiltImage {
  /** A reference with digest. */
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
 * Returns the status fields for an image. Only the digests come from the outcome. The rest comes from the image's labels
 * (buildpacks/spec, platform.md), read as kpack does (pkg/cnb/build_metadata.go). Without labels, only the image is known.
 * Labels that are too large for a status count as absent.
 */
export function builtImage(tag: string, outcome: BuildOutcome, labels: Labels | undefined): BuiltImage {
  const { IMAGE_DIGEST: digest, CACHE_IMAGE: latestCacheImage } = outcome;
  const reference = parseImageReference(tag);
  return {
    latestImage: reference === undefined ? pinnedTo(tag, digest) : canonicalName({ ...reference, digest }),
    ...defined({ latestCacheImage }),
    ...(labels !== undefined && fromLabels(labels)),
  };
}

/** Reads the lifecycle's label about the buildpacks (lifecycle, platform/files, BuildMetadata). */
const asBuildLabel = fields({ launcher: fields({ version: text }), buildpacks: list(buildpackMetadata) });

/** Reads the lifecycle's label about layers and the run image (lifecycle, platform/files, LayersMetadata). */
const asLayersLabel = fields({
  runImage: fields({ reference: text, image: text }),
  stack: fields({ runImage: fields({ image: text }) }),
});

function fromLabels(labels: Labels): Omit<BuiltImage, 'latestImage'> {
  const build = asBuildLabel(jsonLabel(labels, 'io.buildpacks.build.metadata'));
  const runImage = runImageOf(jsonLabel(labels, 'io.buildpacks.lifecycle.metadata'));
  const stackId = shortText(labels.get('io.buildpacks.stack.id')) ?? '';
  const lifecycleVersion = shortText(build.launcher.version);
  const buildMetadata = build.buildpacks.map(({ id, version, homepage }) => defined({ id, version, homepage }));
  return {
    stack: { ...defined({ runImage }), ...(stackId !== '' && { id: stackId }) },
    buildMetadata: JSON.stringify(buildMetadata).length > MAX_METADATA_LENGTH ? [] : buildMetadata,
    ...defined({ lifecycleVersion }),
  };
}

/** Returns the run image by its name in the stack, or in the label if there is no stack, with the digest that was used. */
function runImageOf(label: Json | undefined): string | undefined {
  const { runImage, stack } = asLayersLabel(label);
  const reference = parseImageReference(runImage.reference ?? '');
  if (reference === undefined) return undefined;
  const { registry, repository } = parseImageReference(stack.runImage.image ?? runImage.image ?? '') ?? reference;
  return canonicalName({ ...reference, registry, repository });
}

/** The label of a large application: 500 buildpacks with 40 items each, in 1 MiB. */
const LABEL_BOUNDS = { bytes: 1_048_576, entries: 20_000 };

/** Returns nothing for a larger label: buildpacks choose its content, and the event loop waits while it is parsed. */
function jsonLabel(labels: Labels, name: string): Json | undefined {
  const json = parseBoundedJson(labels.get(name) ?? '', LABEL_BOUNDS);
  return json.kind === 'value' ? json.value : undefined;
}

/** The API server stores no object of more than 1.5 MB. A Build with a larger status would never finish. */
const MAX_METADATA_LENGTH = 262_144;

const MAX_TEXT_LENGTH = 256;

function shortText(value: string | undefined): string | undefined {
  return value !== undefined && value.length > MAX_TEXT_LENGTH ? undefined : value;
}

/** The largest report that is unpacked. kpack's termination messages have 4096 bytes and unpack to much less than this. */
const MAX_REPORT_BYTES = 1_000_000;

const asKpackReport = fields({ latestImage: text, latestCacheImage: text });

/**
 * Reads the outcome that kpack's completion reports: gzipped JSON in base64 (kpack, pkg/cnb, `CompressBuildMetadata`).
 * kpack may have started the Pod before taskpack replaced it. Returns `undefined` for any other text.
 */
export function kpackOutcome(message: string): BuildOutcome | undefined {
  const { latestImage = '', latestCacheImage } = asKpackReport(unpacked(message));
  const [image = '', digest = ''] = latestImage.split('@');
  return readOutcome({ IMAGE_URL: image, IMAGE_DIGEST: digest, ...defined({ CACHE_IMAGE: latestCacheImage }) });
}

function unpacked(message: string): Json | undefined {
  try {
    return parseJson(gunzipSync(Buffer.from(message, 'base64'), { maxOutputLength: MAX_REPORT_BYTES }).toString());
  } catch {
    // kpack did not write this text.
    return undefined;
  }
}

/** Returns an image of the outcome that is in no repository of the Build's tags or cache; `undefined` if there is none. */
export function unexpectedImage(build: JsonObject, { IMAGE_URL, CACHE_IMAGE }: BuildOutcome): string | undefined {
  const { tags, cache } = asBuild(build).spec;
  if (!isInRepository(tags, IMAGE_URL)) return IMAGE_URL;
  return CACHE_IMAGE === undefined || isInRepository([cache.registry.tag ?? ''], CACHE_IMAGE) ? undefined : CACHE_IMAGE;
}

function isInRepository(names: readonly string[], image: string): boolean {
  const repository = repositoryOf(image);
  return repository !== undefined && names.some((name) => repositoryOf(name) === repository);
}

function repositoryOf(image: string): string | undefined {
  const reference = parseImageReference(image);
  return reference && repositoryName(reference);
}
