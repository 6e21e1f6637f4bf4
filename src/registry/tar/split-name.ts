import { isAscii } from './ascii.ts';

const NAME = 100;
const PREFIX = 155;

/** A long name cut at a slash for ustar's two fields, where Go's archive/tar cuts it; `undefined` if it can't be. */
export function splitName(name: string): { readonly prefix: string; readonly name: string } | undefined {
  if (name.length <= NAME || !isAscii(name)) return undefined;
  const withoutSlash = name.endsWith('/') ? name.length - 1 : name.length;
  const end = name.length > PREFIX + 1 ? PREFIX + 1 : withoutSlash;
  const slash = name.slice(0, end).lastIndexOf('/');
  const rest = name.slice(slash + 1);
  if (slash <= 0 || rest === '' || rest.length > NAME) return undefined;
  return { prefix: name.slice(0, slash), name: rest };
}
