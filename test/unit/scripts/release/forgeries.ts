import { gunzipSync, gzipSync } from 'node:zlib';
import { tarball } from '../../../../scripts/release/archives.mjs';
import { assembleRelease } from '../../../../scripts/release/assemble-release.mjs';
import { imagesArchive } from '../../../../scripts/release/images-archive.mjs';
import { VERSION } from '../../../../src/settings/version.ts';
import { executableArchive, npmTarball, smallInputs } from '../../../support/small-release.ts';
import { hiddenFromNode, tarEntry } from './tar-tricks.ts';
import { digestIn, edit, inIndex, readIndex, type Files } from './altered-files.ts';

/** An alteration of a release, and the claims that do not hold after `seal`, beside the signature of the checksums. */
interface Forgery {
  readonly title: string;
  readonly alter: (files: Files) => void;
  readonly failed: readonly string[];
}

const ARCHIVE = `taskpack_${VERSION}_linux_amd64.tar.gz`;
const CHART = `taskpack-chart-${VERSION}.tgz`;
const PACKAGE = `taskpack-${VERSION}.tgz`;
const SPDX = 'steps-linux-amd64.spdx.json';
const CYCLONEDX = 'steps-linux-amd64.cdx.json';
const OTHER_DIGEST = `sha256:${'0'.repeat(64)}`;

const POD = `---
apiVersion: v1
kind: Pod
metadata:
  name: more
spec:
  containers: [{ name: more, image: elsewhere.example.com/more }]
`;

const OF_RELEASE_JSON: readonly Forgery[] = [
  {
    title: 'the version in release.json',
    alter: (files) => inIndex(files, (text) => text.replace(`"version": "${VERSION}"`, '"version": "9.9.9"')),
    failed: ['version'],
  },
  {
    title: 'the commit in release.json',
    alter: (files) => inIndex(files, (text) => text.replace('"commit": "ccc', '"commit": "ddd')),
    failed: ['commit', 'content of release.json'],
  },
  {
    title: 'the registry in release.json',
    alter: (files) => inIndex(files, (text) => text.replace(/"registry": ".*"/, '"registry": "other.example.com"')),
    failed: ['images.tar can be read'],
  },
  {
    title: 'the digest of an image in release.json',
    alter: (files) => inIndex(files, (text) => text.replaceAll(digestIn(files, 'entrypoint'), OTHER_DIGEST)),
    failed: ['content of release.json', 'digest of image entrypoint'],
  },
  {
    title: 'the platforms of an image in release.json',
    alter: (files) => inIndex(files, (text) => text.replaceAll('"linux/arm64"', '"linux/riscv64"')),
    failed: ['content of release.json'],
  },
  {
    title: 'the SBOMs in release.json',
    alter: (files) => {
      const index = readIndex(files);
      files.set('release.json', Buffer.from(`${JSON.stringify({ ...index, sboms: [] }, undefined, 2)}\n`));
    },
    failed: ['content of release.json'],
  },
  {
    title: 'a file that is removed everywhere',
    alter: (files) => files.delete('tasks.spdx.json'),
    failed: [
      'content of tasks.cdx.json',
      'files of SHA256SUMS',
      'files of the release',
      'form of tasks.spdx.json',
      'images of tasks.spdx.json',
      'subject of tasks.spdx.json',
    ],
  },
  {
    title: 'a file that is added everywhere',
    alter: (files) => files.set('more.yaml', Buffer.from(POD)),
    failed: ['files of SHA256SUMS', 'files of the release'],
  },
];

const OF_PROVENANCE: readonly Forgery[] = [
  {
    title: 'the commit in the provenance',
    alter: (files) => edit(files, 'provenance.json', (text) => text.replace('ccc', 'ddd')),
    failed: ['commit of the provenance', 'content of provenance.json'],
  },
  {
    title: 'the build type in the provenance',
    alter: (files) =>
      edit(files, 'provenance.json', (text) => text.replace('"buildType": "https:', '"buildType": "http:')),
    failed: ['build type of the provenance', 'content of provenance.json'],
  },
  {
    title: 'the builder in the provenance',
    alter: (files) => edit(files, 'provenance.json', (text) => text.replace('"id": "https:', '"id": "http:')),
    failed: ['builder of the provenance', 'content of provenance.json'],
  },
  {
    title: 'the registry in the provenance',
    alter: (files) => edit(files, 'provenance.json', (text) => text.replace('registry.example.com', 'example.com')),
    failed: ['content of provenance.json'],
  },
];

const OF_IMAGES: readonly Forgery[] = [
  {
    title: 'a blob in images.tar',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      archive[archive.indexOf('"title":"entrypoint"') + 10] = 'E'.charCodeAt(0);
    },
    failed: ['content of image entrypoint', 'images of images.tar', 'version of image entrypoint for linux/amd64'],
  },
  {
    title: 'images.tar, by a release without the images for arm64',
    alter: (files) => {
      const inputs = smallInputs('registry.example.com');
      const images = inputs.images.map(({ name, platforms }) => ({ name, platforms: platforms.slice(0, 1) }));
      files.set('images.tar', assembleRelease({ ...inputs, images }).files.get('images.tar') ?? Buffer.alloc(0));
    },
    failed: ['images.tar can be read'],
  },
  {
    title: 'images.tar, by one with more images',
    alter: (files) => {
      const { images } = assembleRelease(smallInputs('registry.example.com'));
      const more = images.map((image) => ({ ...image, reference: `more.${image.reference}` }));
      files.set('images.tar', imagesArchive([...images, ...more]));
    },
    failed: ['images of images.tar'],
  },
  {
    title: 'images.tar, by a file that only other programs see',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      files.set('images.tar', Buffer.concat([hiddenFromNode(tarEntry('index.json', '{}')), archive]));
    },
    failed: ['images of images.tar'],
  },
  {
    title: 'images.tar, by a link',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      files.set('images.tar', Buffer.concat([tarEntry('../link', '', '2'), archive]));
    },
    failed: ['images.tar can be read'],
  },
  {
    title: 'images.tar, by another size of an image in index.json',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      const at = archive.indexOf('"size":', archive.indexOf('index.json')) + '"size":'.length;
      archive.write('1', at);
    },
    failed: ['images of images.tar'],
  },
  {
    title: 'images.tar, by a second index.json before the first',
    alter: (files) => {
      const more = gunzipSync(tarball([{ path: 'index.json', content: Buffer.from('{"manifests":[]}') }]));
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      files.set('images.tar', Buffer.concat([more.subarray(0, 1024), archive]));
    },
    failed: ['images of images.tar'],
  },
];

const OF_MANIFESTS: readonly Forgery[] = [
  {
    title: 'an image of release.yaml',
    alter: (files) => edit(files, 'release.yaml', (text) => text.replaceAll(digestIn(files, 'steps'), OTHER_DIGEST)),
    failed: ['content of release.yaml'],
  },
  {
    title: 'one more Pod with a foreign image in release.yaml',
    alter: (files) => edit(files, 'release.yaml', (text) => text + POD),
    failed: ['content of release.yaml'],
  },
  {
    title: 'one more Pod in an overlay',
    alter: (files) => edit(files, 'monitoring.yaml', (text) => text + POD),
    failed: ['content of monitoring.yaml'],
  },
  {
    title: 'the image of a Task',
    alter: (files) =>
      edit(files, 'task-buildpacks.yaml', (text) => text.replaceAll(digestIn(files, 'steps'), OTHER_DIGEST)),
    failed: ['content of task-buildpacks.yaml'],
  },
  {
    title: 'the Helm chart, by that of another registry',
    alter: (files) => {
      const other = assembleRelease(smallInputs('other.example.com')).files;
      files.set(CHART, other.get(CHART) ?? Buffer.alloc(0));
    },
    failed: ['content of image charts/taskpack is the Helm chart', 'content of the Helm chart'],
  },
  {
    title: 'the Helm chart, by a template that only Helm sees',
    alter: (files) => {
      const more = hiddenFromNode(tarEntry('taskpack/templates/more.yaml', POD));
      files.set(CHART, gzipSync(Buffer.concat([more, gunzipSync(files.get(CHART) ?? Buffer.alloc(0))])));
    },
    failed: ['content of image charts/taskpack is the Helm chart', 'content of the Helm chart'],
  },
  {
    title: 'the Helm chart, by zeros before which some programs stop',
    alter: (files) => {
      const archive = gunzipSync(files.get(CHART) ?? Buffer.alloc(0));
      const at = archive.indexOf('taskpack/templates/');
      files.set(CHART, gzipSync(Buffer.concat([archive.subarray(0, at), Buffer.alloc(1024), archive.subarray(at)])));
    },
    failed: ['content of image charts/taskpack is the Helm chart', 'content of the Helm chart'],
  },
  {
    title: 'the Helm chart, by bytes after the end of gzip',
    alter: (files) => files.set(CHART, Buffer.concat([files.get(CHART) ?? Buffer.alloc(0), Buffer.from('\0more')])),
    failed: ['content of image charts/taskpack is the Helm chart', 'content of the Helm chart'],
  },
  {
    title: 'the Helm chart, by a second gzip member',
    alter: (files) => files.set(CHART, Buffer.concat([files.get(CHART) ?? Buffer.alloc(0), gzipSync('')])),
    failed: ['content of image charts/taskpack is the Helm chart', 'content of the Helm chart'],
  },
  {
    title: 'the Helm chart, by one more file',
    alter: (files) => {
      const tar = gunzipSync(files.get(CHART) ?? Buffer.alloc(0));
      const more = gunzipSync(tarball([{ path: 'taskpack/templates/more.yaml', content: Buffer.from(POD) }]));
      files.set(CHART, gzipSync(Buffer.concat([tar.subarray(0, tar.length - 1024), more])));
    },
    failed: ['content of image charts/taskpack is the Helm chart', 'content of the Helm chart'],
  },
];

/** The claims that fail with another npm package, and with another executable. */
const OF_NPM_PACKAGE = [
  'content of release.json',
  'npm package',
  `subject of ${PACKAGE}.cdx.json`,
  `subject of ${PACKAGE}.spdx.json`,
];
const OF_EXECUTABLE = [
  'content of release.json',
  'content of taskpack.krew.yaml',
  'content of taskpack.rb',
  'executable for linux/amd64',
  `subject of ${ARCHIVE}.cdx.json`,
  `subject of ${ARCHIVE}.spdx.json`,
];

const OF_PACKAGES: readonly Forgery[] = [
  ...[
    { title: 'by another package.json', files: { 'package/package.json': '{"name":"taskpack"}' } },
    { title: 'by another text', files: { 'package/LICENSE': 'none' } },
    { title: 'by a file that the clone lacks', files: { 'package/docs/more.md': '' } },
    { title: 'by a file outside its folder', files: { 'package/dist/../../more': '' } },
  ].map(({ title, files: more }) => ({
    title: `the npm package, ${title}`,
    alter: (files: Files) => files.set(PACKAGE, npmTarball(more)),
    failed: OF_NPM_PACKAGE,
  })),
  {
    title: 'the npm package, by a second file of the same name',
    alter: (files) => {
      const [one, more] = ['one', 'more'].map((text) => gunzipSync(npmTarball({ 'package/dist/a.js': text })));
      const again = more?.subarray(more.indexOf('package/dist/a.js')) ?? Buffer.alloc(0);
      files.set(PACKAGE, gzipSync(Buffer.concat([one?.subarray(0, -1024) ?? Buffer.alloc(0), again]), { level: 9 }));
    },
    failed: OF_NPM_PACKAGE,
  },
  {
    title: 'the licence beside an executable',
    alter: (files) => {
      const archive = gunzipSync(files.get(ARCHIVE) ?? Buffer.alloc(0));
      archive.write('other', archive.indexOf('LICENSE') + 512);
      files.set(ARCHIVE, gzipSync(archive));
    },
    failed: OF_EXECUTABLE,
  },
  {
    title: 'the names in the archive of an executable',
    alter: (files) => {
      const path = 'taskpack, LICENSE, LICENSES.txt, NODE-LICENSE.txt';
      const content = Buffer.from('\u007FELF'.padEnd(18, '\0') + '\u003E\0', 'latin1');
      files.set(ARCHIVE, tarball([{ path, content, mode: 0o755 }]));
    },
    failed: OF_EXECUTABLE,
  },
  {
    title: 'the architecture of an executable',
    alter: (files) => files.set(ARCHIVE, executableArchive('arm64')),
    failed: OF_EXECUTABLE,
  },
  {
    title: 'a URL in the manifest of Krew',
    alter: (files) =>
      edit(files, 'taskpack.krew.yaml', (text) => text.replace(/uri: https:\/\/example/, 'uri: https://elsewhere')),
    failed: ['content of taskpack.krew.yaml'],
  },
  {
    title: 'a URL in the formula',
    alter: (files) => edit(files, 'taskpack.rb', (text) => text.replace('url "https://', 'url "https://elsewhere.')),
    failed: ['content of taskpack.rb'],
  },
];

const OF_SBOMS: readonly Forgery[] = [
  {
    title: 'the subject of an SPDX document',
    alter: (files) =>
      edit(files, SPDX, (text) => text.replace(/"checksumValue": "\w+"/, `"checksumValue": "${'0'.repeat(64)}"`)),
    failed: [`content of ${CYCLONEDX}`, `form of ${SPDX}`, `subject of ${SPDX}`],
  },
  {
    title: 'the subject of a CycloneDX document',
    alter: (files) =>
      edit(files, CYCLONEDX, (text) => text.replace(/"content": "\w+"/, `"content": "${'0'.repeat(64)}"`)),
    failed: [`content of ${CYCLONEDX}`, `subject of ${CYCLONEDX}`],
  },
  {
    title: 'a package of an SPDX document',
    alter: (files) => edit(files, SPDX, (text) => text.replace('npm/undici@7.0.0', 'npm/undici@7.0.1')),
    failed: [`content of ${CYCLONEDX}`, `form of ${SPDX}`],
  },
  {
    title: 'the relationships of an SPDX document',
    alter: (files) => edit(files, SPDX, (text) => text.replace('"DESCRIBES"', '"OTHER"')),
    failed: [`form of ${SPDX}`],
  },
  {
    title: 'the fields of an SPDX document, by one that is there twice',
    alter: (files) =>
      edit(files, SPDX, (text) => text.replace('  "packages": [', '  "packages": [],\n  "packages": [')),
    failed: [`form of ${SPDX}`],
  },
  {
    title: 'the fields of a CycloneDX document, by one that is there twice',
    alter: (files) =>
      edit(files, CYCLONEDX, (text) => text.replace('  "components": [', '  "components": [],\n  "components": [')),
    failed: [`content of ${CYCLONEDX}`],
  },
  {
    title: 'the licence of a package in a CycloneDX document',
    alter: (files) => edit(files, CYCLONEDX, (text) => text.replace('"expression": "MIT"', '"expression": "ISC"')),
    failed: [`content of ${CYCLONEDX}`],
  },
  {
    title: 'an image of the SBOM of an index',
    alter: (files) =>
      edit(files, 'steps.spdx.json', (text) => text.replace(/(linux-amd64[^]*?")\w{64}"/, `$1${'0'.repeat(64)}"`)),
    failed: ['content of steps.cdx.json', 'form of steps.spdx.json', 'images of steps.spdx.json'],
  },
  {
    title: 'a Debian package of both documents',
    alter: (files) => {
      for (const file of [SPDX, CYCLONEDX]) edit(files, file, (text) => text.replace('git@1%3A2.39', 'git@1%3A2.40'));
    },
    failed: [`content of ${CYCLONEDX}`, `Debian packages of ${SPDX}`, `form of ${SPDX}`].toSorted(),
  },
];

/** Alterations after which `seal` writes SHA256SUMS and the hashes in release.json again. */
export const FORGERIES: readonly Forgery[] = [
  ...OF_RELEASE_JSON,
  ...OF_PROVENANCE,
  ...OF_IMAGES,
  ...OF_MANIFESTS,
  ...OF_PACKAGES,
  ...OF_SBOMS,
];
