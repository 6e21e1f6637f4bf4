/** An entry of a tar as it is written: nothing is checked, and only the checksum of the header is right. */
export interface RawTarEntry {
  readonly name: string;
  /** The type flag (POSIX.1-2017, pax, "ustar Interchange Format"), such as `0` for a file and `x` for a pax header. */
  readonly type: string;
  readonly link?: string;
  readonly mode?: string;
  readonly content?: string;
  /** The size in the header, if it differs from the content's. */
  readonly size?: string;
  readonly magic?: string;
}

const BLOCK = 512;

/** Returns the bytes of a text: one for each character, so that names need not be UTF-8, or UTF-8 if a character is above U+00FF. */
export function rawBytes(text: string): Buffer {
  return Buffer.from(text, /[\u0100-\uffff]/.test(text) ? 'utf8' : 'latin1');
}

/** Returns a tar of the entries. */
export function rawTar(entries: readonly RawTarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(({ ...entry }) => blocksOf(entry)), Buffer.alloc(2 * BLOCK)]);
}

/** Returns the header of an entry. */
export function rawTarHeader({
  name,
  type,
  link = '',
  mode = '000644',
  size,
  content = '',
  magic,
}: RawTarEntry): Buffer {
  const header = Buffer.alloc(BLOCK);
  rawBytes(name).copy(header, 0, 0, 100);
  header.write(mode, 100, 8, 'latin1');
  header.write(size ?? rawBytes(content).length.toString(8).padStart(11, '0'), 124, 12, 'latin1');
  header.write('00000000000', 136, 12);
  header.write(type, 156, 1, 'latin1');
  rawBytes(link).copy(header, 157, 0, 100);
  header.write(magic ?? 'ustar\u000000', 257, 8, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148, 8, 'latin1');
  return header;
}

/** Returns the content of a pax header: records of `LENGTH KEY=VALUE\n`. */
export function paxRecords(records: readonly (readonly [key: string, value: string])[]): string {
  return records.map(([key, value]) => paxRecord(` ${key}=${value}\n`)).join('');
}

function paxRecord(rest: string): string {
  const bytes = rawBytes(rest).length;
  const length = bytes + String(bytes + String(bytes).length).length;
  return `${length}${rest}`;
}

function blocksOf(entry: RawTarEntry): readonly Buffer[] {
  const content = rawBytes(entry.content ?? '');
  return [rawTarHeader(entry), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}
