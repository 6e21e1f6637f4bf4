import { comparePlatformApis, type PlatformApi } from '../model/platform-api.ts';
import { fieldError, fieldWarning } from '../model/problem.ts';
import {
  buildpackName,
  FIRST_SYSTEM_API,
  type SystemBuildpack,
  type SystemBuildpacks,
  type SystemEntry,
} from '../model/system-buildpacks.ts';
import type { BuilderImage } from './builder-image.ts';
import { usablePlatformApis } from './platform-api.ts';
import type { Report } from './report.ts';

/**
 * Returns the system.toml of a Build. It has the buildpacks that the operator adds to every group, and next to the group those of
 * the builder's own system.toml, which the file replaces (buildpacks/spec, platform.md, detector). Reports an error for each
 * buildpack that the builder cannot run, and a warning if the buildpack is optional. Returns `undefined` if the operator adds none.
 */
export function resolveSystemBuildpacks(
  builder: BuilderImage,
  platformApi: PlatformApi,
  wanted: readonly SystemBuildpack[],
  report: Report,
): SystemBuildpacks | undefined {
  const selections = wanted.map((buildpack) => ({ buildpack, selection: select(builder, platformApi, buildpack) }));
  const skipped = selections.flatMap(({ buildpack, selection }) =>
    'fault' in selection ? reportFault(buildpack, selection, report) : [],
  );
  const chosen = (place: SystemBuildpack['place']): readonly SystemEntry[] =>
    selections.flatMap(({ buildpack, selection }) =>
      buildpack.place === place && 'version' in selection ? [selection] : [],
    );
  const ids = new Set([...chosen('pre'), ...chosen('post')].map(({ id }) => id));
  if (ids.size + skipped.length === 0) return undefined;
  const own = (place: SystemBuildpack['place']): readonly SystemEntry[] =>
    ids.size === 0 ? [] : ownEntries(builder, place).filter(({ id }) => !ids.has(id));
  return { pre: [...chosen('pre'), ...own('pre')], post: [...own('post'), ...chosen('post')], skipped };
}

const PATH = ['spec', 'builder'] as const;

/** Why a builder cannot run a buildpack of the setting, and what to do. */
interface Fault {
  readonly fault: string;
  readonly advice: string;
}

/** Returns the line about a buildpack that the Build runs without. */
function reportFault({ optional }: SystemBuildpack, { fault, advice }: Fault, report: Report): readonly string[] {
  const skip = `${fault}; the Build runs without the buildpack`;
  report(optional ? fieldWarning(PATH, skip) : fieldError(PATH, `${fault}: ${advice}`));
  return optional ? [skip] : [];
}

function select(builder: BuilderImage, platformApi: PlatformApi, buildpack: SystemBuildpack): SystemEntry | Fault {
  const contained = versionsOf(builder, buildpack.id);
  const [version, ...others] = contained.filter((known) => known === (buildpack.version ?? known));
  if (version === undefined) return missing(builder, buildpack, contained);
  if (others.length > 0) return ambiguous(builder, buildpack, contained);
  if (comparePlatformApis(platformApi, FIRST_SYSTEM_API) < 0) return tooOld(builder, platformApi, buildpack);
  return { id: buildpack.id, version, ...(buildpack.optional && { optional: true }) };
}

function missing(builder: BuilderImage, buildpack: SystemBuildpack, versions: readonly string[]): Fault {
  const { image, buildpacks, factsAdvice } = builder;
  const others = versions.length === 0 ? '' : `, which contains ${versions.join(', ')}`;
  // Facts that a user began to write by hand can lack the list.
  const advice = buildpacks.length === 0 ? factsAdvice?.('buildpacks') : undefined;
  return {
    fault: `${ofSetting(buildpack)} is not in builder image ${image}${others}`,
    advice: advice ?? 'use a builder with the buildpack',
  };
}

function ambiguous({ image }: BuilderImage, buildpack: SystemBuildpack, versions: readonly string[]): Fault {
  return {
    fault: `${ofSetting(buildpack)} has several versions in builder image ${image}: ${versions.join(', ')}`,
    advice: `write one of them, such as ${buildpack.place}:${buildpack.id}@${versions.at(-1)}`,
  };
}

function tooOld(builder: BuilderImage, platformApi: PlatformApi, buildpack: SystemBuildpack): Fault {
  const isOffered = usablePlatformApis(builder).some((api) => comparePlatformApis(api, FIRST_SYSTEM_API) >= 0);
  return {
    fault: `${ofSetting(buildpack)} needs platform API ${FIRST_SYSTEM_API}, and builder image ${builder.image} runs with ${platformApi}`,
    advice: isOffered
      ? `set MAXIMUM_PLATFORM_API_VERSION (--platform-api) to ${FIRST_SYSTEM_API}`
      : `use a builder with run.toml and a lifecycle that supports platform API ${FIRST_SYSTEM_API}`,
  };
}

function ofSetting(buildpack: SystemBuildpack): string {
  return `buildpack ${buildpackName(buildpack)} of SYSTEM_BUILDPACKS`;
}

/** The label can omit the only version, which the builder's file has. */
function ownEntries(builder: BuilderImage, place: SystemBuildpack['place']): readonly SystemEntry[] {
  return builder.systemBuildpacks[place].flatMap(({ id, version = versionsOf(builder, id)[0], optional = false }) =>
    version === undefined ? [] : [{ id, version, ...(optional && { optional }) }],
  );
}

function versionsOf({ buildpacks }: BuilderImage, id: string): readonly string[] {
  return buildpacks.flatMap((buildpack) => (buildpack.id === id ? (buildpack.version ?? []) : []));
}
