import { createHash } from 'node:crypto';
import { imageSubject } from '../images/sboms.mjs';
import { pinnedTo } from '../oci.mjs';
import { makeBundle, publishedTasks } from '../release-modules.mjs';
import { cycloneDxDocument } from '../sbom/cyclonedx.mjs';
import { spdxDocument, spdxId } from '../sbom/document.mjs';
import { byBytes } from './byte-order.mjs';
import { chartArchive, chartImage } from './helm-chart.mjs';
import { homebrewFormula } from './homebrew-formula.mjs';
import { imageIndex, platformName } from './image-index.mjs';
import { imagesArchive } from './images-archive.mjs';
import { krewManifest } from './krew-manifest.mjs';
import { manifestFiles } from './manifest-files.mjs';
import { provenance } from './provenance.mjs';

/**
 * Returns the files of a release, by name, and its images. The result depends on the parts alone: `version`, `commit`, `registry`,
 * the address of the `repository`, the version of `node`, the `images` with their platforms, the `npm` package and the
 * `executables`, each with its bill of materials.
 */
export function assembled(parts) {
  const chart = releaseChart(parts);
  const artifacts = [taskBundle(parts), chart.image];
  const images = [...parts.images.map((image) => multiPlatformImage(image, parts)), ...artifacts];
  const sboms = [
    ...parts.images.flatMap((image) => imageSboms(image, parts)),
    ...artifacts.map((artifact) => artifactSbom(artifact, parts)),
    ...fileSboms(parts),
  ];
  const files = new Map([
    ['images.tar', imagesArchive(images)],
    ...manifestFiles(parts.version, pinnedImages(parts)),
    [`taskpack-chart-${parts.version}.tgz`, chart.archive],
    ...packageFiles(parts),
    ['provenance.json', jsonFile(provenance(parts))],
    ...sboms.flatMap(({ documents }) => documents.map(({ file, text }) => [file, Buffer.from(text)])),
  ]);
  files.set(
    'release.json',
    Buffer.from(`${JSON.stringify(releaseIndex(parts, images, sboms, files), undefined, 2)}\n`),
  );
  files.set('SHA256SUMS', Buffer.from(checksums(files)));
  return { files, images, sboms };
}

/** Returns the references of the images by digest, as installations and Tasks name them. */
function pinnedImages(parts) {
  return Object.fromEntries(
    parts.images.map((image) => {
      const { reference, root } = multiPlatformImage(image, parts);
      return [image.name, pinnedTo(reference, root.digest)];
    }),
  );
}

function multiPlatformImage({ name, platforms }, { registry, version }) {
  const images = platforms.map(({ image }) => image);
  return { name, reference: `${registry}/${name}:${version}`, root: imageIndex(images), images };
}

/** The Tekton Bundle of the Tasks. It has no platform. */
function taskBundle(parts) {
  const bundle = makeBundle(publishedTasks({ version: parts.version, stepsImage: pinnedImages(parts).steps }));
  if (bundle.kind === 'problems') throw new Error(bundle.messages.join('\n'));
  const { image } = bundle;
  return {
    name: 'tasks',
    reference: `${parts.registry}/tasks:${parts.version}`,
    root: image.manifest,
    images: [image],
  };
}

/** The Helm chart, as an archive and as an artifact for registries. */
function releaseChart({ registry, version, ...parts }) {
  const digests = parts.images.map(({ name, platforms }) => [
    name,
    imageIndex(platforms.map(({ image }) => image)).digest,
  ]);
  const archive = chartArchive(registry, Object.fromEntries(digests));
  const image = chartImage(archive);
  const name = 'charts/taskpack';
  return {
    archive,
    image: { name, reference: `${registry}/${name}:${version}`, root: image.manifest, images: [image] },
  };
}

function packageFiles(parts) {
  const { version, repository: homepage, npm } = parts;
  const executables = parts.executables.map(({ architecture, archive, files }) => ({
    architecture,
    files,
    url: `${homepage}/releases/download/v${version}/${executableName(version, architecture)}`,
    sha256: sha256(archive),
  }));
  return [
    [npmName(version), npm.tarball],
    ...parts.executables.map(({ architecture, archive }) => [executableName(version, architecture), archive]),
    ['taskpack.krew.yaml', Buffer.from(krewManifest({ version, homepage, executables }))],
    ['taskpack.rb', Buffer.from(homebrewFormula({ version, homepage, executables }))],
  ];
}

function npmName(version) {
  return `taskpack-${version}.tgz`;
}

function executableName(version, architecture) {
  return `taskpack_${version}_linux_${architecture}.tar.gz`;
}

/** Returns the SBOMs of an image: one of each platform, and one of the index, which contains the platforms' images. */
function imageSboms({ name, platforms }, { version }) {
  const index = imageIndex(platforms.map(({ image }) => image));
  const variants = platforms.map(({ image, bom }) => {
    const platform = platformName(image.platform);
    return { platform, digest: image.manifest.digest, ...bom };
  });
  const contained = variants.map(({ platform, subject }) => ({
    ...subject,
    SPDXID: spdxId('Image', name, platform),
  }));
  const whole = {
    digest: index.digest,
    subject: imageSubject(name, { manifest: index }, version),
    packages: contained,
  };
  return [
    sbom(name, { image: name, digest: index.digest }, whole),
    ...variants.map(({ platform, digest, ...bom }) =>
      sbom(`${name}-${platform.replace('/', '-')}`, { image: name, platform, digest }, bom),
    ),
  ];
}

/** Returns the SBOM of the bundle or the chart, which make a cluster run the images. */
function artifactSbom({ name, root }, parts) {
  const used = parts.images.map((image) => ({
    ...imageSubject(image.name, { manifest: multiPlatformImage(image, parts).root }, parts.version),
    SPDXID: spdxId('Image', image.name, 'index'),
  }));
  const subject = imageSubject(name, { manifest: root }, parts.version);
  return sbom(name.replace('/', '-'), { image: name, digest: root.digest }, { subject, packages: used });
}

/** Returns the SBOMs of the npm package and the executables. */
function fileSboms({ version, npm, executables }) {
  const files = [
    { file: npmName(version), content: npm.tarball, bom: npm.bom },
    ...executables.map(({ architecture, archive, bom }) => ({
      file: executableName(version, architecture),
      content: archive,
      bom,
    })),
  ];
  return files.map(({ file, content, bom: { subject, packages } }) => {
    const checksumValue = sha256(content);
    const named = { ...subject, checksums: [{ algorithm: 'SHA256', checksumValue }] };
    return sbom(file, { file, digest: `sha256:${checksumValue}` }, { subject: named, packages });
  });
}

function sbom(name, subject, bom) {
  const documents = [
    { file: `${name}.spdx.json`, mediaType: 'application/spdx+json', text: spdxDocument(bom.subject, bom.packages) },
    {
      file: `${name}.cdx.json`,
      mediaType: 'application/vnd.cyclonedx+json',
      text: cycloneDxDocument(bom.subject, bom.packages),
    },
  ];
  return { subject, documents };
}

/** Returns the content of release.json: what the release claims, for programs. */
function releaseIndex({ version, commit, registry, repository, node }, images, sboms, files) {
  return {
    name: 'taskpack',
    version,
    commit,
    repository,
    node,
    images: images.map(({ name, reference, root, images: all }) => ({
      name,
      reference,
      digest: root.digest,
      platforms:
        root === all[0].manifest
          ? []
          : all.map(({ platform, manifest: { digest } }) => ({ platform: platformName(platform), digest })),
    })),
    registry,
    sboms: sboms.flatMap(({ subject, documents }) => documents.map(({ file }) => ({ file, subject }))),
    files: [...files]
      .map(([name, content]) => ({ name, size: content.length, sha256: sha256(content) }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

function jsonFile(value) {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** Returns the content of SHA256SUMS, for `sha256sum --check`. */
export function checksums(files) {
  const names = [...files.keys()].filter((name) => name !== 'SHA256SUMS').toSorted(byBytes);
  return names.map((name) => `${sha256(files.get(name))}  ${name}\n`).join('');
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}
