/** Matches the folder of a package in the path of one of its files. */
const PACKAGE = /^(?<place>(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** Returns the folders of the packages whose code is in a bundle, from esbuild's metafile. */
export function bundledPackages({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const places = files.flatMap((file) => PACKAGE.exec(file)?.groups.place ?? []);
  return [...new Set(places)];
}
