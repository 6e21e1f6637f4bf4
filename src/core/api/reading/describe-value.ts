const LONGEST_QUOTE = 60;

/**
 * Describes a value for a message: `the number 5`, `the string "x"`, `an object`. If `isSecret`, names only the type.
 */
export function describeValue(value: unknown, isSecret: boolean): string {
  if (value === undefined || value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (isSecret) return `a ${typeof value}`;
  return `the ${typeof value} ${typeof value === 'string' ? quoted(value) : JSON.stringify(value)}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}
