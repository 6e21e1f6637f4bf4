import type * as z from 'zod';
import type { FieldConversion } from '../reading/convert-fields.ts';

/** A CEL validation rule (`x-kubernetes-validations`). */
export interface Rule {
  readonly rule: string;
  readonly message: string;
  /** The path of the field that the message names, relative to the rule. */
  readonly fieldPath?: string;
  readonly reason?: 'FieldValueForbidden' | 'FieldValueRequired';
}

/** The constraints on a field in addition to its type. */
export interface Constraints {
  readonly rules?: readonly Rule[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  /** The API server estimates the cost of rules from this limit, and rejects a CRD whose rules can be too expensive. */
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Constraints by field. `spec.tags[]` is the items of `spec.tags`, and `''` is the whole object. */
export type ConstrainedFields = Readonly<Record<string, Constraints>>;

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly jsonPath: string;
  /** `date` shows the age of a time. Defaults to `string`. */
  readonly type?: 'date';
  /** 1 shows the column only with `kubectl get -o wide`. */
  readonly priority?: 1;
}

/** A version that the API server serves in addition to v1alpha2, the stored version. */
export type ServedVersion = 'v1alpha1' | 'v1alpha3';

/** The parts of a CustomResourceDefinition that differ between kinds. */
export interface CrdDefinition {
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly shortNames: readonly string[];
  readonly columns: readonly Column[];
  /** The schemas of v1alpha2, the stored version. */
  readonly spec: z.ZodType;
  readonly status: z.ZodType;
  readonly constraints: ConstrainedFields;
  /** The other versions in which kpack has the kind. */
  readonly others: readonly ServedVersion[];
  /** The conversions from v1alpha1. The API server refuses the fields of v1alpha1 that v1alpha2 has in another place. */
  readonly v1alpha1Conversions?: readonly FieldConversion[];
}

/** Returns the column that shows the status of a condition. */
export function conditionColumn(type: string): Column {
  return { name: type, jsonPath: `.status.conditions[?(@.type=="${type}")].status` };
}

/** Returns the column that shows the reason of a condition. kpack has no such column. */
export function reasonColumn(type: string): Column {
  return { name: 'Reason', jsonPath: `.status.conditions[?(@.type=="${type}")].reason` };
}

/** The column with the age of an object. The API server adds none to a kind that has columns of its own. */
export const AGE_COLUMN: Column = { name: 'Age', jsonPath: '.metadata.creationTimestamp', type: 'date' };
