import { CONTAINER_DIFFERENCES } from './containers.ts';
import type { Difference } from './difference.ts';
import { EXTENSION_DIFFERENCES } from './extensions.ts';
import { METADATA_DIFFERENCES } from './metadata.ts';
import { NETWORK_DIFFERENCES } from './network.ts';
import { POD_SPEC_DIFFERENCES } from './pod-spec.ts';
import { PURPOSE_DIFFERENCES } from './purposes.ts';
import { REBASE_DIFFERENCES } from './rebase.ts';
import { REFUSAL_DIFFERENCES } from './refusals.ts';
import { VOLUME_DIFFERENCES } from './volumes.ts';
import { WAITING_DIFFERENCES } from './waiting.ts';

/** All intended differences, in the order in which they are removed: waiters and arguments before rebases, mounts last. */
export const DIFFERENCES: readonly Difference[] = [
  ...NETWORK_DIFFERENCES,
  ...METADATA_DIFFERENCES,
  ...POD_SPEC_DIFFERENCES,
  ...VOLUME_DIFFERENCES,
  ...WAITING_DIFFERENCES,
  ...REBASE_DIFFERENCES,
  ...CONTAINER_DIFFERENCES,
  ...PURPOSE_DIFFERENCES,
  ...EXTENSION_DIFFERENCES,
  ...REFUSAL_DIFFERENCES,
];
