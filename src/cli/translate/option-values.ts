import { InvalidArgumentError } from 'commander';
import { parseImageReference } from '../../model/image-reference.ts';

/** An option's value that must be an image reference. */
export function imageValue(text: string): string {
  if (parseImageReference(text) === undefined) throw new InvalidArgumentError('It must be an image reference.');
  return text;
}

/** An option's value that must be a namespace's name (RFC 1123 label). */
export function namespaceValue(text: string): string {
  if (!/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text)) {
    throw new InvalidArgumentError(
      'It must be at most 63 lower-case letters, digits and hyphens, no hyphen at either end.',
    );
  }
  return text;
}

/** An option's value that must be a time in whole seconds since 1970; empty counts as not set, as for SOURCE_DATE_EPOCH. */
export function secondsValue(text: string): number | undefined {
  if (text === '') return undefined;
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(seconds)) {
    throw new InvalidArgumentError('It must be whole seconds since 1970.');
  }
  return seconds;
}

/** Every value of an option that may be repeated. */
export function repeatedValue(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
