import type * as z from 'zod';

/** A rule of the API server's (CEL), as `x-kubernetes-validations` writes it. */
export interface Rule {
  readonly rule: string;
  readonly message: string;
  /** Below the rule's own place. */
  readonly fieldPath?: string;
  readonly reason?: 'FieldValueForbidden' | 'FieldValueRequired';
}

/** What the API server holds a field against beside its type. */
export interface Constraints {
  readonly rules?: readonly Rule[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
  /** The server estimates from it what a rule on each item costs at most, and takes no rule that may cost too much. */
  readonly maxItems?: number;
  readonly maxLength?: number;
}

/** Constraints by field, `spec.tags[]` being the items of `spec.tags`; `''` is the object itself. */
export type ConstrainedFields = Readonly<Record<string, Constraints>>;

/** A column of `kubectl get`. */
export interface Column {
  readonly name: string;
  readonly jsonPath: string;
}

/** A version that is served beside the one that is stored. */
export type ServedVersion = 'v1alpha1' | 'v1alpha3';

/** What the CustomResourceDefinition of a kind is made of. */
export interface CrdDefinition {
  readonly kind: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly shortNames: readonly string[];
  readonly columns: readonly Column[];
  /** The schemas of v1alpha2, which is stored. */
  readonly spec: z.ZodType;
  readonly status: z.ZodType;
  readonly constraints: ConstrainedFields;
  /** The versions of kpack that have the kind, too. */
  readonly others: readonly ServedVersion[];
}
