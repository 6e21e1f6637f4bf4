import type { JsonObject } from '../../model/json.ts';
import { conditionsSince, kubernetesTime } from '../cluster/conditions.ts';
import { plainJson } from '../cluster/plain-json.ts';
import type { Part } from './part.ts';

/** What came of looking at the images of a part. */
export type Finding =
  | { readonly kind: 'read'; readonly status: object }
  /** kpack's sentence where it has one. What was read before is dropped, as kpack does. */
  | { readonly kind: 'unusable' | 'refused'; readonly message: string }
  /** What was read before stays, unlike kpack's. */
  | { readonly kind: 'transient'; readonly message: string; readonly error: unknown };

/** The whole next status of a part (kpack's CreateStatusWithReadyCondition). */
export function partStatus({ metadata, status = {} }: Part, finding: Finding, now: number): JsonObject {
  const ready =
    finding.kind === 'read'
      ? ({ type: 'Ready', status: 'True' } as const)
      : ({ type: 'Ready', status: 'False', message: messageOf(finding, status) } as const);
  const conditions = conditionsSince(status.conditions ?? [], [ready], kubernetesTime(now));
  return plainJson({ ...contentOf(finding, status), observedGeneration: metadata.generation, conditions });
}

function contentOf(finding: Finding, status: object): object {
  switch (finding.kind) {
    case 'read':
      return finding.status;
    case 'transient':
      return status;
    case 'unusable':
    case 'refused':
      return {};
  }
}

function messageOf({ kind, message }: Exclude<Finding, { kind: 'read' }>, status: object): string {
  const isKept = kind === 'transient' && Object.keys(status).some((key) => !OF_EVERY_STATUS.includes(key));
  return isKept ? `${message}; what was read before is still used` : message;
}

const OF_EVERY_STATUS: readonly string[] = ['observedGeneration', 'conditions'];
