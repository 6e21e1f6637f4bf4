import { type ByteText, quotedBytes, toByteText } from '../../../core/model/byte-text.ts';
import { readNumber, type TarHeader } from './read-header.ts';
import { type PaxRecords, SPARSE_MAP } from './read-pax.ts';
import { TarError } from './tar-error.ts';
import { BLOCK } from '../../../core/oci/ustar-header.ts';

/** A part of a sparse file whose bytes the archive contains. The bytes between parts are zeros. */
interface Part {
  readonly offset: number;
  readonly length: number;
}

/** A sparse file. The archive contains only its parts, one after the other. */
export interface SparseFile {
  readonly name: ByteText;
  /** The size of the file with its holes. */
  readonly size: number;
  readonly parts: readonly Part[];
}

/** Reads the next block of an entry's content. */
type NextBlock = () => Promise<Buffer>;

/** A map of more bytes is refused. Go's archive/tar has the same limit. */
const MAX_MAP_BYTES = 1024 * 1024;

/**
 * Returns the sparse file that an entry is (GNU tar manual, "Storing Sparse Files"), and `undefined` for other entries. `nextBlock`
 * reads the blocks after the header, where some formats keep the map. Rejects with `TarError`.
 */
export async function readSparse(
  header: Pick<TarHeader, 'name' | 'type' | 'size' | 'dialect' | 'block'>,
  records: PaxRecords,
  nextBlocks: { readonly ofHeader: NextBlock; readonly ofContent: NextBlock },
): Promise<SparseFile | undefined> {
  if (header.type === 'S') return checked(await oldGnuFile(header, nextBlocks.ofHeader));
  const [major, minor] = ['GNU.sparse.major', 'GNU.sparse.minor'].map((key) => records.get(key) ?? '');
  const version = major === '' && minor === '' ? undefined : `${major}.${minor}`;
  if (version === undefined && !records.has(SPARSE_MAP)) return undefined;
  const name = nonEmpty(records.get('GNU.sparse.name')) ?? header.name;
  const size = nonEmpty(records.get('GNU.sparse.size')) ?? nonEmpty(records.get('GNU.sparse.realsize'));
  const numbers =
    version === '1.0' ? await mapInContent(name, nextBlocks.ofContent) : mapInRecords(name, version, records);
  const file = { name, size: size === undefined ? header.size : decimal(size, name), parts: partsOf(numbers) };
  return checked(file);
}

/** Reads the map of GNU tar's own format: four parts in the header, and 21 in each block that follows. */
async function oldGnuFile(
  { name, dialect, block }: Pick<TarHeader, 'name' | 'dialect' | 'block'>,
  nextBlock: NextBlock,
): Promise<SparseFile> {
  if (dialect !== 'gnu')
    throw new TarError(
      `has the sparse file ${quotedBytes(name)} in the format of star, which is not supported: create the archive with GNU tar, or without sparse files`,
    );
  const parts = [...oldGnuParts(block.subarray(386, 482), name)];
  let isContinued = (block[482] ?? 0) !== 0;
  for (let bytes = 0; isContinued; bytes += BLOCK) {
    if (bytes > MAX_MAP_BYTES) throw tooManyParts(name);
    const extension = await nextBlock();
    parts.push(...oldGnuParts(extension.subarray(0, 504), name));
    isContinued = (extension[504] ?? 0) !== 0;
  }
  return { name, size: readNumber(block.subarray(483, 495), name, 'size'), parts };
}

function* oldGnuParts(map: Uint8Array, name: ByteText): Generator<Part> {
  for (let place = 0; place < map.length && map[place] !== 0; place += 24) {
    const [offset, length] = [map.subarray(place, place + 12), map.subarray(place + 12, place + 24)];
    yield { offset: readNumber(offset, name, 'sparse map'), length: readNumber(length, name, 'sparse map') };
  }
}

/** Versions 0.0 and 0.1 have the map in the pax header. */
function mapInRecords(name: ByteText, version: string | undefined, records: PaxRecords): readonly number[] {
  if (version !== undefined && version !== '0.0' && version !== '0.1')
    throw new TarError(
      `has the sparse file ${quotedBytes(name)} in version ${quotedBytes(version)} of the format, which is not supported: use --sparse-version=1.0`,
    );
  const map = records.get(SPARSE_MAP) ?? '';
  const numbers = map === '' ? [] : map.split(',').map((number) => decimal(number, name));
  if (numbers.length !== 2 * decimal(records.get('GNU.sparse.numblocks') ?? '', name)) throw badMap(name);
  return numbers;
}

/** Version 1.0 has the map before the content: the count of parts and their numbers, a line each, in whole blocks. */
async function mapInContent(name: ByteText, nextBlock: NextBlock): Promise<readonly number[]> {
  const numbers: number[] = [];
  let [rest, bytes, missing] = ['', 0, 1];
  while (missing > 0) {
    bytes += BLOCK;
    if (bytes > MAX_MAP_BYTES) throw tooManyParts(name);
    const lines = (rest + toByteText(await nextBlock())).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > 2 * BLOCK) throw badMap(name);
    for (const line of lines) {
      const number = decimal(line, name);
      missing += numbers.length === 0 ? 2 * number - 1 : -1;
      numbers.push(number);
      if (missing === 0) break;
    }
  }
  return numbers.slice(1);
}

function partsOf(numbers: readonly number[]): readonly Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < numbers.length; index += 2)
    parts.push({ offset: numbers[index] ?? 0, length: numbers[index + 1] ?? 0 });
  return parts;
}

/** Throws unless the parts are in order and within the file. */
function checked(file: SparseFile): SparseFile {
  let end = 0;
  for (const { offset, length } of file.parts) {
    if (offset < end || offset + length > file.size) throw badMap(file.name);
    end = offset + length;
  }
  return file;
}

const ZEROS = Buffer.alloc(65_536);

/** Yields the content of a sparse file with its holes. `contentOf` yields the next bytes of the archive. */
export async function* sparseContent(
  { size, parts }: SparseFile,
  contentOf: (length: number) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let end = 0;
  for (const { offset, length } of [...parts, { offset: size, length: 0 }]) {
    for (let hole = offset - end; hole > 0; hole -= ZEROS.length) yield ZEROS.subarray(0, hole);
    yield* contentOf(length);
    end = offset + length;
  }
}

function decimal(text: ByteText, name: ByteText): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw badMap(name);
  return value;
}

function nonEmpty(text: ByteText | undefined): ByteText | undefined {
  return text === '' ? undefined : text;
}

function badMap(name: ByteText): TarError {
  return new TarError(`has the sparse file ${quotedBytes(name)} whose map is invalid`);
}

function tooManyParts(name: ByteText): TarError {
  return new TarError(`has the sparse file ${quotedBytes(name)} whose map has more than ${MAX_MAP_BYTES} bytes`);
}
