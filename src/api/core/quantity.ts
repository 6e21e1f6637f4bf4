import * as z from 'zod';
import { parseQuantity } from '../../model/quantity.ts';

/** A Kubernetes quantity, which may be written as a number; read as text. */
export const quantity = z
  .union([z.string(), z.number()])
  .refine((amount) => parseQuantity(String(amount)) !== undefined)
  .meta({ 'x-kubernetes-int-or-string': true })
  .transform(String);
