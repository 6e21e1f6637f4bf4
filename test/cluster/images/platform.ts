const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** What programs of this machine run on, in the words of images, which are Go's. */
export const PLATFORM = { os: 'linux', architecture: ARCHITECTURES[process.arch] ?? process.arch };

/** When every image of the bed was made. */
export const CREATED = '1980-01-01T00:00:01Z';
