import { DIFFERENCES, type Change, type DifferenceId } from './differences.ts';
import { discrepancies, type Discrepancy, type Fact } from './observation.ts';

/** The differences that remain without the intended ones: none if the entrypoints agree. */
export interface Verdict {
  readonly unlisted: readonly Discrepancy[];
  /** Intended differences that the scenario does not show. */
  readonly notShown: readonly string[];
}

export function verdictOf(tekton: readonly Fact[], ours: readonly Fact[], intended: readonly DifferenceId[]): Verdict {
  const found = discrepancies(tekton, ours);
  const changes = intended.flatMap((id) => changesOf(id));
  return {
    unlisted: found.filter((discrepancy) => !changes.some(({ change }) => matches(change, discrepancy))),
    notShown: changes
      .filter(({ change }) => !found.some((discrepancy) => matches(change, discrepancy)))
      .map(({ id, change }) => `${id}: ${JSON.stringify(change)}`),
  };
}

function changesOf(id: DifferenceId): readonly { readonly id: string; readonly change: Change }[] {
  return DIFFERENCES[id].changes.map((change) => ({ id, change }));
}

function matches({ aspect, of, tekton, ours }: Change, found: Discrepancy): boolean {
  return aspect === found.aspect && (of ?? found.of) === found.of && tekton === found.tekton && ours === found.ours;
}
