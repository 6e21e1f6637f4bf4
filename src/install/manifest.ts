import type { JsonObject } from '../model/json.ts';

/** A Kubernetes object to apply. */
export interface Manifest extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject & { readonly name: string; readonly namespace?: string };
}
