import type { FullBuild, Rebase, ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import { hasSystemFile } from '../../src/core/model/system-buildpacks.ts';
import { analyzeCacheArgs, cacheMounts, restoreCacheArgs } from './cache.ts';
import {
  ANALYZED_PATH_ENV,
  DOCKER_CONFIG_ENV,
  execEnvVariables,
  platformApiEnv,
  restoreVariables,
  SERVICE_BINDING_ROOT_ENV,
} from './environment.ts';
import {
  ANALYZED,
  ANALYZED_FILE,
  CREDENTIALS,
  DETECTED,
  GROUP_FILE,
  LAYERS,
  PLAN_FILE,
  PLATFORM,
  readOnly,
  REPORT,
  REPORT_FILE,
  SYSTEM_FILE,
  WORKSPACE,
} from './volumes.ts';
import {
  lifecycleMounts,
  restoreRunImageArgs,
  runImageMounts,
  credentialPhaseImage,
  userArgs,
} from './trusted-lifecycle.ts';
import { tagArgs } from './export-phase.ts';
import type { Phase } from './phase.ts';
import { bindingMounts } from './bindings.ts';

/** Checks registry access and reads the previous image's metadata (buildpacks/spec, platform.md, analyzer). */
export function analyzePhase(build: ResolvedBuild, operation: FullBuild): Phase {
  const [image, ...otherTags] = build.tags;
  const { previousImage, cache } = operation;
  return {
    name: 'analyze',
    image: credentialPhaseImage(build),
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
    env: [DOCKER_CONFIG_ENV, platformApiEnv(build), SERVICE_BINDING_ROOT_ENV, ...restoreVariables(operation)],
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
    args: ['-app=/workspace', `-group=${GROUP_FILE}`, `-plan=${PLAN_FILE}`, ...systemArgs(build)],
    env: [platformApiEnv(build), ANALYZED_PATH_ENV, ...execEnvVariables(operation)],
    mounts: [readOnly(ANALYZED), DETECTED, readOnly(PLATFORM), WORKSPACE, ...bindingMounts(operation)],
    credentials: [],
    trusted: false,
  };
}

/** Returns the argument of detection that names system.toml, if the operator adds buildpacks (buildpacks/spec, platform.md 0.15). */
export function systemArgs({ builder }: ResolvedBuild): readonly string[] {
  return hasSystemFile(builder.systemBuildpacks) ? [`-system=${SYSTEM_FILE}`] : [];
}

/** Restores layers from the cache (buildpacks/spec, platform.md, restorer). */
export function restorePhase(build: ResolvedBuild, operation: FullBuild): Phase {
  return {
    name: 'restore',
    image: credentialPhaseImage(build),
    command: '/cnb/lifecycle/restorer',
    args: [
      `-group=${GROUP_FILE}`,
      '-layers=/layers',
      ...userArgs(build),
      ...restoreRunImageArgs(build),
      ...restoreCacheArgs(operation.cache),
      `-analyzed=${ANALYZED_FILE}`,
    ],
    env: [DOCKER_CONFIG_ENV, platformApiEnv(build), ...execEnvVariables(operation), ...restoreVariables(operation)],
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
    env: [platformApiEnv(resolved), SERVICE_BINDING_ROOT_ENV, ANALYZED_PATH_ENV, ...execEnvVariables(operation)],
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

/** Puts the previous image's layers on the new run image (buildpacks/spec, platform.md 0.11, rebaser). */
export function rebasePhase(build: ResolvedBuild, operation: Rebase): Phase {
  return {
    name: 'rebase',
    image: credentialPhaseImage(build),
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
