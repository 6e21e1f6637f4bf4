import { asBuild, type Build } from '../../core/model/objects/build.ts';
import {
  buildChangesView,
  isSameImage,
  type BuildChangesView,
  type BuildChangesInput,
  type OciImageWithPackages,
} from '../../insight/views/build-changes-view.ts';
import { comparedImage, type Compared } from '../../insight/views/compared-image.ts';
import { wantedCommits } from '../../insight/views/commit-ranges.ts';
import { withCluster } from '../cluster.ts';
import { viewTexts } from '../list/list-output.ts';
import type { NamedObject } from '../object-names.ts';
import { objectsInFiles, onlyBuild } from '../objects/objects-in-files.ts';
import { paintFor } from '../objects/paint.ts';
import type { ClusterFlags, RegistryFlags } from '../options.ts';
import { misuse, reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { describeChanges } from './describe-changes.ts';
import { findBuilds, type FoundBuilds } from './find-builds.ts';
import { readCommits } from './read-commits.ts';
import { parseImageReference, type ImageReference } from '../../core/model/image-reference.ts';
import type { RegistryClient } from '../../clients/registry/client/registry-client.ts';
import { RegistryError } from '../../clients/registry/client/registry-error.ts';
import { withRegistry } from '../registry/open-registry.ts';
import { readOciImage, readPackages } from '../registry/read-built-image.ts';

/** The parsed options of `taskpack why`. */
export interface WhyFlags extends ClusterFlags, RegistryFlags {
  readonly namespace?: string;
  readonly build?: number;
  readonly from?: readonly string[];
  readonly source?: string;
  readonly offline?: true;
  readonly output: 'text' | 'json' | 'yaml';
}

/** Runs `taskpack why`. */
export async function runWhy(object: NamedObject | undefined, flags: WhyFlags, terminal: Terminal): Promise<void> {
  const { build, builds, problems } = await readBuilds(object, flags, terminal);
  const compared = comparedImage(build, builds);
  const commits = await readCommits(wantedCommits(build, compared?.build), flags.source, terminal);
  const images = await imagesOf(build, compared, flags, terminal);
  const nowMs = Date.now();
  const view = buildChangesView({ build, compared, commits, nowMs, ...images });
  await writeTexts(terminal.output, textsOf(view, nowMs, flags, terminal));
  reportProblems(problems, terminal.errors);
}

async function readBuilds(object: NamedObject | undefined, flags: WhyFlags, terminal: Terminal): Promise<FoundBuilds> {
  const { from, build: number } = flags;
  if (from !== undefined) {
    if (object?.kind === 'Image') throw misuse('--from takes the name of a Build, not of an Image');
    const objects = await objectsInFiles(from, terminal);
    return { build: asBuild(onlyBuild(objects, object?.name)), builds: objects.map(asBuild), problems: [] };
  }
  if (object === undefined) throw misuse('name a Build or an Image, or use --from with a file');
  if (object.kind === 'Build' && number !== undefined) {
    throw misuse('--build selects a Build of an Image, so the object must be an Image');
  }
  return withCluster(flags, terminal, async ({ client, namespace }) =>
    findBuilds(client, { object, namespace: flags.namespace ?? namespace, number }),
  );
}

/** Reads the images that are compared. Equal images need not be read. */
async function imagesOf(
  build: Build,
  compared: Compared | undefined,
  flags: WhyFlags,
  terminal: Terminal,
): Promise<ReadImages> {
  const built = build.status.latestImage;
  if (built === undefined || compared === undefined || isSameImage(built, compared.view.image)) return { gaps: [] };
  if (flags.offline === true) return { gaps: ['The layers and packages: --offline reads no image.'] };
  return readImages(built, compared.view.image, flags, terminal);
}

function textsOf(
  view: BuildChangesView,
  nowMs: number,
  { output }: WhyFlags,
  { output: stream }: Terminal,
): Iterable<string> {
  return output === 'text' ? [describeChanges(view, nowMs, paintFor(stream))] : viewTexts([view], output, 'each');
}

/** The images of two Builds, and sentences about what could not be read. */
type ReadImages = Pick<BuildChangesInput, 'image' | 'previous' | 'gaps'>;

/** Reads the image of a Build and the compared one with docker's credentials of this machine. */
async function readImages(
  built: string,
  compared: string,
  flags: RegistryFlags,
  terminal: Terminal,
): Promise<ReadImages> {
  return withRegistry(flags, terminal, async (client) => {
    const [image, previous] = await Promise.all([
      readImage(client, built, 'the image'),
      readImage(client, compared, 'the compared image'),
    ]);
    return {
      ...(image.image !== undefined && { image: image.image }),
      ...(previous.image !== undefined && { previous: previous.image }),
      gaps: [...image.gaps, ...previous.gaps],
    };
  });
}

interface OneImage {
  readonly image?: OciImageWithPackages;
  readonly gaps: readonly string[];
}

async function readImage(client: RegistryClient, text: string, what: string): Promise<OneImage> {
  const reference = parseImageReference(text);
  if (reference === undefined) return { gaps: [`The layers and packages of ${what}: its reference is invalid.`] };
  try {
    return await contentOf(client, reference, what);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return { gaps: [`The layers and packages of ${what}: ${error.message}`] };
  }
}

async function contentOf(client: RegistryClient, reference: ImageReference, what: string): Promise<OneImage> {
  const image = await readOciImage(client, reference);
  const { packages, gap } = await readPackages(client, reference, image);
  return {
    image: { ...image, ...(packages !== undefined && { packages }) },
    gaps: gap === undefined ? [] : [`The packages of ${what}: ${gap}.`],
  };
}
