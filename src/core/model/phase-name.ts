/**
 * The phases of a Build, in execution order, by kpack's names: taskpack's prepare, the phases of the CNB lifecycle
 * (buildpacks/spec, platform.md), and taskpack's completion. `create` is the lifecycle's creator, which runs analyze to export in one
 * container.
 */
export const PHASE_NAMES = [
  'prepare',
  'create',
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

/** The phases of the lifecycle's creator, in order: it runs them in the phase `create`. */
export const CREATOR_PHASES = [
  'analyze',
  'detect',
  'restore',
  'build',
  'export',
] as const satisfies readonly PhaseName[];
