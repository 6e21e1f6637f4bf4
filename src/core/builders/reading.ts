import type { FieldProblem } from '../model/problem.ts';

/** A value that a builder needs, or the reasons why it is not known. */
export type Reading<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'unknown'; readonly reasons: readonly [Reason, ...Reason[]] };

/** The cause of an unknown value: a message (kpack's if kpack has one), and the image whose facts are missing. */
export type Reason = Pick<FieldProblem, 'message' | 'lacksFactsOf'>;

export function known<T>(value: T): Reading<T> {
  return { kind: 'known', value };
}

export function unknown(message: string, ...others: readonly Reason[]): Reading<never> {
  return { kind: 'unknown', reasons: [{ message }, ...others] };
}
