import { require } from '../../typescript.mjs';
import { tarballFiles } from '../archives.mjs';
import { contentOf, equal, sha256 } from './file-claims.mjs';

const { load } = require('js-yaml');

/** ELF's numbers of machines (e_machine). */
const MACHINES = { amd64: 0x3e, arm64: 0xb7 };

/** Returns the claims on the npm package, the executables, and the manifests of Krew and Homebrew. */
export function packageClaims({ version, files }) {
  return [
    { claim: 'npm package', check: async () => checkNpmPackage(contentOf(files, `taskpack-${version}.tgz`), version) },
    ...Object.keys(MACHINES).flatMap((architecture) => {
      const name = `taskpack_${version}_linux_${architecture}.tar.gz`;
      const archive = () => contentOf(files, name);
      return [
        { claim: `executable for linux/${architecture}`, check: async () => checkExecutable(archive(), architecture) },
        {
          claim: `checksum of linux/${architecture} in taskpack.krew.yaml`,
          check: () => equal(krewChecksum(files, architecture, name), sha256(archive()), 'the checksum'),
        },
        {
          claim: `checksum of linux/${architecture} in taskpack.rb`,
          check: () => equal(homebrewChecksum(files, name), sha256(archive()), 'the checksum'),
        },
      ];
    }),
    {
      claim: 'version of taskpack.krew.yaml',
      check: () => equal(krew(files).spec.version, `v${version}`, 'the version'),
    },
  ];
}

async function checkNpmPackage(tarball, version) {
  const packed = await tarballFiles(tarball);
  const manifest = packed.find((file) => file.path === 'package/package.json');
  if (manifest === undefined) throw new Error('the package has no package.json');
  const { name, version: actual } = JSON.parse(manifest.content.toString());
  equal(`${name} ${actual}`, `taskpack ${version}`, 'the name and version');
}

async function checkExecutable(archive, architecture) {
  const files = await tarballFiles(archive);
  const names = files.map((file) => file.path).join(', ');
  equal(names, 'taskpack, LICENSE, LICENSES.txt, NODE-LICENSE.txt', 'the list of files in the archive');
  const [{ content, mode }] = files;
  equal(mode, 0o755, 'the mode of the executable');
  equal(content.subarray(0, 4).toString('latin1'), '\u007fELF', 'the start of the executable');
  equal(content.readUInt16LE(18), MACHINES[architecture], "the executable's machine");
}

function krew(files) {
  return load(contentOf(files, 'taskpack.krew.yaml').toString());
}

function krewChecksum(files, architecture, name) {
  const platform = krew(files).spec.platforms.find(({ selector }) => selector.matchLabels.arch === architecture);
  return platform?.uri.endsWith(`/${name}`) ? platform.sha256 : undefined;
}

function homebrewChecksum(files, name) {
  const lines = contentOf(files, 'taskpack.rb').toString().split('\n');
  const url = lines.findIndex((line) => line.endsWith(`/${name}"`));
  return /^\s*sha256 "(.*)"$/.exec(lines[url + 1] ?? '')?.[1];
}
