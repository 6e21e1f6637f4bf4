import { VERSION } from '../../../../../src/settings/version.ts';
import { digestIn, edit, inIndex, readIndex } from '../altered-files.ts';
import { OTHER_DIGEST, POD, type Forgery } from './forgery.ts';

export const OF_RELEASE_JSON: readonly Forgery[] = [
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

export const OF_PROVENANCE: readonly Forgery[] = [
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
