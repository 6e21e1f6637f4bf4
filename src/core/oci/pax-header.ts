import path from 'node:path';
import { bytesOf, type ByteText } from '../model/byte-text.ts';
import { fitsOctal, type Header, headerBlock, isAscii, onlyAscii, padding, splitName } from './ustar-header.ts';
import { withoutTrailing } from '../model/trailing.ts';

/**
 * Returns the header of an entry. A PAX header (POSIX.1-2001) comes before it in the cases where Go's archive/tar
 * writes one.
 */
export function entryHeader(entry: Header): Buffer {
  const records = paxRecords(entry);
  const split = splitName(entry.name);
  const needed = split === undefined ? records : records.filter(([key]) => key !== 'path');
  if (needed.length === 0) return headerBlock({ ...entry, ...split });
  const rest = { ...entry, name: onlyAscii(entry.name), target: onlyAscii(entry.target ?? '') };
  return Buffer.concat([paxHeader(entry.name, records), headerBlock(rest)]);
}

function paxHeader(name: ByteText, records: readonly PaxRecord[]): Buffer {
  const content = bytesOf(records.map(formatPaxRecord).join(''));
  const header: Header = {
    name: paxName(name),
    mode: 0,
    uid: 0,
    gid: 0,
    size: content.length,
    mtime: 0,
    type: 'x',
  };
  return Buffer.concat([headerBlock(header), content, padding(content.length)]);
}

function paxName(name: ByteText): ByteText {
  const slash = name.lastIndexOf('/') + 1;
  const file = onlyAscii(path.posix.join(name.slice(0, slash), 'PaxHeaders.0', name.slice(slash)));
  return withoutTrailing(file.slice(0, 100), '/');
}

/** A keyword of a PAX extended header and its value. */
export type PaxRecord = readonly [key: 'gid' | 'linkpath' | 'mtime' | 'path' | 'size' | 'uid', value: ByteText];

/** Returns the values of an entry that a ustar header cannot hold, sorted by key. */
function paxRecords({ name, target = '', uid, gid, size, mtime }: Header): readonly PaxRecord[] {
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

/** Returns `LENGTH KEY=VALUE\n`. LENGTH includes its own digits. */
function formatPaxRecord([key, value]: PaxRecord): ByteText {
  const rest = ` ${key}=${value}\n`;
  const guess = rest.length + `${rest.length}`.length;
  return `${rest.length + `${guess}`.length}${rest}`;
}

function isLong(text: ByteText): boolean {
  return text.length > 100 || !isAscii(text);
}
