import * as z from 'zod';
import { containerState } from '../core/container-state.ts';
import { status } from '../meta/status.ts';
import { buildpackMetadata } from './buildpack-metadata.ts';
import { stackStatus } from './stack-status.ts';

/** The status of a v1alpha2 Build. */
export const buildStatus = status.extend({
  buildMetadata: z.array(buildpackMetadata).exactOptional(),
  stack: stackStatus.exactOptional(),
  lifecycleVersion: z.string().exactOptional(),
  latestImage: z.string().exactOptional(),
  latestCacheImage: z.string().exactOptional(),
  latestAttestationImage: z.string().exactOptional(),
  podName: z.string().exactOptional(),
  stepStates: z.array(containerState).exactOptional(),
  stepsCompleted: z.array(z.string()).exactOptional(),
});
