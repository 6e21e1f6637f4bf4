import type { JsonObject } from '../../../src/core/model/json.ts';
import type { MadeImage } from './status-oracle.ts';

/** A Pod whose status taskpack and kpack write. */
export interface Subject {
  readonly name: string;
  readonly pod: JsonObject;
  /** The log of the failed container. */
  readonly log?: readonly string[];
  readonly image?: MadeImage;
  /** The expected reason and status of kpack's condition. */
  readonly kpack: 'True Completed' | 'False Failed' | 'Unknown' | `Unknown ${string}`;
  /** The ids of the differences that this Pod shows (docs/reference/kpack-differences.md). */
  readonly differences: readonly string[];
}

export const BUILD: JsonObject = {
  apiVersion: 'kpack.io/v1alpha2',
  kind: 'Build',
  metadata: { name: 'some', namespace: 'apps', generation: 3 },
  spec: { tags: ['registry.example/app:1', 'registry.example/app:latest'], serviceAccountName: 'default' },
};
