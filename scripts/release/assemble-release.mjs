import { makeBundle, publishedTasks } from '../release-modules.mjs';
import { checksums, sha256 } from './checksums.mjs';
import { BUNDLE, chartName, executableName, IMAGES, INDEX, npmName, SIGNATURE, SUMS } from './file-names.mjs';
import { generatedFiles, pinnedImages } from './generated-files.mjs';
import { CHART_IMAGE, chartArchive, chartImage } from './helm-chart.mjs';
import { imageIndex, platformName } from './image-index.mjs';
import { imagesArchive } from './images-archive.mjs';
import { contentOf } from './json-file.mjs';
import { releaseIndex } from './release-index.mjs';
import { releaseSboms, sbomSubjects } from './release-sboms.mjs';

/**
 * Returns the files of a release, by name, and its images. The result depends on the inputs alone: `version`, `kind`, `commit`, `registry`,
 * the address of the `repository`, the version of `node`, the `images` with their platforms, the `npm` package and the
 * `executables`, each with its bill of materials. The kind is `release` or `draft`.
 */
export function assembleRelease(inputs) {
  const { version, npm, executables } = inputs;
  const built = inputs.images.map((image) => multiPlatformImage(image, inputs));
  const facts = factsOf(inputs, built);
  const chart = chartArchive(facts);
  const images = [
    ...built,
    artifact('tasks', taskBundle(facts), facts),
    artifact(CHART_IMAGE, chartImage(chart), facts),
  ];
  const files = new Map([
    [IMAGES, imagesArchive(images)],
    ...generatedFiles(facts),
    [chartName(version), chart],
    [npmName(version), npm.tarball],
    ...executables.map(({ architecture, archive }) => [executableName(version, architecture), archive]),
  ]);
  const entries = images.map(indexEntry);
  const subjects = sbomSubjects(facts, entries, files);
  const sboms = releaseSboms(inputs, entries, subjects);
  for (const { documents } of sboms) for (const { file, text } of documents) files.set(file, Buffer.from(text));
  files.set(INDEX, releaseIndex(facts, entries, subjects, files));
  files.set(SUMS, Buffer.from(checksums(files)));
  return { files, images, sboms };
}

/** Returns the release with the signatures of its checksums. `sign` returns those of a content, `{ signature, bundle }`. */
export function withSignature({ files, ...release }, sign) {
  const { signature, bundle } = sign(contentOf(files, SUMS));
  const signatures = [
    [SIGNATURE, Buffer.from(signature)],
    [BUNDLE, Buffer.from(bundle)],
  ];
  return { ...release, files: new Map([...files, ...signatures]) };
}

/** Returns the facts from which `generatedFiles` makes files. */
function factsOf({ version, kind, commit, registry, repository, node, executables }, images) {
  return {
    version,
    kind,
    commit,
    registry,
    repository,
    node,
    digests: Object.fromEntries(images.map(({ name, root }) => [name, root.digest])),
    checksums: Object.fromEntries(executables.map(({ architecture, archive }) => [architecture, sha256(archive)])),
  };
}

function multiPlatformImage({ name, platforms }, { registry, version }) {
  const images = platforms.map(({ image }) => image);
  return { name, reference: `${registry}/${name}:${version}`, root: imageIndex(images), images };
}

/** An image without a platform. */
function artifact(name, image, { registry, version }) {
  return { name, reference: `${registry}/${name}:${version}`, root: image.manifest, images: [image] };
}

/** The Tekton Bundle of the Tasks. */
function taskBundle(facts) {
  const bundle = makeBundle(publishedTasks({ version: facts.version, stepsImage: pinnedImages(facts).steps }));
  if (bundle.kind === 'problems') throw new Error(bundle.messages.join('\n'));
  return bundle.image;
}

function indexEntry({ name, reference, root, images }) {
  const ofPlatforms = root === images[0].manifest ? [] : images;
  return {
    name,
    reference,
    digest: root.digest,
    platforms: ofPlatforms.map(({ platform, manifest }) => ({
      platform: platformName(platform),
      digest: manifest.digest,
    })),
  };
}
