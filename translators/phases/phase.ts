import type { JsonObject } from '../../src/model/json.ts';
import type { PhaseName } from '../../src/model/phase-name.ts';
import type { Volume, VolumeMount } from './volume.ts';

export type CredentialPurpose = 'source' | 'registry' | 'signing';

/** One program to run, in terms that every backend understands. */
export interface Phase {
  readonly name: PhaseName;
  readonly image: string;
  readonly command: string;
  /** One argument each: no shell, no splitting, no expansion. */
  readonly args: readonly string[];
  readonly env: readonly EnvVar[];
  readonly mounts: readonly VolumeMount[];
  /** What it may know; empty: nothing. */
  readonly credentials: readonly CredentialPurpose[];
  /** False where buildpacks, which are other people's code, run. */
  readonly trusted: boolean;
}

/** An env entry, in Kubernetes' shape (core/v1 EnvVar). */
export type EnvVar =
  { readonly name: string; readonly value: string } | { readonly name: string; readonly valueFrom: JsonObject };

/** A Build as phases in their order, with the volumes that they mount. */
export interface PhaseList {
  readonly phases: readonly Phase[];
  readonly volumes: readonly Volume[];
  /** The phase that does the work: it gets what of the resources can't be shared. */
  readonly principal: 'build' | 'rebase';
}
