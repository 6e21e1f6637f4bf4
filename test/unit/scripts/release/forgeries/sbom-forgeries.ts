import { edit } from '../altered-files.ts';
import type { Forgery } from './forgery.ts';

const SPDX = 'steps-linux-amd64.spdx.json';
const CYCLONEDX = 'steps-linux-amd64.cdx.json';

export const OF_SBOMS: readonly Forgery[] = [
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
