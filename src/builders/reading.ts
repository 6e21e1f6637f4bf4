import type { FieldProblem } from '../model/problem.ts';

/** Something that a builder needs, or why it cannot be had. */
export type Reading<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'unknown'; readonly reasons: readonly [Reason, ...Reason[]] };

/** A sentence, in kpack's words where kpack has words, and the image that nobody looked at if that is it. */
export type Reason = Pick<FieldProblem, 'message' | 'lacksFactsOf'>;

/** Something that is there. */
export function known<T>(value: T): Reading<T> {
  return { kind: 'known', value };
}

/** Something that cannot be had. */
export function unknown(message: string, ...others: readonly Reason[]): Reading<never> {
  return { kind: 'unknown', reasons: [{ message }, ...others] };
}
