import { defined } from '../../core/model/defined.ts';
import type { Conditions } from '../../core/model/objects/object-meta.ts';

/** A condition in an object's status. */
export interface ConditionView {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** The time of the last transition (RFC 3339). */
  readonly since?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** An object with conditions in its status. */
interface WithConditions {
  readonly status: { readonly conditions: Conditions };
}

/** Returns the conditions of an object. A status other than `True` and `False` is `Unknown`. */
export function conditionsOf({ status }: WithConditions): readonly ConditionView[] {
  return status.conditions.flatMap(({ type, status: written, lastTransitionTime: since, reason, message }) => {
    if (type === undefined) return [];
    const known = written === 'True' || written === 'False' ? written : 'Unknown';
    return [{ type, status: known, ...defined({ since, reason, message }) }];
  });
}

/** Returns the condition of a type. */
export function conditionOf(object: WithConditions, type: string): ConditionView | undefined {
  return conditionsOf(object).find((condition) => condition.type === type);
}

interface Observed {
  readonly metadata: { readonly generation: number | undefined };
  readonly status: { readonly observedGeneration: number | undefined };
}

/** True if the status describes the current spec of an object. */
export function isObserved({ metadata: { generation = 0 }, status: { observedGeneration = 0 } }: Observed): boolean {
  return generation === observedGeneration;
}

/** Returns a condition as `TYPE (REASON): MESSAGE`. */
export function conditionText({ type, reason, message }: ConditionView): string {
  return `${type}${reason === undefined ? '' : ` (${reason})`}${message === undefined ? '' : `: ${message}`}`;
}
