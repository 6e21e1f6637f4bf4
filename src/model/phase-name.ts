/** The phases of the CNB lifecycle (buildpacks/spec, platform.md) between the two that are ours, in their order; kpack's names. */
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

/** Whether a container or step of that name is a phase. */
export function isPhaseName(name: string): name is PhaseName {
  return PHASE_NAMES.some((phase) => phase === name);
}
