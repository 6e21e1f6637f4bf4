import { gunzipSync, gzipSync } from 'node:zlib';
import { tarball } from '../../../../../scripts/release/archives.mjs';
import { VERSION } from '../../../../../src/settings/version.ts';
import { executableArchive, npmTarball } from '../../../../support/small-release.ts';
import { edit, type Files } from '../altered-files.ts';
import type { Forgery } from './forgery.ts';

const ARCHIVE = `taskpack_${VERSION}_linux_amd64.tar.gz`;
const PACKAGE = `taskpack-${VERSION}.tgz`;

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

export const OF_PACKAGES: readonly Forgery[] = [
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
