import type { StackFacts, Distro } from './base-images.ts';

/** A target of a buildpack (buildpack.toml, `[[targets]]`). A missing field matches every value. */
export interface Target {
  readonly os?: string;
  readonly arch?: string;
  readonly variant?: string;
  readonly distros?: readonly Distro[];
}

/** Formats a target for messages: `linux/arm/v7 (debian 12, debian 13)`. */
export function formatTarget({ os, arch, variant, distros = [] }: Target): string {
  const platform = [os, arch, variant].map((part) => part || '*');
  while (platform.length > 1 && platform.at(-1) === '*') platform.pop();
  const names = distros.map(({ name, version }) => `${name || '*'} ${version || '*'}`);
  return names.length === 0 ? platform.join('/') : `${platform.join('/')} (${names.join(', ')})`;
}

/**
 * True if the stack matches the target (buildpacks/spec, platform.md 0.12, "Target data"). A field that either lacks
 * matches.
 */
export function fitsTarget({ os, arch, variant, distros = [] }: Target, { platform, distro }: StackFacts): boolean {
  return (
    fits(platform.os, os) &&
    fits(platform.architecture, arch) &&
    fits(platform.variant, variant) &&
    (distros.length === 0 || distros.some((supported) => fitsDistro(supported, distro)))
  );
}

/** Returns the target that describes the stack. */
export function stackTarget({ platform: { os, architecture, variant }, distro }: StackFacts): Target {
  return {
    os,
    ...(architecture !== undefined && { arch: architecture }),
    ...(variant !== undefined && { variant }),
    ...(distro !== undefined && { distros: [distro] }),
  };
}

function fitsDistro({ name, version }: Distro, distro: Distro | undefined): boolean {
  return distro === undefined || (fits(distro.name, name) && fits(distro.version, version));
}

function fits(actual: string | undefined, supported: string | undefined): boolean {
  return !actual || !supported || actual === supported;
}
