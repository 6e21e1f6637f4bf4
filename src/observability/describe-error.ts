import type { LogFields } from './log.ts';

/** What is told of an error: its sentence and its code. An error of JavaScript's own is a mistake of ours, and is told with its place. */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error === 'string' ? error : 'an error that is none' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const stack = isMistake(error) ? error.stack : undefined;
  return { error: error.message, ...(code !== undefined && { code }), ...(stack !== undefined && { stack }) };
}

function isMistake({ name }: Error): boolean {
  return ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError'].includes(name);
}
