/**
 * The phases of a Build, in execution order, by kpack's names: taskpack's prepare, the phases of the CNB lifecycle
 * (buildpacks/spec, platform.md), and taskpack's completion.
 */
export const PHASE_NAMES = [
  'prepare',
  'analyze',
  'detect',
  'restore',
  'build',
  'export',
  'rebase',
  'completion',
] as const;

export type PhaseName = (typeof PHASE_NAMES)[number];

/** True if a container or step with this name is a phase. */
export function isPhaseName(name: string): name is PhaseName {
  return PHASE_NAMES.some((phase) => phase === name);
}
