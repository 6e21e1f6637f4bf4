import type { JsonObject } from '../../model/json.ts';

/** An object as it is applied. */
export interface Manifest extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: JsonObject & { readonly name: string; readonly namespace?: string };
}

/** The images of an installation. */
export interface InstalledImages {
  readonly steps: string;
  readonly entrypoint: string;
}

/** What all objects of an installation are labelled with. */
export const LABELS = { 'app.kubernetes.io/name': 'taskpack', 'app.kubernetes.io/component': 'controller' };
