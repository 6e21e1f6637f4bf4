import { NAME_FILES } from '../../src/core/model/name-files.ts';
import type { FullBuild, ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { cacheMounts, exportCacheArgs } from './cache.ts';
import { DOCKER_CONFIG_ENV, execEnvVariables, platformApiEnv, type EnvVar } from './environment.ts';
import { runImageArgs } from './image-extensions.ts';
import type { Phase } from './phase.ts';
import {
  exportRunImageArgs,
  lifecycleMounts,
  runImageMounts,
  credentialPhaseImage,
  userArgs,
} from './trusted-lifecycle.ts';
import {
  ANALYZED,
  ANALYZED_FILE,
  CREDENTIALS,
  DETECTED,
  EXPORT_GUARD,
  GROUP_FILE,
  LAYERS,
  PROGRAMS,
  PROJECT_METADATA,
  PROJECT_METADATA_FILE,
  readOnly,
  REPORT,
  REPORT_FILE,
  WORKSPACE,
} from './volumes.ts';

/**
 * Checks the files that decide what the exporter reads (export-guard), and then, in the same process, runs the exporter. It
 * assembles and pushes the image, and writes the cache and the report (buildpacks/spec, platform.md, exporter).
 */
export function exportPhase(build: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'export',
    image: credentialPhaseImage(build),
    command: EXPORT_GUARD,
    args: [...exportGuardArgs(build, operation), '--', '/cnb/lifecycle/exporter', ...exporterArgs(build, operation)],
    env: [
      DOCKER_CONFIG_ENV,
      platformApiEnv(build),
      ...creationTimeEnv(operation),
      ...execEnvVariables(operation),
      { name: 'CNB_RUN_IMAGE', value: build.runImage },
    ],
    mounts: [
      LAYERS,
      readOnly(ANALYZED),
      readOnly(DETECTED),
      readOnly(PROJECT_METADATA),
      readOnly(WORKSPACE),
      readOnly(CREDENTIALS),
      readOnly(PROGRAMS),
      REPORT,
      ...cacheMounts(operation.cache),
      ...lifecycleMounts(build),
      ...runImageMounts(build),
    ],
    credentials: ['registry'],
    trusted: true,
  };
}

function exporterArgs(build: ResolvedBuild, { cache, defaultProcess }: FullBuild): readonly string[] {
  return [
    '-layers=/layers',
    '-app=/workspace',
    `-group=${GROUP_FILE}`,
    `-analyzed=${ANALYZED_FILE}`,
    `-project-metadata=${PROJECT_METADATA_FILE}`,
    ...userArgs(build),
    ...exportRunImageArgs(build),
    ...exportCacheArgs(cache),
    ...(defaultProcess === undefined ? [] : [`-process-type=${defaultProcess}`]),
    `-report=${REPORT_FILE}`,
    ...tagArgs(build),
  ];
}

/** Returns all tags to write, the first tag first. A Task passes its tags as a single argument. */
export function tagArgs({ tags, tagList }: ResolvedBuild): readonly string[] {
  return tagList === undefined ? tags : [tagList];
}

/**
 * Returns the images that an exported image may take layers from, besides those of its own repository, and the files that an image
 * extension which runs as root must not have changed.
 */
function exportGuardArgs(
  { runImage, builder: { extensions } }: ResolvedBuild,
  { previousImage }: FullBuild,
): readonly string[] {
  const runImages = runImageArgs(extensions ?? { runImages: [runImage], runImagePatterns: [] });
  const unchanged = extensions?.root === undefined ? [] : NAME_FILES.map(unchangedArg);
  return [...runImages, ...(previousImage === undefined ? [] : [`-previous-image=${previousImage}`]), ...unchanged];
}

/** Returns the guard's argument for a file that prepare has copied into the volume of programs. */
function unchangedArg(file: string): string {
  return `-unchanged=${PROGRAMS.mountPath}/${file.replace(/^.*\//, '')},${file}`;
}

/** The lifecycle reads this variable since Platform API 0.9 (https://reproducible-builds.org/specs/source-date-epoch/). */
export function creationTimeEnv({ creationTime }: FullBuild): readonly EnvVar[] {
  return creationTime === undefined ? [] : [{ name: 'SOURCE_DATE_EPOCH', value: `${creationTime}` }];
}
