import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type {
  AllowedExtensions,
  ExtensionRoot,
  ExtensionRunImages,
  ResolvedBuilder,
} from '../../src/core/model/resolved-builder.ts';
import { ANALYZED_PATH_ENV } from './environment.ts';
import type { Phase } from './phase.ts';
import {
  ANALYZED_FILE,
  DETECTED_ANALYZED_FILE,
  emptyDirVolume,
  EXPORT_GUARD,
  GENERATED_PATH,
  KANIKO,
  PROGRAMS,
  readOnly,
  type Volume,
} from './volumes.ts';

/**
 * Adds the checks before detect and restore if detect runs image extensions (buildpacks/spec, image_extension.md). If they may extend
 * the build image, build runs the extender.
 */
export function withExtensions({ builder }: ResolvedBuild, phases: readonly Phase[]): readonly Phase[] {
  const { extensions } = builder;
  if (extensions === undefined) return phases;
  const { root } = extensions;
  const extending = root === undefined ? phases : withExtender(builder, root, phases);
  return extending.map((phase) => {
    if (phase.name === 'detect') return detectWithCopy(phase);
    return phase.name === 'restore' ? restoreWithRunImage(phase, extensions) : phase;
  });
}

/** Makes build extend the build image, whose config restore reads. */
function withExtender(builder: ResolvedBuilder, root: ExtensionRoot, phases: readonly Phase[]): readonly Phase[] {
  return phases.map((phase) => {
    if (phase.name === 'restore') return restoreWithBuildImage(phase, builder);
    return phase.name === 'build' ? extendedBuild(phase, builder, root) : phase;
  });
}

/** Returns the volumes of image extensions that extend the build image. */
export function extensionVolumes({ builder: { extensions } }: ResolvedBuild): readonly Volume[] {
  return extensions?.root === undefined ? [] : [emptyDirVolume(KANIKO.name)];
}

/**
 * The detector writes the run image of the extensions into analyzed.toml (lifecycle, cmd/lifecycle/detector.go). It gets a copy,
 * because buildpacks must not change the file that export reads.
 */
function detectWithCopy(phase: Phase): Phase {
  const args = [...phase.args, `-analyzed=${DETECTED_ANALYZED_FILE}`, `-generated=${GENERATED_PATH}`];
  const env = phase.env.filter(({ name }) => name !== ANALYZED_PATH_ENV.name);
  return guarded({ ...phase, args, env }, ['before-detect', `-from=${ANALYZED_FILE}`]);
}

/** Restore, which has the login, takes the run image from the copy only if it is allowed. */
function restoreWithRunImage(phase: Phase, allowed: AllowedExtensions): Phase {
  const paths = [`-from=${DETECTED_ANALYZED_FILE}`, `-generated=${GENERATED_PATH}`];
  const extend = allowed.root === undefined ? [] : ['-extend-build-image'];
  return guarded(phase, ['before-restore', ...paths, ...extend, ...runImageArgs(allowed)]);
}

/** Restore also reads the config of the build image, because the extender has no login (lifecycle, cmd/lifecycle/restorer.go). */
function restoreWithBuildImage(phase: Phase, { image }: ResolvedBuilder): Phase {
  return { ...phase, args: [...phase.args, `-build-image=${image}`], mounts: [...phase.mounts, KANIKO] };
}

/**
 * The extender applies the build.Dockerfiles as root to its own file system. Then it becomes the builder's user and runs the buildpacks
 * (buildpacks/spec, platform.md 0.13, extender).
 */
function extendedBuild(phase: Phase, { uid, gid }: ResolvedBuilder, root: ExtensionRoot): Phase {
  return {
    ...phase,
    command: '/cnb/lifecycle/extender',
    args: ['-kind=build', ...phase.args, `-generated=${GENERATED_PATH}`, `-uid=${uid}`, `-gid=${gid}`],
    mounts: [...phase.mounts, KANIKO],
    root,
  };
}

/** Runs the guard, which replaces itself with the phase's program (export-guard). */
function guarded(phase: Phase, guardArgs: readonly string[]): Phase {
  return {
    ...phase,
    command: EXPORT_GUARD,
    args: [...guardArgs, '--', phase.command, ...phase.args],
    mounts: [...phase.mounts, readOnly(PROGRAMS)],
  };
}

/** Returns the guard's arguments for the run images that image extensions may switch to. */
export function runImageArgs({ runImages, runImagePatterns }: ExtensionRunImages): readonly string[] {
  return [
    ...runImages.map((image) => `-run-image=${image}`),
    ...runImagePatterns.map((pattern) => `-run-image-pattern=${pattern}`),
  ];
}
