import type { FieldProblem } from '../model/problem.ts';

/** A value that a builder needs, or the reasons why it is not known. */
export type Reading<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'unknown'; readonly reasons: readonly [Reason, ...Reason[]] };

/** A message, in kpack's words if kpack has one, and the image without facts if that is the cause. */
export type Reason = Pick<FieldProblem, 'message' | 'lacksFactsOf'>;

export function known<T>(value: T): Reading<T> {
  return { kind: 'known', value };
}

export function unknown(message: string, ...others: readonly Reason[]): Reading<never> {
  return { kind: 'unknown', reasons: [{ message }, ...others] };
}
