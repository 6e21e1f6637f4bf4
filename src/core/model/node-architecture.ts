/** The label of a node whose value is the node's CPU architecture, as in Go's GOARCH (Kubernetes, Well-Known Labels). */
export const ARCHITECTURE_LABEL = 'kubernetes.io/arch';

/** Aliases of architectures (containerd/platforms, database.go). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['x86_64', 'amd64'],
  ['x86-64', 'amd64'],
  ['aarch64', 'arm64'],
  ['armhf', 'arm'],
  ['armel', 'arm'],
  ['i386', '386'],
]);

/** Returns the name that Go and nodes have for the architecture of an image. */
export function canonicalArchitecture(architecture: string): string {
  return ALIASES.get(architecture) ?? architecture;
}

/** Returns the architecture of a platform, as Go and nodes name it. */
export function architectureIn(platform: { readonly architecture: string } | undefined): string | undefined {
  return platform && canonicalArchitecture(platform.architecture);
}

/** Returns the value of `kubernetes.io/arch` on nodes that run an image, or `undefined` if no node can have it. */
export function nodeArchitecture(architecture: string | undefined): string | undefined {
  if (architecture === undefined) return undefined;
  const name = canonicalArchitecture(architecture);
  return /^[a-z\d]{1,63}$/.test(name) ? name : undefined;
}
