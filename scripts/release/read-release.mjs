import { IMAGE_NAMES } from '../images/platform-images.mjs';
import { sha256 } from './checksums.mjs';
import { attempt } from './claims/attempt.mjs';
import { equal } from './claims/equal.mjs';
import { executableName, IMAGES, INDEX } from './file-names.mjs';
import { generatedFiles } from './generated-files.mjs';
import { CHART_IMAGE } from './helm-chart.mjs';
import { ARCHITECTURES, platformName } from './image-index.mjs';
import { readImagesArchive } from './images-archive.mjs';
import { contentOf, readJsonFile } from './json-file.mjs';
import { sbomSubjects } from './release-sboms.mjs';

/**
 * Returns what the checks of a release compare. `files`, release.json as `index`, and images.tar as `archive` are the release's. The
 * `facts`, the `generated` files, the `images` and the `subjects` of the SBOMs follow from the clone, the images and the
 * executables. Returns a failed claim if the release lacks one of these files.
 */
export async function readRelease(version, files, clone) {
  try {
    const index = await step(`${INDEX} can be read`, () => readIndex(files));
    await step('version', () => equal(index.version, version, `the version in ${INDEX}`));
    const { archive, images } = await step(`${IMAGES} can be read`, () => readImages(files, index.registry, version));
    const derived = await step('files of the release', () => derivedFrom(index, images, files, clone));
    return { version, files, clone, index, archive, images, ...derived };
  } catch (error) {
    if (!(error instanceof FailedStep)) throw error;
    return { claim: error.claim, reason: error.message };
  }
}

/** A claim that does not hold, so that the later ones cannot be checked. */
class FailedStep extends Error {
  constructor(claim, reason) {
    super(reason);
    this.claim = claim;
  }
}

async function step(claim, read) {
  const { reason, value } = await attempt(read);
  if (reason !== undefined) throw new FailedStep(claim, reason);
  return value;
}

function readIndex(files) {
  const index = readJsonFile(files, INDEX);
  if (typeof index.registry !== 'string') throw new Error('it has no field registry');
  return index;
}

async function readImages(files, registry, version) {
  const archive = await readImagesArchive(contentOf(files, IMAGES));
  return { archive, images: imagesIn(archive, registry, version) };
}

function derivedFrom({ version, registry, draft }, images, files, clone) {
  const facts = {
    ...clone,
    version,
    kind: draft === true ? 'draft' : 'release',
    registry,
    digests: digestsOf(images),
    checksums: checksumsOf(files, version),
  };
  return { facts, subjects: sbomSubjects(facts, images, files), generated: generatedFiles(facts) };
}

/** Returns the images that a release must have, as release.json lists them, by the content of images.tar. */
function imagesIn(archive, registry, version) {
  return [...IMAGE_NAMES, 'tasks', CHART_IMAGE].map((name) => {
    const reference = `${registry}/${name}:${version}`;
    const digest = archive.digestOfName(reference);
    if (digest === undefined) throw new Error(`there is no image ${reference}`);
    return { name, reference, digest, platforms: IMAGE_NAMES.includes(name) ? platformsIn(archive, digest) : [] };
  });
}

/** Returns the platforms that an index must have. */
function platformsIn(archive, digest) {
  const { manifests = [] } = archive.json(digest);
  return ARCHITECTURES.map((architecture) => {
    const platform = platformName({ os: 'linux', architecture });
    const found = manifests.find((one) => platformName(one.platform ?? {}) === platform);
    if (found === undefined) throw new Error(`the index ${digest} has no image for ${platform}`);
    return { platform, digest: found.digest };
  });
}

function digestsOf(images) {
  const published = images.filter(({ name }) => IMAGE_NAMES.includes(name));
  return Object.fromEntries(published.map(({ name, digest }) => [name, digest]));
}

function checksumsOf(files, version) {
  return Object.fromEntries(
    ARCHITECTURES.map((architecture) => [
      architecture,
      sha256(contentOf(files, executableName(version, architecture))),
    ]),
  );
}
