import { gunzipSync } from 'node:zlib';
import { PACKAGE_LIST, SUITE } from '../../images/debian-base.mjs';
import { purlOf } from '../../sbom/cyclonedx.mjs';
import { debianPackages } from '../../sbom/debian-packages.mjs';
import { tarFiles } from '../archives.mjs';
import { contentOf, equal, sha256 } from './file-claims.mjs';
import { readJson } from './image-claims.mjs';

/** Returns the claims on the SBOMs: each describes its image or file, and both formats list the same packages. */
export function sbomClaims(release) {
  return release.index.sboms.flatMap(({ file, subject }) => {
    const claims = [{ claim: `subject of ${file}`, check: () => checkSubject(release, file, subject) }];
    if (!file.endsWith('.spdx.json')) return claims;
    claims.push({ claim: `packages of ${file}`, check: () => checkPackages(release.files, file) });
    if (subject.image === 'steps' && subject.platform !== undefined)
      claims.push({
        claim: `Debian packages of ${file}`,
        check: async () => checkDebianPackages(release, file, subject),
      });
    return claims;
  });
}

function checkSubject(release, file, subject) {
  equal(subject.digest, actualDigest(release, subject), 'the digest of the subject in release.json');
  equal(`sha256:${describedHash(release.files, file)}`, subject.digest, 'the digest of the subject');
}

function actualDigest({ files, index }, { file, image, platform }) {
  if (file !== undefined) return `sha256:${sha256(contentOf(files, file))}`;
  const found = index.images.find(({ name }) => name === image);
  return platform === undefined ? found?.digest : found?.platforms.find((one) => one.platform === platform)?.digest;
}

function describedHash(files, file) {
  const document = documentOf(files, file);
  if (file.endsWith('.cdx.json'))
    return document.metadata.component.hashes?.find(({ alg }) => alg === 'SHA-256')?.content;
  const described = document.packages.find(({ SPDXID }) => SPDXID === 'SPDXRef-Subject');
  return described?.checksums?.find(({ algorithm }) => algorithm === 'SHA256')?.checksumValue;
}

function checkPackages(files, file) {
  const spdx = packagesOf(files, file);
  const cyclonedx = documentOf(files, file.replace(/spdx\.json$/, 'cdx.json')).components.map(({ purl }) => purl);
  const differences = [
    ...spdx.filter((url) => !cyclonedx.includes(url)),
    ...cyclonedx.filter((url) => !spdx.includes(url)),
  ];
  if (differences.length > 0)
    throw new Error(`only one of the SPDX and CycloneDX documents lists ${differences.join(', ')}`);
}

/** The packages that Debian's control files in the image name are those of the document. */
async function checkDebianPackages({ files, archive }, file, { digest }) {
  const [base] = readJson(archive, digest).layers;
  const layer = gunzipSync(archive.blob(base.digest));
  const controlFiles = await tarFiles(layer, (name) => name.startsWith(`${PACKAGE_LIST}/`));
  const texts = controlFiles.map(({ content }) => content.toString());
  const installed = debianPackages(texts.join(''), SUITE).map(purlOf);
  const listed = packagesOf(files, file).filter((url) => url.startsWith('pkg:deb/'));
  const differences = [
    ...installed.filter((url) => !listed.includes(url)).map((url) => `${url} is not listed`),
    ...listed.filter((url) => !installed.includes(url)).map((url) => `the image does not contain ${url}`),
  ];
  if (differences.length > 0) throw new Error(differences.join(', '));
}

function packagesOf(files, file) {
  const { packages } = documentOf(files, file);
  return packages.filter(({ SPDXID }) => SPDXID !== 'SPDXRef-Subject').map(purlOf);
}

function documentOf(files, file) {
  return JSON.parse(contentOf(files, file).toString());
}
