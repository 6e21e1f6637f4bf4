/** The checksums of all other files, and the signature of the checksums: in base64, and as a Sigstore bundle. */
export const SUMS = 'SHA256SUMS';
export const SIGNATURE = 'SHA256SUMS.sig';
export const BUNDLE = 'SHA256SUMS.sigstore.json';

/** The claims of the release, for programs. */
export const INDEX = 'release.json';

/** The predicate that is attested for each image. */
export const PROVENANCE = 'provenance.json';

/** The images, as an OCI layout. */
export const IMAGES = 'images.tar';

export function npmName(version) {
  return `taskpack-${version}.tgz`;
}

export function chartName(version) {
  return `taskpack-chart-${version}.tgz`;
}

export function executableName(version, architecture) {
  return `taskpack_${version}_linux_${architecture}.tar.gz`;
}

/** The files in the archive of an executable. */
export const EXECUTABLE_FILES = ['taskpack', 'LICENSE', 'LICENSES.txt', 'NODE-LICENSE.txt'];
