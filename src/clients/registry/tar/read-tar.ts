import { type ByteText, quotedBytes, toByteText } from '../../../core/model/byte-text.ts';
import { byteSource, type ByteSource } from './byte-source.ts';
import { isZeros, readHeader, type TarHeader, untilNul } from './read-header.ts';
import { type PaxRecords, readPax } from './read-pax.ts';
import { readSparse, sparseContent, type SparseFile } from './sparse-file.ts';
import { TarError } from './tar-error.ts';
import { BLOCK } from '../../../core/oci/ustar-header.ts';

/** An entry of a tar. Read its content before requesting the next entry. */
export interface TarMember {
  readonly name: ByteText;
  readonly kind: 'file' | 'directory' | 'symlink' | 'link' | 'character-device' | 'block-device' | 'fifo';
  /** The target of a symlink or hard link. */
  readonly target: ByteText;
  readonly mode: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Names and pax headers with more bytes are refused, because they are read into memory. Go's archive/tar has the same limit. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** The padding after the end of the archive that is read, so that a decompressor sees its checksum. */
const MAX_PADDING_BYTES = 1024 * 1024;

const KINDS: Readonly<Record<string, TarMember['kind']>> = {
  '\0': 'file',
  '0': 'file',
  '1': 'link',
  '2': 'symlink',
  '3': 'character-device',
  '4': 'block-device',
  '5': 'directory',
  '6': 'fifo',
  // Contiguous files, sparse files, and directories of incremental archives of GNU tar.
  '7': 'file',
  S: 'file',
  D: 'directory',
};

/** The types that have no content, whatever size their header declares. */
const WITHOUT_CONTENT = '123456';

/** Entries that are not files: labels of volumes (GNU tar) and access control lists (Solaris). */
const SKIPPED = 'VA';

/** The content of the headers before an entry's own header. */
interface Extension {
  readonly records: PaxRecords;
  readonly name: ByteText | undefined;
  readonly target: ByteText | undefined;
}

const NO_EXTENSION: Extension = { records: new Map(), name: undefined, target: undefined };

/**
 * Yields the entries of an uncompressed tar of any dialect: v7, ustar, pax, GNU and star, with sparse files. Names are bytes. The
 * archive ends at two blocks of zeros, as for GNU tar and Go's archive/tar: what follows is ignored. Rejects with `TarError`, and with
 * the error of the stream.
 */
export async function* readTar(stream: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember> {
  const source = byteSource(stream);
  try {
    let globals: PaxRecords = new Map();
    let extension = NO_EXTENSION;
    for (;;) {
      const header = await nextHeader(source);
      if (header === undefined) return;
      switch (header.type) {
        case 'g':
          globals = new Map([...globals, ...readPax(await contentOfHeader(source, header))]);
          break;
        // Solaris writes X.
        case 'x':
        case 'X':
          extension = { ...extension, records: readPax(await contentOfHeader(source, header)) };
          break;
        case 'L':
          extension = { ...extension, name: untilNul(toByteText(await contentOfHeader(source, header))) };
          break;
        case 'K':
          extension = { ...extension, target: untilNul(toByteText(await contentOfHeader(source, header))) };
          break;
        default:
          yield* memberOf(source, header, { ...extension, records: new Map([...globals, ...extension.records]) });
          extension = NO_EXTENSION;
      }
    }
  } finally {
    source.close();
  }
}

/** Returns the next header; `undefined` at the end of the archive. Some programs write no end, or half of it. */
async function nextHeader(source: ByteSource): Promise<TarHeader | undefined> {
  const block = await source.take(BLOCK);
  if (block.length === 0) return undefined;
  if (block.length < BLOCK) throw new TarError('ends in the middle of a header');
  if (!isZeros(block)) return readHeader(block);
  if (!isZeros(await source.take(BLOCK)))
    throw new TarError('has a block of zeros before its end, so entries may be missing: create the archive again');
  await skipPadding(source);
  return undefined;
}

async function skipPadding(source: ByteSource): Promise<void> {
  for (let left = MAX_PADDING_BYTES; left > 0;) {
    const piece = await source.piece(left);
    if (piece === undefined) return;
    left -= piece.length;
  }
}

async function contentOfHeader(source: ByteSource, { name, size }: TarHeader): Promise<Buffer> {
  if (size > MAX_HEADER_BYTES)
    throw new TarError(
      `has the header ${quotedBytes(name)} of ${size} bytes, and at most ${MAX_HEADER_BYTES} are read`,
    );
  const content = await source.take(size);
  if (content.length < size) throw cutOff(name);
  await source.take(paddingOf(size));
  return content;
}

async function* memberOf(
  source: ByteSource,
  { mode, type, dialect, block, ...header }: TarHeader,
  extension: Extension,
): AsyncGenerator<TarMember> {
  const { records } = extension;
  const own = {
    name: nonEmpty(records.get('path')) ?? extension.name ?? header.name,
    target: nonEmpty(records.get('linkpath')) ?? extension.target ?? header.target,
    size: WITHOUT_CONTENT.includes(type) ? 0 : sizeOf(records, header),
  };
  const content = contentReader(source, own.name, own.size);
  if (type === 'M')
    throw new TarError(
      `continues the file ${quotedBytes(own.name)} of another volume: create the archive without --multi-volume`,
    );
  if (!SKIPPED.includes(type)) {
    const sparse = await readSparse({ ...own, type, dialect, block }, records, {
      ofHeader: async () => wholeBlock(source, own.name),
      ofContent: content.block,
    });
    yield {
      ...own,
      ...(sparse !== undefined && { name: sparse.name }),
      kind: kindOf(type, own),
      mode,
      content: contentOf(content, own.size, sparse),
    };
  }
  await content.skip();
}

function kindOf(type: string, { name, size }: { readonly name: ByteText; readonly size: number }): TarMember['kind'] {
  const kind = KINDS[type];
  if (kind === undefined)
    throw new TarError(`has the entry ${quotedBytes(name)} of the unsupported type ${quotedBytes(type)}`);
  // A tar of Unix v7 has no type for directories.
  return kind === 'file' && size === 0 && name.endsWith('/') ? 'directory' : kind;
}

function sizeOf(records: PaxRecords, { name, size }: Pick<TarHeader, 'name' | 'size'>): number {
  const text = nonEmpty(records.get('size'));
  if (text === undefined) return size;
  const given = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(given))
    throw new TarError(`has the entry ${quotedBytes(name)} whose size is not a valid number`);
  return given;
}

interface ContentReader {
  /** Yields the next bytes of the content. Rejects if the archive ends before. */
  readonly bytes: (length: number) => AsyncGenerator<Uint8Array>;
  readonly block: () => Promise<Buffer>;
  /** Skips the content that was not read, and the padding. */
  readonly skip: () => Promise<void>;
}

function contentReader(source: ByteSource, name: ByteText, size: number): ContentReader {
  let left = size;
  async function* bytes(length: number): AsyncGenerator<Uint8Array> {
    const end = left - length;
    if (end < 0) throw new TarError(`has the entry ${quotedBytes(name)} whose size is too small for its content`);
    while (left > end) {
      const piece = await source.piece(left - end);
      if (piece === undefined) throw cutOff(name);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    bytes,
    block: async () => {
      left -= BLOCK;
      if (left < 0) throw new TarError(`has the entry ${quotedBytes(name)} whose size is too small for its content`);
      return wholeBlock(source, name);
    },
    skip: async () => {
      for await (const piece of bytes(left)) void piece;
      await source.take(paddingOf(size));
    },
  };
}

function contentOf(reader: ContentReader, size: number, sparse: SparseFile | undefined): AsyncIterable<Uint8Array> {
  return sparse === undefined ? reader.bytes(size) : sparseContent(sparse, reader.bytes);
}

async function wholeBlock(source: ByteSource, name: ByteText): Promise<Buffer> {
  const block = await source.take(BLOCK);
  if (block.length < BLOCK) throw cutOff(name);
  return block;
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function nonEmpty(text: ByteText | undefined): ByteText | undefined {
  return text === '' ? undefined : text;
}

function cutOff(name: ByteText): TarError {
  return new TarError(`ends in the middle of the entry ${quotedBytes(name)}`);
}
