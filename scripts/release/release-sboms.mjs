import { imageSubject } from '../images/sboms.mjs';
import { cycloneDxDocument } from '../sbom/cyclonedx.mjs';
import { spdxDocument, spdxId } from '../sbom/document.mjs';
import { sha256 } from './checksums.mjs';
import { executableName, npmName } from './file-names.mjs';
import { sbomNames } from './release-index.mjs';

/** The media types of the documents that `sbomNames` names. */
const SBOM_TYPES = ['application/spdx+json', 'application/vnd.cyclonedx+json'];

/**
 * Returns what the SBOMs of a release describe, as `{ name, subject }`: each image and each of its platforms, the npm package and the
 * executables. `images` are `{ name, digest, platforms }`, and `files` are the release's.
 */
export function sbomSubjects({ version, checksums }, images, files) {
  const names = [
    npmName(version),
    ...Object.keys(checksums).map((architecture) => executableName(version, architecture)),
  ];
  return [
    ...images.flatMap(({ name, digest, platforms }) => [
      { name: name.replace('/', '-'), subject: { image: name, digest } },
      ...platforms.map((one) => ({
        name: `${name}-${one.platform.replace('/', '-')}`,
        subject: { image: name, platform: one.platform, digest: one.digest },
      })),
    ]),
    ...names.map((file) => ({ name: file, subject: { file, digest: `sha256:${sha256(files.get(file))}` } })),
  ];
}

/** Returns the documents of each SBOM, as `{ subject, documents }`. */
export function releaseSboms(inputs, images, subjects) {
  return subjects.map(({ name, subject }) => {
    const { subject: described, packages } = materials(inputs, images, subject);
    const texts = [spdxDocument(described, packages), cycloneDxDocument(described, packages)];
    const documents = sbomNames(name).map((file, index) => ({
      file,
      mediaType: SBOM_TYPES[index],
      text: texts[index],
    }));
    return { subject, documents };
  });
}

/** Returns the bill of materials of a subject. */
function materials(inputs, images, { file, image: name, platform, digest }) {
  if (file !== undefined) return fileMaterials(inputs, file, digest);
  const built = inputs.images.find((one) => one.name === name);
  if (platform !== undefined) {
    const { platforms } = images.find((one) => one.name === name);
    return built.platforms[platforms.findIndex((one) => one.platform === platform)].bom;
  }
  const subject = imageSubject(name, { manifest: { digest } }, inputs.version);
  const packages = built === undefined ? usedImages(inputs, images) : platformPackages(built, images);
  return { subject, packages };
}

/** An index contains the images of its platforms. */
function platformPackages({ name, platforms: built }, images) {
  const { platforms } = images.find((one) => one.name === name);
  return built.map(({ bom }, index) => ({ ...bom.subject, SPDXID: spdxId('Image', name, platforms[index].platform) }));
}

/** The bundle and the chart make a cluster run the images. */
function usedImages(inputs, images) {
  return inputs.images.map(({ name }) => {
    const { digest } = images.find((one) => one.name === name);
    return {
      ...imageSubject(name, { manifest: { digest } }, inputs.version),
      SPDXID: spdxId('Image', name, 'index'),
    };
  });
}

function fileMaterials({ version, npm, executables }, file, digest) {
  const executable = executables.find(({ architecture }) => executableName(version, architecture) === file);
  const { subject, packages } = (executable ?? npm).bom;
  const checksums = [{ algorithm: 'SHA256', checksumValue: digest.replace('sha256:', '') }];
  return { subject: { ...subject, checksums }, packages };
}
