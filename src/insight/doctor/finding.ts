import type { Read } from './cluster-facts.ts';

/** The subjects of the checks of the whole cluster. */
export const CLUSTER_CHECKS = [
  'kubernetes',
  'definitions',
  'controller',
  'rollout',
  'tekton',
  'tekton-flags',
  'webhooks',
  'clock',
  'tags',
] as const;

/** The subjects of the checks. They are stable: programs may select findings by them. */
export type CheckName =
  | (typeof CLUSTER_CHECKS)[number]
  | 'namespace'
  | 'image-extensions'
  | 'image'
  | 'source'
  | 'builder'
  | 'account'
  | 'network'
  | 'pod-security'
  | 'injection'
  | 'admission'
  | 'quota'
  | 'limits'
  | 'storage'
  | 'registry';

/** The result of a check. `error`: Builds fail. `warning`: Builds may fail or take long. `unknown`: the check could not be made. */
export type FindingResult = 'ok' | 'note' | 'warning' | 'error' | 'unknown';

/** The result of a check, with a message about its subject. */
export interface Finding {
  readonly check: CheckName;
  readonly result: FindingResult;
  /** One or two sentences. */
  readonly message: string;
  /** The next step. Only warnings, errors and some notes have an advice. */
  readonly advice?: string;
}

/** Returns a finding that needs no action. */
export function ok(check: CheckName, message: string): Finding {
  return { check, result: 'ok', message };
}

/** Returns a finding with what to do about it. */
export function found(
  check: CheckName,
  result: 'note' | 'warning' | 'error',
  message: string,
  advice: string,
): Finding {
  return { check, result, message, advice };
}

/** Returns the finding of a check that could not be made, with what was to be read and why it is not known. */
export function unknown(check: CheckName, what: string, why: string): Finding {
  return { check, result: 'unknown', message: `${what}: ${why}` };
}

/** Returns the findings about a fact, or a finding that says why the fact is not known. */
export function whenRead<T>(
  check: CheckName,
  read: Read<T>,
  what: string,
  findings: (value: T) => readonly Finding[],
): readonly Finding[] {
  switch (read.kind) {
    case 'read':
      return findings(read.value);
    case 'unread':
      return [unknown(check, what, read.why)];
  }
}
