import { check } from '../api/reading/check.ts';
import { describeValue } from '../api/reading/value-description.ts';
import { imageFacts, type ImageFacts } from '../api/taskpack/image-facts.ts';
import { formatFieldPath } from '../model/problem.ts';
import { buildpacksOf } from './buildpack-facts.ts';
import { readImageConfig, type ImageConfig } from './image-config.ts';
import type { InspectedImage } from './inspected-image.ts';
import { labelReader, type LabelReader } from './label-reader.ts';
import { LABELS } from './labels.ts';
import { lifecycleOf } from './lifecycle-facts.ts';
import { present } from './present.ts';

/** Kubernetes runs no user or group above it. */
const LARGEST_ID = 2_147_483_647;

/** What an image says of itself, or a sentence for everything of it that cannot be read. */
export type Inspection =
  | { readonly kind: 'facts'; readonly facts: ImageFacts }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** The facts of an image of any kind: which there are depends on its labels (CNB platform and distribution specifications). */
export function factsOfImage(image: InspectedImage): Inspection {
  const config = readImageConfig(image.config);
  const labels = labelReader(config.labels);
  const { buildpacks, problems } = buildpacksOf(image, config, labels);
  const facts = {
    apiVersion: 'taskpack.dev/v1alpha1',
    kind: 'ImageFacts',
    image: image.name,
    digest: image.digest,
    ...present({
      indexDigest: image.indexDigest,
      platform: platformOf(config),
      uid: numberIn(config, 'CNB_USER_ID'),
      gid: numberIn(config, 'CNB_GROUP_ID'),
      stackId: config.labels.get('io.buildpacks.stack.id'),
      mixins: labels.read(LABELS.mixins),
      targets: targetsOf(config),
      lifecycle: lifecycleOf(image, config, labels),
      ...runImagesOf(labels),
      buildpackage: buildpackageOf(labels),
      buildpacks,
      extensions: (labels.read(LABELS.orderExtensions) ?? []).length > 0 ? true : undefined,
      entrypoint: config.entrypoint,
      command: config.command,
      ...(isBuildImage(config, labels) && contentOf(image)),
    }),
  };
  const different = layerProblems(image, config);
  const ofLayers = different.length > 0 ? different : problems;
  return checked(facts, [...labels.problems(), ...ofLayers, ...idProblems(config)]);
}

/** An image may say anything; facts are documents that we read again. */
function checked(facts: object, problems: readonly string[]): Inspection {
  const { value, problems: odd } = check(imageFacts, facts, false);
  if (value !== undefined && problems.length === 0 && odd.length === 0) return { kind: 'facts', facts: value };
  return {
    kind: 'problems',
    problems: [...problems, ...odd.map(({ paths, message }) => `${paths.map(formatFieldPath).join(', ')}: ${message}`)],
  };
}

function platformOf({ os, architecture, variant }: ImageConfig): object | undefined {
  if (os === undefined || architecture === undefined || os === '' || architecture === '') return undefined;
  return { os, architecture, ...present({ variant }) };
}

/** A layer is found by its place among both: a diffID beside another's digest would be another layer. */
function layerProblems({ layers }: InspectedImage, { diffIds }: ImageConfig): readonly string[] {
  return layers.length === diffIds.length ? [] : ['its manifest and its configuration tell of different layers'];
}

function idProblems(config: ImageConfig): readonly string[] {
  return ['CNB_USER_ID', 'CNB_GROUP_ID'].flatMap((name) => {
    const text = config.environment.get(name) ?? '';
    if (text === '' || numberIn(config, name) !== undefined) return [];
    return [
      `environment variable ${name}: expected an integer from 0 to ${LARGEST_ID}, found ${describeValue(text, false)}`,
    ];
  });
}

function buildpackageOf(labels: LabelReader): object | undefined {
  const { id, version, homepage } = labels.read(LABELS.buildpackageMetadata) ?? {};
  return id === undefined || id === null || id === '' ? undefined : { id, ...present({ version, homepage }) };
}

function numberIn({ environment }: ImageConfig, name: string): number | undefined {
  const text = environment.get(name) ?? '';
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID ? Number(text) : undefined;
}

/** Of images that say which distribution they are of: what took the place of stacks (Platform API 0.12). */
function targetsOf({ os = '', architecture = '', variant, labels }: ImageConfig): readonly object[] {
  const name = labels.get('io.buildpacks.base.distro.name') ?? '';
  if (name === '' || os === '' || architecture === '') return [];
  const distro = { name, ...present({ version: labels.get('io.buildpacks.base.distro.version') }) };
  return [{ os, arch: architecture, ...present({ variant }), distros: [distro] }];
}

function runImagesOf(labels: LabelReader): Readonly<Record<string, unknown>> {
  const { stack, images } = labels.read(LABELS.builderMetadata) ?? {};
  const named = [stack?.runImage, ...(images ?? [])].map((runImage) =>
    runImage === undefined || runImage === null || runImage.image === ''
      ? undefined
      : { image: runImage.image, ...present({ mirrors: runImage.mirrors }) },
  );
  const [ofStack, ...others] = named;
  return { runImage: ofStack, images: others.filter((runImage) => runImage !== undefined) };
}

/** One that builders are made upon: it says who builds, and is no builder yet. */
function isBuildImage({ environment }: ImageConfig, labels: LabelReader): boolean {
  return environment.has('CNB_USER_ID') && !labels.has(LABELS.builderMetadata);
}

function contentOf({ manifest, configuration, layers }: InspectedImage): Readonly<Record<string, unknown>> {
  return { manifest, configuration, layers };
}
