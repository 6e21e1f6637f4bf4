import { tarballFiles } from '../archives.mjs';
import { EXECUTABLE_FILES, executableName, npmName } from '../file-names.mjs';
import { ARCHITECTURES } from '../image-index.mjs';
import { contentOf } from '../json-file.mjs';
import { equal } from './equal.mjs';

/** ELF's numbers of machines (e_machine). */
const MACHINES = { amd64: 0x3e, arm64: 0xb7 };

/** Returns the claims on the npm package and the executables. */
export function packageClaims({ version, files }) {
  return [
    { claim: 'npm package', check: async () => checkNpmPackage(contentOf(files, npmName(version)), version) },
    ...ARCHITECTURES.map((architecture) => ({
      claim: `executable for linux/${architecture}`,
      check: async () => checkExecutable(contentOf(files, executableName(version, architecture)), architecture),
    })),
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
  equal(names, EXECUTABLE_FILES.join(', '), 'the list of files in the archive');
  const [{ content, mode }] = files;
  equal(mode, 0o755, 'the mode of the executable');
  equal(content.subarray(0, 4).toString('latin1'), '\u007fELF', 'the start of the executable');
  equal(content.readUInt16LE(18), MACHINES[architecture], "the executable's machine");
}
