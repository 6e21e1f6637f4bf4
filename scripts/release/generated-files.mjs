import { pinnedTo } from '../oci.mjs';
import { EXECUTABLE_FILES, executableName, PROVENANCE } from './file-names.mjs';
import { homebrewFormula } from './homebrew-formula.mjs';
import { jsonFile } from './json-file.mjs';
import { krewManifest } from './krew-manifest.mjs';
import { manifestFiles } from './manifest-files.mjs';
import { provenance } from './provenance.mjs';

/**
 * Returns the files that follow from the facts of a release and from this clone, by name: the manifests for kubectl, Krew and Homebrew,
 * and the provenance. The facts are `version`, `commit`, `registry`, the address of the `repository`, the version of `node`, the
 * `digests` of the images by name, and the `checksums` of the executables by architecture.
 */
export function generatedFiles(facts) {
  const { version, repository: homepage } = facts;
  const executables = Object.entries(facts.checksums).map(([architecture, sha256]) => ({
    architecture,
    files: EXECUTABLE_FILES,
    url: `${homepage}/releases/download/v${version}/${executableName(version, architecture)}`,
    sha256,
  }));
  return new Map([
    ...manifestFiles(version, pinnedImages(facts)),
    ['taskpack.krew.yaml', Buffer.from(krewManifest({ version, homepage, executables }))],
    ['taskpack.rb', Buffer.from(homebrewFormula({ version, homepage, executables }))],
    [PROVENANCE, jsonFile(provenance(facts))],
  ]);
}

/** Returns the references of the images by digest, as installations and Tasks name them. */
export function pinnedImages({ registry, version, digests }) {
  return Object.fromEntries(
    Object.entries(digests).map(([name, digest]) => [name, pinnedTo(`${registry}/${name}:${version}`, digest)]),
  );
}
