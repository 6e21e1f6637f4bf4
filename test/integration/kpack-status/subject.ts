import type { JsonObject } from '../../../src/model/json.ts';
import type { MadeImage } from './status-oracle.ts';

/** A Pod of which both sides make a status. */
export interface Subject {
  readonly name: string;
  readonly pod: JsonObject;
  /** The log of the container that failed. */
  readonly log?: readonly string[];
  readonly image?: MadeImage;
  /** What kpack's condition says, beside its message. */
  readonly kpack: 'True Completed' | 'False Failed' | 'Unknown' | `Unknown ${string}`;
  /** The differences that show; all rows of docs/kpack-differences.md. */
  readonly differences: readonly string[];
}

export const BUILD: JsonObject = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: { name: 'some', namespace: 'apps', generation: 3 },
  spec: { tags: ['registry.example/app:1', 'registry.example/app:latest'], serviceAccountName: 'default' },
};
