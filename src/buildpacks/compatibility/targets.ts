import type { Distro, Target } from '../target.ts';
import type { StackFacts } from './base-images.ts';

/** Whether images fit a target (buildpacks/spec, platform.md 0.12, "Target data"): what either leaves out fits. */
export function fitsTarget({ os, arch, variant, distros = [] }: Target, { platform, distro }: StackFacts): boolean {
  return (
    fits(platform.os, os) &&
    fits(platform.architecture, arch) &&
    fits(platform.variant, variant) &&
    (distros.length === 0 || distros.some((supported) => fitsDistro(supported, distro)))
  );
}

/** What the images are, as a target says it. */
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
