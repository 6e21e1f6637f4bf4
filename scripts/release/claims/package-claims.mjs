import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../root.mjs';
import { readStrictTarball } from '../archives.mjs';
import { EXECUTABLE_FILES, executableName, npmName } from '../file-names.mjs';
import { ARCHITECTURES } from '../image-index.mjs';
import { contentOf } from '../json-file.mjs';
import { trackedFiles } from '../tracked-files.mjs';
import { equal, equalNames, equalText } from './equal.mjs';

/** ELF's numbers of machines (e_machine). */
const MACHINES = { amd64: 0x3e, arm64: 0xb7 };

/** Returns the claims on the npm package and the executables. */
export function packageClaims({ version, files }) {
  return [
    { claim: 'npm package', check: async () => checkNpmPackage(contentOf(files, npmName(version))) },
    ...ARCHITECTURES.map((architecture) => ({
      claim: `executable for linux/${architecture}`,
      check: async () => checkExecutable(contentOf(files, executableName(version, architecture)), architecture),
    })),
  ];
}

/** The folder of an npm package, and that of the programs in it: all other files are those of the clone. */
const [PACKAGE, BUILT] = ['package/', 'dist/'];

async function checkNpmPackage(tarball) {
  const packed = (await readStrictTarball(tarball)).map((file) => ({ ...file, name: packedName(file.path) }));
  const names = packed.map(({ name }) => name);
  equalNames(names, [...new Set(names)]);
  if (!names.includes('package.json')) throw new Error('the package has no package.json');
  const copied = packed.filter(({ name }) => !name.startsWith(BUILT));
  const tracked = new Set(trackedFiles(ROOT, '.'));
  equalNames(
    copied.map(({ name }) => name),
    copied.map(({ name }) => name).filter((name) => tracked.has(name)),
  );
  for (const { name, content } of copied) equalClone(content, name);
}

function packedName(file) {
  if (!file.startsWith(PACKAGE) || path.posix.normalize(file) !== file)
    throw new Error(`the file ${file} is not below ${PACKAGE}`);
  return file.slice(PACKAGE.length);
}

/** Throws an `Error` unless a file has the content of the clone's file. */
function equalClone(content, name) {
  try {
    equalText(content, readFileSync(path.join(ROOT, name)));
  } catch (error) {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  }
}

async function checkExecutable(archive, architecture) {
  const files = await readStrictTarball(archive);
  equalNames(
    files.map((file) => file.path),
    EXECUTABLE_FILES,
  );
  const contents = new Map(files.map(({ path: file, content }) => [file, content]));
  for (const { path: file, mode } of files) equal(mode, file === 'taskpack' ? 0o755 : 0o644, `the mode of ${file}`);
  equalClone(contents.get('LICENSE'), 'LICENSE');
  const executable = contents.get('taskpack');
  equal(executable.subarray(0, 4).toString('latin1'), '\u007fELF', 'the start of the executable');
  equal(executable.readUInt16LE(18), MACHINES[architecture], "the executable's machine");
}
