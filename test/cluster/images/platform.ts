const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The platform of this machine in Go's terms, which image configurations use. */
export const PLATFORM = { os: 'linux', architecture: ARCHITECTURES[process.arch] ?? process.arch };

/** The creation time of every image of the bed. */
export const CREATED = '1980-01-01T00:00:01Z';
