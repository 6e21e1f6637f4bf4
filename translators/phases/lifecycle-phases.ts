import type { FullBuild, Rebase, ResolvedBuild } from '../../src/model/resolved-build.ts';
import { analyzeCacheArgs, cacheMounts, exportCacheArgs, restoreCacheArgs } from './cache.ts';
import { ANALYZED_PATH_ENV, DOCKER_CONFIG_ENV, platformApiEnv, SERVICE_BINDING_ROOT_ENV } from './environment.ts';
import {
  ANALYZED,
  ANALYZED_FILE,
  CREDENTIALS,
  DETECTED,
  EXPORT_GUARD,
  GROUP_FILE,
  LAYERS,
  PLAN_FILE,
  PLATFORM,
  PROGRAMS,
  PROJECT_METADATA,
  PROJECT_METADATA_FILE,
  readOnly,
  REPORT,
  REPORT_FILE,
  WORKSPACE,
} from './volumes.ts';
import {
  exportRunImageArgs,
  lifecycleMounts,
  restoreRunImageArgs,
  runImageMounts,
  trustedImage,
  userArgs,
} from './trusted-lifecycle.ts';
import type { EnvVar } from './environment.ts';
import type { Phase } from './phase.ts';
import { bindingMounts } from './bindings.ts';

/** Checks registry access and reads the previous image's metadata (buildpacks/spec, platform.md, analyzer). */
export function analyzePhase(build: ResolvedBuild, operation: FullBuild): Phase {
  const [image, ...otherTags] = build.tags;
  const { previousImage, cache } = operation;
  return {
    name: 'analyze',
    image: trustedImage(build),
    command: '/cnb/lifecycle/analyzer',
    args: [
      '-layers=/layers',
      `-analyzed=${ANALYZED_FILE}`,
      `-run-image=${build.runImage}`,
      ...userArgs(build),
      ...analyzeCacheArgs(cache),
      ...otherTags.map((tag) => `-tag=${tag}`),
      ...(previousImage === undefined ? [] : [`-previous-image=${previousImage}`]),
      image,
    ],
    env: [DOCKER_CONFIG_ENV, platformApiEnv(build), SERVICE_BINDING_ROOT_ENV],
    mounts: [LAYERS, ANALYZED, readOnly(CREDENTIALS), ...lifecycleMounts(build)],
    credentials: ['registry'],
    trusted: true,
  };
}

/** Finds the buildpacks that apply to the source (buildpacks/spec, platform.md, detector). */
export function detectPhase(build: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'detect',
    image: build.builder.image,
    command: '/cnb/lifecycle/detector',
    args: ['-app=/workspace', `-group=${GROUP_FILE}`, `-plan=${PLAN_FILE}`],
    env: [platformApiEnv(build), ANALYZED_PATH_ENV],
    mounts: [readOnly(ANALYZED), DETECTED, readOnly(PLATFORM), WORKSPACE, ...bindingMounts(operation)],
    credentials: [],
    trusted: false,
  };
}

/** Restores layers from the cache (buildpacks/spec, platform.md, restorer). */
export function restorePhase(build: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'restore',
    image: trustedImage(build),
    command: '/cnb/lifecycle/restorer',
    args: [
      `-group=${GROUP_FILE}`,
      '-layers=/layers',
      ...userArgs(build),
      ...restoreRunImageArgs(build),
      ...restoreCacheArgs(operation.cache),
      `-analyzed=${ANALYZED_FILE}`,
    ],
    env: [DOCKER_CONFIG_ENV, platformApiEnv(build)],
    mounts: [
      LAYERS,
      ANALYZED,
      readOnly(DETECTED),
      readOnly(CREDENTIALS),
      ...cacheMounts(operation.cache),
      ...lifecycleMounts(build),
      ...runImageMounts(build),
    ],
    credentials: ['registry'],
    trusted: true,
  };
}

/** Runs the buildpacks that detect selected (buildpacks/spec, platform.md, builder). */
export function buildPhase(resolved: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'build',
    image: resolved.builder.image,
    command: '/cnb/lifecycle/builder',
    args: ['-layers=/layers', '-app=/workspace', `-group=${GROUP_FILE}`, `-plan=${PLAN_FILE}`],
    env: [platformApiEnv(resolved), SERVICE_BINDING_ROOT_ENV, ANALYZED_PATH_ENV],
    mounts: [
      LAYERS,
      readOnly(ANALYZED),
      readOnly(DETECTED),
      readOnly(PLATFORM),
      WORKSPACE,
      ...bindingMounts(operation),
    ],
    credentials: [],
    trusted: false,
  };
}

/**
 * Checks the files that decide what the exporter reads (export-guard), and then, in the same process, runs the exporter. It
 * assembles and pushes the image, and writes the cache and the report (buildpacks/spec, platform.md, exporter). */
export function exportPhase(build: ResolvedBuild, operation: FullBuild): Phase {
  const { cache, defaultProcess } = operation;
  return {
    name: 'export',
    image: trustedImage(build),
    command: EXPORT_GUARD,
    args: [
      ...exportGuardArgs(build, operation),
      '--',
      '/cnb/lifecycle/exporter',
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
    ],
    env: [
      DOCKER_CONFIG_ENV,
      platformApiEnv(build),
      ...creationTimeEnv(operation),
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
      ...cacheMounts(cache),
      ...lifecycleMounts(build),
      ...runImageMounts(build),
    ],
    credentials: ['registry'],
    trusted: true,
  };
}

/** Puts the previous image's layers on the new run image (buildpacks/spec, platform.md 0.11, rebaser). */
export function rebasePhase(build: ResolvedBuild, operation: Rebase): Phase {
  return {
    name: 'rebase',
    image: trustedImage(build),
    command: '/cnb/lifecycle/rebaser',
    args: [
      `-run-image=${build.runImage}`,
      `-previous-image=${operation.previousImage}`,
      `-report=${REPORT_FILE}`,
      ...userArgs(build),
      ...tagArgs(build),
    ],
    env: [DOCKER_CONFIG_ENV, platformApiEnv(build)],
    mounts: [readOnly(CREDENTIALS), REPORT, ...lifecycleMounts(build)],
    credentials: ['registry'],
    trusted: true,
  };
}

/** Returns the images that an exported image may take layers from, besides those of its own repository. */
function exportGuardArgs({ runImage }: ResolvedBuild, { previousImage }: FullBuild): readonly string[] {
  return [`-run-image=${runImage}`, ...(previousImage === undefined ? [] : [`-previous-image=${previousImage}`])];
}

/** Returns all tags to write, the first tag first. A Task passes its tags as a single argument. */
function tagArgs({ tags, tagList }: ResolvedBuild): readonly string[] {
  return tagList === undefined ? tags : [tagList];
}

/** The lifecycle reads this variable since Platform API 0.9 (https://reproducible-builds.org/specs/source-date-epoch/). */
function creationTimeEnv({ creationTime }: FullBuild): readonly EnvVar[] {
  return creationTime === undefined ? [] : [{ name: 'SOURCE_DATE_EPOCH', value: `${creationTime}` }];
}
