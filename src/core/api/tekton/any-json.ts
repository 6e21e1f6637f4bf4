import * as z from 'zod';
import type { Json } from '../../model/json.ts';

/** Any JSON value. taskpack copies the value unchanged, and Tekton validates it. */
export const anyJson = z.custom<Json>((value) => value !== undefined);
