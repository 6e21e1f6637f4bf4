import type { Column } from '../definition.ts';

/** The column of a condition's status. */
export function conditionColumn(type: string): Column {
  return { name: type, jsonPath: `.status.conditions[?(@.type=="${type}")].status` };
}
