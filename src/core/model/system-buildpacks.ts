import type { PlatformApi } from './platform-api.ts';

/** The first Platform API version whose detector reads system.toml (buildpacks/spec, platform.md 0.15). */
export const FIRST_SYSTEM_API: PlatformApi = '0.15';

/** A buildpack that the operator adds to every group of the order of every builder. */
export interface SystemBuildpack {
  /** Before or after the buildpacks of a group. The words are those of system.toml. */
  readonly place: 'pre' | 'post';
  readonly id: string;
  /** Absent: the only version that the builder contains. */
  readonly version?: string;
  /** If true, a Build that cannot use the buildpack runs without it. */
  readonly optional: boolean;
}

/** The buildpacks of a Build's system.toml, in the order of the file. */
export interface SystemBuildpacks {
  readonly pre: readonly SystemEntry[];
  readonly post: readonly SystemEntry[];
  /** A sentence for each optional buildpack that the Build runs without. */
  readonly skipped: readonly string[];
}

/** A buildpack in system.toml (buildpacks/spec, platform.md, system.toml). */
export interface SystemEntry {
  readonly id: string;
  readonly version: string;
  readonly optional?: true;
}

/** `PLACE:ID[@VERSION][:optional]`. The characters of an id are those of buildpacks/spec, buildpack.md. */
const FORM =
  /^(?<place>pre|post):(?<id>[A-Za-z0-9./-]+)(?:@(?<version>[A-Za-z0-9][A-Za-z0-9.+_-]*))?(?<end>:optional)?$/;

/**
 * Parses `PLACE:ID[@VERSION][:optional]`, such as `pre:example/certificates@1.2.0` and `post:example/agent:optional`. Returns
 * `undefined` if the text has another form.
 */
export function parseSystemBuildpack(text: string): SystemBuildpack | undefined {
  const { place, id, version, end } = FORM.exec(text)?.groups ?? {};
  if (place === undefined || id === undefined) return undefined;
  return {
    place: place === 'pre' ? 'pre' : 'post',
    id,
    ...(version !== undefined && { version }),
    optional: end !== undefined,
  };
}

/** Returns `ID@VERSION`, or the id alone if no version is given. */
export function buildpackName({ id, version }: { readonly id: string; readonly version?: string }): string {
  return version === undefined ? id : `${id}@${version}`;
}

/** True if the Build has a system.toml. */
export function hasSystemFile(buildpacks: SystemBuildpacks | undefined): boolean {
  return buildpacks !== undefined && buildpacks.pre.length + buildpacks.post.length > 0;
}
