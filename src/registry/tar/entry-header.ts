import path from 'node:path';
import { onlyAscii } from './ascii.ts';
import { padding } from './block.ts';
import { headerBlock, type Header } from './header.ts';
import { formatPaxRecord, paxRecords, type PaxRecord } from './pax-records.ts';
import { splitName } from './split-name.ts';

/** The header of an entry, with a PAX header (POSIX.1-2001) before it where Go's archive/tar writes one. */
export function entryHeader(entry: Header): Buffer {
  const records = paxRecords(entry);
  const split = splitName(entry.name);
  const needed = split === undefined ? records : records.filter(([key]) => key !== 'path');
  if (needed.length === 0) return headerBlock({ ...entry, ...split });
  const rest = { ...entry, name: onlyAscii(entry.name), target: onlyAscii(entry.target ?? '') };
  return Buffer.concat([paxHeader(entry.name, records), headerBlock(rest)]);
}

function paxHeader(name: string, records: readonly PaxRecord[]): Buffer {
  const content = Buffer.from(records.map(formatPaxRecord).join(''));
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

function paxName(name: string): string {
  const slash = name.lastIndexOf('/') + 1;
  const place = onlyAscii(path.posix.join(name.slice(0, slash), 'PaxHeaders.0', name.slice(slash)));
  return place.slice(0, 100).replace(/\/+$/, '');
}
