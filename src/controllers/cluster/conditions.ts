/** A condition as kpack writes it (Knative's shape). */
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
  /** RFC 3339, in whole seconds. */
  readonly lastTransitionTime: string;
}

/** A condition that somebody else wrote: each field may be missing. */
export type WrittenCondition = Partial<Readonly<Record<keyof Condition, unknown>>>;

/** The conditions to be written; the time of those whose status stays is kept (Kubernetes API conventions). */
export function conditionsSince(
  previous: readonly WrittenCondition[],
  next: readonly Omit<Condition, 'lastTransitionTime'>[],
  now: string,
): readonly Condition[] {
  return next.map((condition) => {
    const before = previous.find(({ type }) => type === condition.type);
    const time = before?.status === condition.status ? before.lastTransitionTime : undefined;
    return { ...condition, lastTransitionTime: typeof time === 'string' ? time : now };
  });
}

/** Milliseconds since 1970 as Kubernetes' `Time`, which has whole seconds. */
export function kubernetesTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
