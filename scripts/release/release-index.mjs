import { byBytes } from './byte-order.mjs';
import { sha256 } from './checksums.mjs';
import { jsonFile } from './json-file.mjs';

/**
 * Returns the content of release.json: what the release claims, for programs. The `kind` is `release` or `draft`. `images` are `{ name, reference, digest, platforms }`,
 * `sboms` are those of `sbomSubjects`, and `files` are the other files.
 */
export function releaseIndex({ version, kind, commit, registry, repository, node }, images, sboms, files) {
  return jsonFile({
    name: 'taskpack',
    version,
    ...(kind === 'draft' && { draft: true }),
    commit,
    repository,
    node,
    images,
    registry,
    sboms: sboms.flatMap(({ name, subject }) => sbomNames(name).map((file) => ({ file, subject }))),
    files: [...files]
      .map(([name, content]) => ({ name, size: content.length, sha256: sha256(content) }))
      .toSorted((one, other) => byBytes(one.name, other.name)),
  });
}

/** Returns the names of an SBOM's two documents. */
export function sbomNames(name) {
  return [`${name}.spdx.json`, `${name}.cdx.json`];
}
