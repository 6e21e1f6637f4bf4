import { gunzipSync, gzipSync } from 'node:zlib';
import { tarball } from '../../../../../scripts/release/archives.mjs';
import { assembleRelease } from '../../../../../scripts/release/assemble-release.mjs';
import { VERSION } from '../../../../../src/settings/version.ts';
import { smallInputs } from '../../../../support/small-release.ts';
import { hiddenFromNode, tarEntry } from '../tar-tricks.ts';
import { digestIn, edit } from '../altered-files.ts';
import { OTHER_DIGEST, POD, type Forgery } from './forgery.ts';

const CHART = `taskpack-chart-${VERSION}.tgz`;

export const OF_MANIFESTS: readonly Forgery[] = [
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
