import * as z from 'zod';
import type { Immutable } from '../meta/immutable.ts';
import { envVarSource } from './env-var-source.ts';

/** Kubernetes' EnvVar. */
export const envVar = z.strictObject({
  name: z.string(),
  value: z.string().exactOptional(),
  valueFrom: envVarSource.exactOptional(),
});

/** An environment variable; without value and source it is empty. */
export type EnvVar = Immutable<z.output<typeof envVar>>;
