import type { PhaseName } from '../../src/core/model/phase-name.ts';
import type { ExtensionRoot } from '../../src/core/model/resolved-builder.ts';
import type { EnvVar } from './environment.ts';
import type { Volume, VolumeMount } from './volumes.ts';

/** The phases that make a Build's image, in their order, and the volumes that they mount. */
export interface PhaseList {
  readonly phases: readonly Phase[];
  readonly volumes: readonly Volume[];
  /** The phase that does the work. It gets the resources that cannot be divided. */
  readonly principal: 'build' | 'create' | 'rebase';
}

/** One program that runs in a container, in terms that every backend understands. */
export interface Phase {
  readonly name: PhaseName;
  readonly image: string;
  readonly command: string;
  /** Literal arguments: backends escape `$(…)`, and no shell splits them. */
  readonly args: readonly string[];
  readonly env: readonly EnvVar[];
  readonly mounts: readonly VolumeMount[];
  /** The credentials that the phase can read. */
  readonly credentials: readonly CredentialPurpose[];
  /** The flags by which the phase's waiter holds it for a user who debugs the Build. Absent if the phase never stops. */
  readonly hold?: readonly string[];
  /** False for the phases that run buildpacks, which are third-party code. */
  readonly trusted: boolean;
  /** Present if the phase runs as root, with a few capabilities. Absent: it runs as the builder's user, without any. */
  readonly root?: ExtensionRoot;
}

export type CredentialPurpose = 'source' | 'registry' | 'signing';
