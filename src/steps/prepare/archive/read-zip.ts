import type { FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type ByteText, toByteText } from '../../../core/model/byte-text.ts';
import { byteSource } from '../../../clients/registry/tar/byte-source.ts';

/** An entry of a zip file: a header of the central directory (APPNOTE.TXT 4.3.12). */
export interface ZipEntry {
  readonly name: ByteText;
  /** The system that made the archive. It says how to read the name and the attributes. */
  readonly maker: number;
  readonly flags: number;
  readonly method: number;
  readonly attributes: number;
  readonly extraFields: readonly ExtraField[];
  readonly content: () => AsyncGenerator<Uint8Array>;
}

interface ExtraField {
  readonly id: number;
  readonly data: Buffer;
}

/** A file that is not a valid zip file. */
class ZipError extends Error {
  override readonly name = 'ZipError';
}

/** The compression methods that Go's archive/zip reads (APPNOTE.TXT 4.4.5). */
export const STORED = 0;
export const DEFLATED = 8;

const SIGNATURES = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };
const LENGTHS = { local: 30, entry: 46, end: 22, end64: 56, locator64: 20, comment: 0xffff };

/** Values that are in the zip64 fields instead (APPNOTE.TXT 4.4.1.4). */
const IN_ZIP64 = { short: 0xffff, long: 0xffffffff };
const ZIP64_FIELD = 0x0001;

/** Yields the entries of a zip file as Go's archive/zip reads it. Bytes after the archive are ignored. Rejects with `ZipError`. */
export async function* readZip(file: FileHandle): AsyncGenerator<ZipEntry> {
  const { start, base, entries } = await findDirectory(file);
  const source = byteSource(bytesOf(file, start, Number.MAX_SAFE_INTEGER));
  let count = 0;
  for (;;) {
    const header = await source.take(LENGTHS.entry);
    if (header.length < LENGTHS.entry || header.readUInt32LE(0) !== SIGNATURES.entry) break;
    const [nameLength, extraLength] = [header.readUInt16LE(28), header.readUInt16LE(30)];
    const commentLength = header.readUInt16LE(32);
    const rest = await source.take(nameLength + extraLength + commentLength);
    if (rest.length < nameLength + extraLength + commentLength) throw new ZipError('the central directory is cut off');
    count += 1;
    yield entryOf(
      file,
      header,
      rest.subarray(0, nameLength),
      rest.subarray(nameLength, nameLength + extraLength),
      base,
    );
  }
  // Programs without zip64 write the lower bits of a larger count.
  if (count % 0x10000 !== entries % 0x10000)
    throw new ZipError(`the central directory has ${count} entries instead of ${entries}`);
}

/** True if the file ends with the central directory of a zip. Programs, such as an executable jar, have other bytes before the archive. */
export async function endsWithZip(file: FileHandle): Promise<boolean> {
  try {
    const { start, entries } = await findDirectory(file);
    return entries > 0 && (await hasEntryAt(file, start));
  } catch (error) {
    if (error instanceof ZipError) return false;
    throw error;
  }
}

interface Directory {
  readonly start: number;
  /** The bytes before the archive. Offsets do not count them. */
  readonly base: number;
  readonly entries: number;
}

const SEVERAL_PARTS = 'the archive is one of several parts, which is not supported';

/** Finds the central directory by the record at the end of the file (APPNOTE.TXT 4.3.16). */
async function findDirectory(file: FileHandle): Promise<Directory> {
  const { size } = await file.stat();
  const length = Math.min(size, LENGTHS.end + LENGTHS.comment);
  const tail = await readAt(file, size - length, length);
  let place = tail.length - LENGTHS.end;
  while (place >= 0 && !isEnd(tail, place)) place -= 1;
  if (place < 0) throw new ZipError('the file has no end of central directory record, so it is probably cut off');
  const end = size - length + place;
  const record = tail.subarray(place);
  const [entries, directorySize, offset] = [record.readUInt16LE(10), record.readUInt32LE(12), record.readUInt32LE(16)];
  const part = record.readUInt16LE(4);
  const needsZip64 = [entries, part].includes(IN_ZIP64.short) || [directorySize, offset].includes(IN_ZIP64.long);
  const directory64 = needsZip64 ? await findDirectory64(file, end) : undefined;
  if (part !== 0 && !(directory64 !== undefined && part === IN_ZIP64.short)) throw new ZipError(SEVERAL_PARTS);
  return withBase(file, directory64 ?? { end, entries, size: directorySize, offset });
}

function isEnd(tail: Buffer, place: number): boolean {
  if (tail.readUInt32LE(place) !== SIGNATURES.end) return false;
  return place + LENGTHS.end + tail.readUInt16LE(place + 20) <= tail.length;
}

interface EndRecord {
  /** The place after the central directory. */
  readonly end: number;
  readonly entries: number;
  readonly size: number;
  readonly offset: number;
}

async function findDirectory64(file: FileHandle, end: number): Promise<EndRecord | undefined> {
  if (end < LENGTHS.locator64) return undefined;
  const locator = await readAt(file, end - LENGTHS.locator64, LENGTHS.locator64);
  if (locator.readUInt32LE(0) !== SIGNATURES.locator64) return undefined;
  const place = long(locator, 8);
  const record = await readAt(file, place, LENGTHS.end64);
  if (record.readUInt32LE(0) !== SIGNATURES.end64)
    throw new ZipError('the zip64 end of central directory record is not in its place');
  // Some programs write that there are no parts.
  if (record.readUInt32LE(16) !== 0 || locator.readUInt32LE(16) > 1) throw new ZipError(SEVERAL_PARTS);
  return { end: place, entries: long(record, 32), size: long(record, 40), offset: long(record, 48) };
}

/** An archive can begin after other bytes, such as a program that unpacks it. */
async function withBase(file: FileHandle, { end, entries, size, offset }: EndRecord): Promise<Directory> {
  const base = end - size - offset;
  if (base !== 0 && (await hasEntryAt(file, offset))) return { start: offset, base: 0, entries };
  if (base < 0) throw new ZipError('the central directory is not in its place');
  return { start: offset + base, base, entries };
}

async function hasEntryAt(file: FileHandle, place: number): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, place);
  return bytesRead === 4 && buffer.readUInt32LE(0) === SIGNATURES.entry;
}

function entryOf(file: FileHandle, header: Buffer, name: Buffer, extra: Buffer, base: number): ZipEntry {
  const extraFields = extraFieldsOf(extra);
  const [uncompressed, compressed, offset] = longFields(header, extraFields);
  const method = header.readUInt16LE(10);
  const stored = { method, size: uncompressed, compressed, checksum: header.readUInt32LE(16), place: offset + base };
  return {
    name: toByteText(name),
    maker: header.readUInt8(5),
    flags: header.readUInt16LE(8),
    method,
    attributes: header.readUInt32LE(38),
    extraFields,
    content: () => contentOf(file, stored),
  };
}

/** Ignores bytes that are not a field, as Go's archive/zip does. */
function extraFieldsOf(extra: Buffer): readonly ExtraField[] {
  const fields: ExtraField[] = [];
  for (let place = 0; place + 4 <= extra.length;) {
    const end = place + 4 + extra.readUInt16LE(place + 2);
    if (end > extra.length) break;
    fields.push({ id: extra.readUInt16LE(place), data: extra.subarray(place + 4, end) });
    place = end;
  }
  return fields;
}

type LongFields = readonly [uncompressed: number, compressed: number, offset: number];

/** The zip64 field has only the values that do not fit into the header, in this order (APPNOTE.TXT 4.5.3). */
function longFields(header: Buffer, extraFields: readonly ExtraField[]): LongFields {
  const data = extraFields.find(({ id }) => id === ZIP64_FIELD)?.data ?? Buffer.alloc(0);
  let place = 0;
  const read = (at: number): number => {
    const value = header.readUInt32LE(at);
    if (value !== IN_ZIP64.long) return value;
    place += 8;
    if (place > data.length) throw new ZipError('an entry has no zip64 field, although its header needs one');
    return long(data, place - 8);
  };
  const uncompressed = read(24);
  return [uncompressed, read(20), read(42)];
}

function long(bytes: Buffer, place: number): number {
  const value = Number(bytes.readBigUInt64LE(place));
  if (!Number.isSafeInteger(value)) throw new ZipError('the archive has a size or place of more than 8 PiB');
  return value;
}

interface StoredContent {
  readonly method: number;
  readonly size: number;
  readonly compressed: number;
  readonly checksum: number;
  readonly place: number;
}

/** Yields the content. Rejects if it has another size or checksum than the header says. */
async function* contentOf(file: FileHandle, stored: StoredContent): AsyncGenerator<Uint8Array> {
  // For a position that is not a safe integer, Node would read from the current position.
  if (!Number.isSafeInteger(stored.place)) throw new ZipError('the header of an entry is not in its place');
  const header = await readAt(file, stored.place, LENGTHS.local);
  if (header.readUInt32LE(0) !== SIGNATURES.local) throw new ZipError('the header of an entry is not in its place');
  const start = stored.place + LENGTHS.local + header.readUInt16LE(26) + header.readUInt16LE(28);
  const bytes = bytesOf(file, start, stored.compressed);
  let [left, checksum] = [stored.size, 0];
  for await (const chunk of stored.method === DEFLATED ? inflated(bytes) : bytes) {
    left -= chunk.length;
    if (left < 0) throw new ZipError('an entry has too many bytes');
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (left > 0) throw new ZipError('an entry has too few bytes');
  // Go's archive/zip takes zero for a checksum that was not written.
  if (stored.checksum !== 0 && stored.checksum !== checksum) throw new ZipError('an entry has a wrong checksum');
}

async function* inflated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const content = createInflateRaw();
  // The reader of `content` gets every error.
  pipeline(Readable.from(bytes, { objectMode: false }), content, () => undefined);
  for await (const chunk of content) if (chunk instanceof Uint8Array) yield chunk;
}

const CHUNK_BYTES = 65_536;

/** Yields the bytes from a place on, until the end of the file. */
async function* bytesOf(file: FileHandle, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < length;) {
    const wanted = Math.min(CHUNK_BYTES, length - done);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, start + done);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    done += bytesRead;
  }
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  if (bytesRead < length) throw new ZipError('the file is cut off');
  return buffer;
}
