import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { assembled, checksums } from '../../../../scripts/release/assembled.mjs';
import { verified } from '../../../../scripts/release/verified.mjs';
import { VERSION } from '../../../../src/settings/version.ts';
import { executableArchive, npmTarball, smallParts } from '../../../support/small-release.ts';

type Files = Map<string, Buffer>;

const ARCHIVE = `taskpack_${VERSION}_linux_amd64.tar.gz`;
const CHART = `taskpack-chart-${VERSION}.tgz`;
const PACKAGE = `taskpack-${VERSION}.tgz`;
const SPDX = 'steps-linux-amd64.spdx.json';
const CYCLONEDX = 'steps-linux-amd64.cdx.json';

/** An alteration of a release, and the claims that then do not hold. */
interface Case {
  readonly title: string;
  readonly alter: (files: Files) => void;
  readonly failed: readonly string[];
}

/** Alterations that leave the checksums as they were. */
const ACCIDENTS: readonly Case[] = [
  {
    title: 'the content of a file',
    alter: (files) => edit(files, 'release.yaml', (text) => `${text}#\n`),
    failed: ['checksum of release.yaml', 'hash of release.yaml in release.json'],
  },
  {
    title: 'a checksum in SHA256SUMS',
    alter: (files) =>
      edit(files, 'SHA256SUMS', (text) => text.replace(/^\w{64}(?= {2}taskpack\.rb$)/m, '0'.repeat(64))),
    failed: ['checksum of taskpack.rb'],
  },
  {
    title: 'the presence of a file',
    alter: (files) => files.delete('warm.yaml'),
    failed: [
      'checksum of warm.yaml',
      'files of SHA256SUMS',
      'files of release.json',
      'hash of warm.yaml in release.json',
    ],
  },
  {
    title: 'the list of files, by one more file',
    alter: (files) => files.set('more.yaml', Buffer.from('')),
    failed: ['files of SHA256SUMS', 'files of release.json'],
  },
  {
    title: 'release.json, which is cut short',
    alter: (files) => edit(files, 'release.json', (text) => text.slice(0, 100)),
    failed: ['release.json and images.tar can be read'],
  },
];

/** Alterations after which SHA256SUMS and the hashes in release.json are written again. */
const FORGERIES: readonly Case[] = [
  {
    title: 'the version in release.json',
    alter: (files) =>
      edit(files, 'release.json', (text) => text.replace(`"version": "${VERSION}"`, '"version": "9.9.9"')),
    failed: ['provenance', 'version'],
  },
  {
    title: 'the commit in the provenance',
    alter: (files) => edit(files, 'provenance.json', (text) => text.replace('ccc', 'ddd')),
    failed: ['provenance'],
  },
  {
    title: 'the digest of an image in release.json',
    alter: (files) =>
      edit(files, 'release.json', (text) => text.replaceAll(digestIn(files, 'entrypoint'), OTHER_DIGEST)),
    failed: [
      'content of image entrypoint',
      'digest of image entrypoint',
      'images of release.yaml',
      'images of the Helm chart',
      'platforms of image entrypoint',
      'subject of entrypoint.cdx.json',
      'subject of entrypoint.spdx.json',
    ],
  },
  {
    title: 'the digest of a platform in release.json',
    alter: (files) =>
      edit(files, 'release.json', (text) =>
        text.replaceAll(digestIn(files, 'entrypoint', 'linux/arm64'), OTHER_DIGEST),
      ),
    failed: [
      'platforms of image entrypoint',
      'subject of entrypoint-linux-arm64.cdx.json',
      'subject of entrypoint-linux-arm64.spdx.json',
      'version of image entrypoint for linux/arm64',
    ],
  },
  {
    title: 'a blob in images.tar',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      archive[archive.indexOf('"title":"entrypoint"') + 10] = 'E'.charCodeAt(0);
    },
    failed: ['content of image entrypoint', 'version of image entrypoint for linux/amd64'],
  },
  {
    title: 'an image of release.yaml',
    alter: (files) => edit(files, 'release.yaml', (text) => text.replaceAll(digestIn(files, 'steps'), OTHER_DIGEST)),
    failed: ['images of release.yaml'],
  },
  {
    title: 'the image of a Task',
    alter: (files) =>
      edit(files, 'task-buildpacks.yaml', (text) => text.replaceAll(digestIn(files, 'steps'), OTHER_DIGEST)),
    failed: ['Tasks of the bundle', 'images of task-buildpacks.yaml'],
  },
  {
    title: 'another field of a Task',
    alter: (files) =>
      edit(files, 'task-buildpacks.yaml', (text) => text.replace('runAsNonRoot: true', 'runAsNonRoot: false')),
    failed: ['Tasks of the bundle'],
  },
  {
    title: 'the Helm chart, by that of another registry',
    alter: (files) => {
      const other = assembled(smallParts('other.example.com')).files;
      files.set(CHART, other.get(CHART) ?? Buffer.alloc(0));
    },
    failed: ['content of image charts/taskpack is the Helm chart', 'images of the Helm chart'],
  },
  {
    title: 'the version of the npm package',
    alter: (files) => files.set(PACKAGE, npmTarball('9.9.9')),
    failed: ['npm package', `subject of ${PACKAGE}.cdx.json`, `subject of ${PACKAGE}.spdx.json`],
  },
  {
    title: 'the architecture of an executable',
    alter: (files) => files.set(ARCHIVE, executableArchive('arm64')),
    failed: [
      'checksum of linux/amd64 in taskpack.krew.yaml',
      'checksum of linux/amd64 in taskpack.rb',
      'executable for linux/amd64',
      `subject of ${ARCHIVE}.cdx.json`,
      `subject of ${ARCHIVE}.spdx.json`,
    ],
  },
  {
    title: 'the checksum in the manifest of Krew',
    alter: (files) =>
      edit(files, 'taskpack.krew.yaml', (text) => text.replace(/sha256: \w+/, `sha256: ${'0'.repeat(64)}`)),
    failed: ['checksum of linux/amd64 in taskpack.krew.yaml'],
  },
  {
    title: 'the version in the manifest of Krew',
    alter: (files) => edit(files, 'taskpack.krew.yaml', (text) => text.replace(/version: .*/, 'version: v9.9.9')),
    failed: ['version of taskpack.krew.yaml'],
  },
  {
    title: 'the checksum in the formula',
    alter: (files) => edit(files, 'taskpack.rb', (text) => text.replace(/sha256 "\w+"/, `sha256 "${'0'.repeat(64)}"`)),
    failed: ['checksum of linux/amd64 in taskpack.rb'],
  },
  {
    title: 'the subject of an SPDX document',
    alter: (files) =>
      edit(files, SPDX, (text) => text.replace(/"checksumValue": "\w+"/, `"checksumValue": "${'0'.repeat(64)}"`)),
    failed: [`subject of ${SPDX}`],
  },
  {
    title: 'the subject of a CycloneDX document',
    alter: (files) =>
      edit(files, CYCLONEDX, (text) => text.replace(/"content": "\w+"/, `"content": "${'0'.repeat(64)}"`)),
    failed: [`subject of ${CYCLONEDX}`],
  },
  {
    title: 'a package of an SPDX document',
    alter: (files) => edit(files, SPDX, (text) => text.replace('npm/undici@7.0.0', 'npm/undici@7.0.1')),
    failed: [`packages of ${SPDX}`],
  },
  {
    title: 'a Debian package of both documents',
    alter: (files) => {
      for (const file of [SPDX, CYCLONEDX]) edit(files, file, (text) => text.replace('git@1%3A2.39', 'git@1%3A2.40'));
    },
    failed: [`Debian packages of ${SPDX}`],
  },
];

const OTHER_DIGEST = `sha256:${'0'.repeat(64)}`;

describe('npm run release -- verify', () => {
  let original: ReadonlyMap<string, Buffer>;
  before(() => (original = assembled(smallParts('registry.example.com')).files));

  it('finds that all claims of an unaltered release hold', async () => {
    const results = await verified(VERSION, original);
    expect(results.filter(({ reason }) => reason !== undefined)).to.deep.equal([]);
    expect(results).to.have.length.above(100);
  });

  it('finds a release of another version', async () => {
    expect(await failedClaims('9.9.9', copy(original)))
      .to.include('version')
      .and.include('npm package');
  });

  for (const { title, alter, failed } of ACCIDENTS) {
    it(`names the claims that an alteration breaks: ${title}`, async () => {
      const files = copy(original);
      alter(files);
      expect(await failedClaims(VERSION, files)).to.deep.equal(failed);
    });
  }

  for (const { title, alter, failed } of FORGERIES) {
    it(`names the claims that an alteration with new checksums breaks: ${title}`, async () => {
      const files = copy(original);
      alter(files);
      seal(files);
      expect(await failedClaims(VERSION, files)).to.deep.equal(failed);
    });
  }
});

async function failedClaims(version: string, files: Files): Promise<readonly string[]> {
  const results = await verified(version, files);
  return results.flatMap(({ claim, reason }) => (reason === undefined ? [] : [claim])).toSorted();
}

function copy(files: ReadonlyMap<string, Buffer>): Files {
  return new Map(Array.from(files, ([name, content]) => [name, Buffer.from(content)]));
}

/** Replaces the text of a file. Throws if the replacement changes nothing. */
function edit(files: Files, name: string, change: (text: string) => string): void {
  const text = files.get(name)?.toString() ?? '';
  const changed = change(text);
  if (changed === text) throw new Error(`the text of ${name} has not changed`);
  files.set(name, Buffer.from(changed));
}

function digestIn(files: Files, image: string, platform?: string): string {
  const { images } = JSON.parse(files.get('release.json')?.toString() ?? '') as Index;
  const found = images.find(({ name }) => name === image);
  const place = platform === undefined ? found : found?.platforms.find((one) => one.platform === platform);
  return place?.digest ?? '';
}

interface Index {
  readonly images: readonly {
    readonly name: string;
    readonly digest: string;
    readonly platforms: readonly { readonly platform: string; readonly digest: string }[];
  }[];
}

/** Writes the hashes of release.json and SHA256SUMS again. */
function seal(files: Files): void {
  const index = JSON.parse(files.get('release.json')?.toString() ?? '') as { files: { name: string }[] };
  index.files = index.files.map(({ name }) => {
    const content = files.get(name) ?? Buffer.alloc(0);
    return { name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  files.set('release.json', Buffer.from(JSON.stringify(index)));
  files.set('SHA256SUMS', Buffer.from(checksums(files)));
}
