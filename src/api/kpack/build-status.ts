import * as z from 'zod';
import { containerState } from '../core/container-state.ts';
import { status } from '../meta/status.ts';
import { buildFailure } from '../taskpack/build-failure.ts';
import { buildStep } from '../taskpack/build-step.ts';
import { buildpackMetadata } from './buildpack-metadata.ts';
import { stackStatus } from './stack-status.ts';

/** The status of a v1alpha2 Build: kpack's, and from `backend` on what its controller here adds. */
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
  backend: z.string().exactOptional(),
  taskRunName: z.string().exactOptional(),
  steps: z.array(buildStep).exactOptional(),
  failure: buildFailure.exactOptional(),
});
