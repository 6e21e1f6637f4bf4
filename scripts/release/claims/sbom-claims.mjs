import { gunzipSync } from 'node:zlib';
import { PACKAGE_LIST, SUITE } from '../../images/debian-base.mjs';
import { isSameJson } from '../../release-modules.mjs';
import { cycloneDxDocument, purlOf } from '../../sbom/cyclonedx.mjs';
import { debianPackages } from '../../sbom/debian-packages.mjs';
import { spdxDocument } from '../../sbom/document.mjs';
import { selectTarFiles } from '../archives.mjs';
import { contentOf, readJsonFile } from '../json-file.mjs';
import { sbomNames } from '../release-index.mjs';
import { equal, equalNames, equalText } from './equal.mjs';

/**
 * Returns the claims on the SBOMs: each describes its image or file, lists the same packages in both formats, and lists what an
 * image contains.
 */
export function sbomClaims(release) {
  const { files, subjects } = release;
  return subjects.flatMap(({ name, subject }) => {
    const [spdx, cyclonedx] = sbomNames(name);
    return [
      {
        claim: `subject of ${spdx}`,
        check: () => equal(spdxHash(files, spdx), subject.digest, 'the digest of the subject'),
      },
      {
        claim: `subject of ${cyclonedx}`,
        check: () => equal(cycloneDxHash(files, cyclonedx), subject.digest, 'the digest of the subject'),
      },
      { claim: `form of ${spdx}`, check: () => checkSpdx(files, spdx) },
      { claim: `content of ${cyclonedx}`, check: () => checkCycloneDx(files, spdx, cyclonedx) },
      ...contentClaims(release, spdx, subject),
    ];
  });
}

function contentClaims(release, file, { image, platform, digest }) {
  if (image === undefined) return [];
  if (platform === undefined)
    return [{ claim: `images of ${file}`, check: () => checkImages(release.files, file, imagesOf(release, image)) }];
  if (image !== 'steps') return [];
  return [{ claim: `Debian packages of ${file}`, check: async () => checkDebianPackages(release, file, digest) }];
}

function spdxHash(files, file) {
  const hashes = partsOf(files, file).subject?.checksums;
  return `sha256:${hashes?.find(({ algorithm }) => algorithm === 'SHA256')?.checksumValue}`;
}

function cycloneDxHash(files, file) {
  const { hashes } = readJsonFile(files, file).metadata.component;
  return `sha256:${hashes?.find(({ alg }) => alg === 'SHA-256')?.content}`;
}

/** The document consists of its subject and packages, and of what follows from these. */
function checkSpdx(files, file) {
  const { subject, packages, created } = partsOf(files, file);
  equalText(contentOf(files, file), spdxDocument(subject, packages, created));
}

/** The CycloneDX document is what follows from the SPDX document. */
function checkCycloneDx(files, spdx, cyclonedx) {
  const { subject, packages, created } = partsOf(files, spdx);
  const actual = readJsonFile(files, cyclonedx);
  const text = cycloneDxDocument(subject, packages, created);
  const expected = JSON.parse(text);
  equalNames(
    actual.components.map(({ purl, name }) => purl ?? name),
    expected.components.map(({ purl, name }) => purl ?? name),
  );
  if (!isSameJson(actual, expected)) throw new Error(`the document differs from ${spdx}`);
  equalText(contentOf(files, cyclonedx), text);
}

/** The digests of the images that an index contains, or that the bundle and the chart use. */
function imagesOf({ images, facts }, name) {
  const { platforms } = images.find((one) => one.name === name);
  return platforms.length > 0 ? platforms.map(({ digest }) => digest) : Object.values(facts.digests);
}

function checkImages(files, file, digests) {
  const { packages } = partsOf(files, file);
  equalNames(
    packages.map(({ checksums, name }) => (checksums === undefined ? name : `sha256:${checksums[0]?.checksumValue}`)),
    digests,
  );
}

/** The packages that Debian's control files in the image name are those of the document. */
async function checkDebianPackages({ files, archive }, file, digest) {
  const [base] = archive.json(digest).layers;
  const layer = gunzipSync(archive.blob(base.digest));
  const controlFiles = await selectTarFiles(layer, (name) => name.startsWith(`${PACKAGE_LIST}/`));
  const texts = controlFiles.map(({ content }) => content.toString());
  const listed = partsOf(files, file).packages.map(purlOf);
  equalNames(
    listed.filter((url) => url?.startsWith('pkg:deb/')),
    debianPackages(texts.join(''), SUITE).map(purlOf),
  );
}

/** Returns the subject and the packages of an SPDX document, and the time when it was made. */
function partsOf(files, file) {
  const { packages, creationInfo } = readJsonFile(files, file);
  return {
    subject: packages.find(({ SPDXID }) => SPDXID === 'SPDXRef-Subject'),
    packages: packages.filter(({ SPDXID }) => SPDXID !== 'SPDXRef-Subject'),
    created: creationInfo?.created,
  };
}
