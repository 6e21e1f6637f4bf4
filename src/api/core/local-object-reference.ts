import { z } from 'zod';
import type { Immutable } from '../meta/immutable.ts';

/** Kubernetes' LocalObjectReference. */
export const localObjectReference = z.strictObject({ name: z.string().exactOptional() });

/** A reference to an object in the same namespace, of a kind that is understood. */
export type LocalObjectReference = Immutable<z.output<typeof localObjectReference>>;
