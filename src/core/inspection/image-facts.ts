import { checkOnce } from '../api/reading/check-schema.ts';
import { omitEmpty as withoutEmptyTexts } from '../api/reading/omit-empty.ts';
import { describeValue } from '../api/reading/describe-value.ts';
import { imageFacts, type ImageFacts } from '../api/taskpack/image-facts.ts';
import { boundedMessages } from '../model/bounded-messages.ts';
import { formatFieldPath } from '../model/problem.ts';
import { buildpacksOf, orderGroup } from './buildpack-facts.ts';
import { readImageConfig, type ImageConfig } from './image-config.ts';
import type { InspectedImage } from './inspected-image.ts';
import { type BuilderMetadata, labelReader, type LabelReader, LABELS } from './labels.ts';
import { lifecycleOf } from './lifecycle-facts.ts';
import { omitEmpty } from './omit-empty.ts';

/** The largest user or group ID that Kubernetes accepts. */
const MAX_ID = 2_147_483_647;

/**
 * The most layers of an image. Linux mounts at most 500 layers as one overlay (fs/overlayfs, `OVL_MAX_STACK`), and
 * Docker's overlay2 driver supports 128.
 */
const MAX_LAYERS = 1_000;

/** The facts of an image, or a message for each part that cannot be read. */
export type Inspection =
  | { readonly kind: 'facts'; readonly facts: ImageFacts }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** Facts from labels, which can contain anything, and the problems of the labels. */
export interface UncheckedFacts {
  /** Absent for an image whose labels are not read. */
  readonly facts?: object;
  readonly problems: readonly string[];
}

/** Returns the facts of an image. */
export function readImageFacts(image: InspectedImage): Inspection {
  return checkFacts(readUncheckedFacts(image));
}

/**
 * Reads the facts of an image from its labels, which determine the facts that there are (CNB platform and distribution
 * specifications). Checking them takes longer, so other work can run in between.
 */
export function readUncheckedFacts(image: InspectedImage): UncheckedFacts {
  const config = readImageConfig(image.config);
  if (Math.max(image.layers.length, config.diffIds.length) > MAX_LAYERS) {
    return {
      problems: [`it has more than ${MAX_LAYERS} layers, which no node can mount; build the image with fewer layers`],
    };
  }
  const labels = labelReader(config.labels);
  const { buildpacks, problems } = buildpacksOf(image, config, labels);
  const metadata = labels.read(LABELS.builderMetadata);
  const runImages = runImagesOf(metadata);
  const { manifest, configuration, layers } = image;
  const facts = {
    apiVersion: 'taskpack.dev/v1alpha1',
    kind: 'ImageFacts',
    image: image.name,
    digest: image.digest,
    ...omitEmpty({
      indexDigest: image.indexDigest,
      platform: platformOf(config),
      uid: numberIn(config, 'CNB_USER_ID'),
      gid: numberIn(config, 'CNB_GROUP_ID'),
      stackId: config.labels.get('io.buildpacks.stack.id'),
      mixins: labels.read(LABELS.mixins),
      targets: targetsOf(config),
      lifecycle: lifecycleOf(image, config, labels, metadata),
      ...runImages.fields,
      buildpackage: buildpackageOf(labels),
      buildpacks,
      extensions: extensionsOf(labels),
      systemBuildpacks: systemBuildpacksOf(labels),
      entrypoint: config.entrypoint,
      command: config.command,
      volumes: config.volumes,
      ...(isBuildImage(config, labels) && { manifest, configuration, layers }),
    }),
  };
  // Layers and diffIDs are matched by position, so different counts would pair the wrong ones.
  const ofLayers = layers.length === config.diffIds.length ? problems : [DIFFERENT_COUNTS];
  return { facts, problems: [...labels.problems(), ...ofLayers, ...runImages.problems, ...idProblems(config)] };
}

/** Checks facts like a document that taskpack reads. There, an empty text means a missing field. */
export function checkFacts({ facts, problems }: UncheckedFacts): Inspection {
  if (facts === undefined) return refused(problems);
  const { value, problems: odd } = checkOnce(imageFacts, withoutEmptyTexts(facts));
  if (value !== undefined && problems.length === 0 && odd.length === 0) return { kind: 'facts', facts: value };
  return refused([
    ...problems,
    ...odd.map(({ paths, message }) => `${paths.map(formatFieldPath).join(', ')}: ${message}`),
  ]);
}

function refused(problems: readonly string[]): Inspection {
  return { kind: 'problems', problems: boundedMessages(problems) };
}

function platformOf({ os, architecture, variant }: ImageConfig): object | undefined {
  if (os === undefined || architecture === undefined || os === '' || architecture === '') return undefined;
  return { os, architecture, ...omitEmpty({ variant }) };
}

const DIFFERENT_COUNTS = 'its manifest and its configuration list different numbers of layers';

function idProblems(config: ImageConfig): readonly string[] {
  return ['CNB_USER_ID', 'CNB_GROUP_ID'].flatMap((name) => {
    const text = config.environment.get(name) ?? '';
    if (text === '' || numberIn(config, name) !== undefined) return [];
    return [
      `environment variable ${name}: expected an integer from 0 to ${MAX_ID}, found ${describeValue(text, false)}`,
    ];
  });
}

function buildpackageOf(labels: LabelReader): object | undefined {
  const { id, version, homepage } = labels.read(LABELS.buildpackageMetadata) ?? {};
  return id === undefined || id === null || id === '' ? undefined : { id, ...omitEmpty({ version, homepage }) };
}

function numberIn({ environment }: ImageConfig, name: string): number | undefined {
  const text = environment.get(name) ?? '';
  return /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : undefined;
}

/** Returns the target of an image that names its distribution. Targets replace stacks since Platform API 0.12. */
function targetsOf({ os = '', architecture = '', variant, labels }: ImageConfig): readonly object[] {
  const name = labels.get('io.buildpacks.base.distro.name') ?? '';
  if (name === '' || os === '' || architecture === '') return [];
  const distro = { name, ...omitEmpty({ version: labels.get('io.buildpacks.base.distro.version') }) };
  return [{ os, arch: architecture, ...omitEmpty({ variant }), distros: [distro] }];
}

/** Returns the buildpacks of the builder's system.toml, or `undefined` if the label names none. */
function systemBuildpacksOf(labels: LabelReader): object | undefined {
  const { pre, post } = labels.read(LABELS.systemBuildpacks) ?? {};
  const groups = omitEmpty({ pre: orderGroup(pre?.buildpacks), post: orderGroup(post?.buildpacks) });
  return Object.keys(groups).length === 0 ? undefined : groups;
}

/** Returns each image extension of the order once. */
function extensionsOf(labels: LabelReader): readonly object[] {
  const entries = (labels.read(LABELS.orderExtensions) ?? []).flatMap(({ group }) => group ?? []);
  const byName = new Map(entries.map(({ id, version }) => [JSON.stringify([id, version]), omitEmpty({ id, version })]));
  return [...byName.values()];
}

/** The most run images and mirrors in a builder's metadata. */
const MAX_RUN_IMAGES = 1_000;

interface RunImages {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly problems: readonly string[];
}

function runImagesOf({ stack, images }: Pick<BuilderMetadata, 'stack' | 'images'> = {}): RunImages {
  const all = [stack?.runImage, ...(images ?? [])];
  const names = all.reduce((sum, runImage) => sum + 1 + (runImage?.mirrors?.length ?? 0), 0);
  if (names > MAX_RUN_IMAGES) {
    const message = `label ${LABELS.builderMetadata.name} names more than ${MAX_RUN_IMAGES} run images and mirrors; build the image with fewer`;
    return { fields: {}, problems: [message] };
  }
  const named = all.map((runImage) =>
    runImage === undefined || runImage === null || runImage.image === ''
      ? undefined
      : { image: runImage.image, ...omitEmpty({ mirrors: runImage.mirrors }) },
  );
  const [ofStack, ...others] = named;
  return { fields: { runImage: ofStack, images: others.filter((runImage) => runImage !== undefined) }, problems: [] };
}

/** True for a build image: it names the build user and is not a builder. */
function isBuildImage({ environment }: ImageConfig, labels: LabelReader): boolean {
  return environment.has('CNB_USER_ID') && !labels.has(LABELS.builderMetadata);
}
