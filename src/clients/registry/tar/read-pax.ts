import { type ByteText, toByteText } from '../../../core/model/byte-text.ts';
import { TarError } from './tar-error.ts';

/** The records that say where the entry's name, target and content are. An archive can have any number of other records. */
const KEYS: ReadonlySet<string> = new Set([
  'path',
  'linkpath',
  'size',
  'GNU.sparse.major',
  'GNU.sparse.minor',
  'GNU.sparse.name',
  'GNU.sparse.size',
  'GNU.sparse.realsize',
  'GNU.sparse.numblocks',
  'GNU.sparse.map',
]);

/** The records of pax headers by key. */
export type PaxRecords = ReadonlyMap<string, ByteText>;

/** The key under which the pairs of `GNU.sparse.offset` and `GNU.sparse.numbytes` are kept, as version 0.1 writes them. */
export const SPARSE_MAP = 'GNU.sparse.map';

/**
 * Reads the records of a pax header (POSIX.1-2017, pax, "pax Extended Header"): `LENGTH KEY=VALUE\n`. Values are bytes. Throws
 * `TarError`.
 */
export function readPax(content: Uint8Array): PaxRecords {
  const text = toByteText(content);
  const records = new Map<string, ByteText>();
  const pairs: ByteText[] = [];
  for (let start = 0; start < text.length;) {
    const [, digits = ''] = /^(\d{1,7}) /.exec(text.slice(start, start + 8)) ?? [];
    const end = start + Number(digits);
    const record = text.slice(start + digits.length + 1, end);
    const equals = record.indexOf('=');
    if (digits === '' || end > text.length || !record.endsWith('\n') || equals < 1) throw invalid();
    const [key, value] = [record.slice(0, equals), record.slice(equals + 1, -1)];
    if (PATHS.has(key) && value.includes('\0')) throw invalid();
    if (key === 'GNU.sparse.offset' || key === 'GNU.sparse.numbytes') {
      // The records of version 0.0 alternate, and their order matters.
      if (pairs.length % 2 !== (key === 'GNU.sparse.offset' ? 0 : 1)) throw invalid();
      pairs.push(value);
    } else if (KEYS.has(key)) records.set(key, value);
    start = end;
  }
  if (pairs.length > 0) records.set(SPARSE_MAP, pairs.join(','));
  return records;
}

const PATHS: ReadonlySet<string> = new Set(['path', 'linkpath', 'GNU.sparse.name']);

function invalid(): TarError {
  return new TarError('has an invalid pax header');
}
