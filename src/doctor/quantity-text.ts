import type { Json } from '../model/json.ts';

/** Returns a quantity as text. A quantity can be a number in YAML. */
export function quantityText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
