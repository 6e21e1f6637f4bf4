import type { JsonObject } from './json.ts';

/** A Kubernetes object to be applied, with its keys in the order in which people expect them. */
export interface Manifest extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject & { readonly name: string; readonly namespace?: string };
}
