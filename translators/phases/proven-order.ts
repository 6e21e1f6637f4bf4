import type { PhaseName } from '../../src/core/model/phase-name.ts';
import type { Phase } from './phase.ts';
import { mount, type VolumeMount } from './volumes.ts';

/**
 * True if a token proves that the phase has ended: the phase or the next one runs buildpacks. Nothing has to be proven to a phase
 * after the last one, which is build if a debugged Build does not push.
 */
export function isProven(phases: readonly Phase[], index: number): boolean {
  return index > 0 && index < phases.length - 1 && phases.slice(index, index + 2).some(({ trusted }) => !trusted);
}

/** Returns the mount by which prepare writes the token of a phase to a volume (src/steps/prepare/step-order.ts). */
export function preparedToken(volume: string, phase: PhaseName): VolumeMount {
  return mount(volume, `/var/tokens/${phase}`);
}

/** Returns the mount by which prepare writes the copy with which the next phase compares the token of a phase. */
export function preparedCopy(volume: string, phase: PhaseName): VolumeMount {
  return mount(volume, `/var/tokens/copies/${phase}`);
}

/** Returns the path of the token in a volume. */
export function tokenIn({ mountPath }: VolumeMount): string {
  return `${mountPath}/token`;
}

/** Returns the path of the copy in a volume, which can also hold the token of another phase. */
export function copyIn({ mountPath }: VolumeMount): string {
  return `${mountPath}/copy`;
}
