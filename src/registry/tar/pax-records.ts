import { isAscii } from './ascii.ts';
import type { Header } from './header.ts';
import { fitsOctal } from './octal.ts';

/** A keyword of PAX and its value. */
export type PaxRecord = readonly [key: 'gid' | 'linkpath' | 'mtime' | 'path' | 'size' | 'uid', value: string];

/** What a ustar header cannot hold of an entry, by key. */
export function paxRecords({ name, target = '', uid, gid, size, mtime }: Header): readonly PaxRecord[] {
  const records: readonly (readonly [isNeeded: boolean, record: PaxRecord])[] = [
    [!fitsOctal(gid, 8), ['gid', `${gid}`]],
    [isLong(target), ['linkpath', target]],
    [!fitsOctal(mtime, 12), ['mtime', `${mtime}`]],
    [isLong(name), ['path', name]],
    [!fitsOctal(size, 12), ['size', `${size}`]],
    [!fitsOctal(uid, 8), ['uid', `${uid}`]],
  ];
  return records.filter(([isNeeded]) => isNeeded).map(([, record]) => record);
}

/** `LENGTH KEY=VALUE\n`, where LENGTH counts its own digits too. */
export function formatPaxRecord([key, value]: PaxRecord): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const guess = bytes + `${bytes}`.length;
  return `${bytes + `${guess}`.length}${rest}`;
}

function isLong(text: string): boolean {
  return text.length > 100 || !isAscii(text);
}
