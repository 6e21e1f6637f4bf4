/** What a buildpack runs on (buildpack.toml, `[[targets]]`): what it leaves out may be anything. */
export interface Target {
  readonly os?: string;
  readonly arch?: string;
  readonly variant?: string;
  readonly distros?: readonly Distro[];
}

/** A distribution of Linux and its version. */
export interface Distro {
  readonly name?: string;
  readonly version?: string;
}

/** `linux/arm/v7 (debian 12, debian 13)`, as a person reads it. */
export function formatTarget({ os, arch, variant, distros = [] }: Target): string {
  const platform = [os, arch, variant].map((part) => part || '*');
  while (platform.length > 1 && platform.at(-1) === '*') platform.pop();
  const names = distros.map(({ name, version }) => `${name || '*'} ${version || '*'}`);
  return names.length === 0 ? platform.join('/') : `${platform.join('/')} (${names.join(', ')})`;
}
