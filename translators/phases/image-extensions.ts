import type { ResolvedBuild } from '../../src/core/model/resolved-build.ts';
import type { ExtensionRunImages } from '../../src/core/model/resolved-builder.ts';
import { ANALYZED_PATH_ENV } from './environment.ts';
import type { Phase } from './phase.ts';
import { ANALYZED_FILE, DETECTED_ANALYZED_FILE, EXPORT_GUARD, GENERATED_PATH, PROGRAMS, readOnly } from './volumes.ts';

/** Adds the checks before detect and restore if detect runs image extensions (buildpacks/spec, image_extension.md). */
export function withExtensions(
  { builder: { extensionRunImages } }: ResolvedBuild,
  phases: readonly Phase[],
): readonly Phase[] {
  if (extensionRunImages === undefined) return phases;
  return phases.map((phase) => {
    if (phase.name === 'detect') return detectWithCopy(phase);
    return phase.name === 'restore' ? restoreWithRunImage(phase, extensionRunImages) : phase;
  });
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
function restoreWithRunImage(phase: Phase, allowed: ExtensionRunImages): Phase {
  const paths = [`-from=${DETECTED_ANALYZED_FILE}`, `-generated=${GENERATED_PATH}`];
  return guarded(phase, ['before-restore', ...paths, ...runImageArgs(allowed)]);
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
