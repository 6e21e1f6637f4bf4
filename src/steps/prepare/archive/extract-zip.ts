import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { bytesOf, type ByteText, isUtf8, toByteText } from '../../../core/model/byte-text.ts';
import { badEntry, entryPath } from './entry-path.ts';
import { DEFLATED, readZip, STORED, type ZipEntry } from './read-zip.ts';
import type { Tree } from './tree.ts';

/** The makers whose external attributes hold permissions, and the makers of MS-DOS and Windows (APPNOTE.TXT 4.4.2). */
const UNIX = [3, 19];
const FAT = [0, 14];
const WINDOWS = [...FAT, 6, 10, 11];

const FILE_TYPE_MASK = 0o170000;
const DIRECTORY = 0o040000;
const SYMLINK = 0o120000;

/** The attribute of a directory in MS-DOS, and the attribute with which p7zip marks Unix permissions. */
const DOS_DIRECTORY = 0x10;
const P7ZIP_UNIX = 0x8000;

const FLAGS = { encrypted: 0x0001, stronglyEncrypted: 0x0040, utf8: 0x0800, masked: 0x2000 };

/** Info-ZIP's field with a name in UTF-8 (APPNOTE.TXT 4.6.9). */
const UNICODE_PATH = 0x7075;

/** Methods that Go's archive/zip does not read either. */
const METHODS: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
};

/** Linux PATH_MAX. */
const MAX_TARGET_BYTES = 4096;

/** Unpacks a zip file. */
export async function extractZip(file: string, tree: Tree, stripComponents: number): Promise<void> {
  const handle = await open(file);
  try {
    for await (const entry of readZip(handle)) await writeEntry(entry, tree, stripComponents);
  } finally {
    await handle.close();
  }
}

async function writeEntry(entry: ZipEntry, tree: Tree, stripComponents: number): Promise<void> {
  const name = nameOf(entry);
  const at = entryPath(name, stripComponents);
  if (at === undefined) return;
  if ((entry.flags & (FLAGS.encrypted | FLAGS.stronglyEncrypted | FLAGS.masked)) !== 0)
    throw badEntry(name, 'is encrypted');
  const mode = modeOf(entry, name.endsWith('/'));
  const type = mode & FILE_TYPE_MASK;
  if (type === DIRECTORY) return tree.directory(at, mode);
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw badEntry(
      name,
      `is compressed with ${METHODS[entry.method] ?? `method ${entry.method}`}, and only Deflate is supported`,
      'create the archive with Deflate, the usual method',
    );
  if (type === SYMLINK) return tree.symlink(at, await targetOf(entry, name));
  return tree.file(at, mode, entry.content());
}

/**
 * Returns the name as Info-ZIP's unzip reads it. Names are bytes, in UTF-8 if the entry says so. Programs of MS-DOS and Windows write
 * other names in code page 437, and some write backslashes instead of slashes.
 */
function nameOf({ name, flags, maker, extraFields }: ZipEntry): ByteText {
  const isWindows = WINDOWS.includes(maker);
  const isDeclared = (flags & FLAGS.utf8) !== 0;
  const unicode = isDeclared ? undefined : unicodeName(name, extraFields);
  const isCodePage = isWindows && !isDeclared && unicode === undefined && !isUtf8(name);
  const read = unicode ?? (isCodePage ? fromCodePage437(name) : name);
  return isWindows && !read.includes('/') ? read.replaceAll('\\', '/') : read;
}

/** The field counts only if it was made for this name: a program that knows no such fields can have renamed the entry. */
function unicodeName(name: ByteText, extraFields: ZipEntry['extraFields']): ByteText | undefined {
  const data = extraFields.find(({ id }) => id === UNICODE_PATH)?.data;
  if (data === undefined || data.length < 5 || data.readUInt8(0) !== 1) return undefined;
  return data.readUInt32LE(1) === crc32(bytesOf(name)) ? toByteText(data.subarray(5)) : undefined;
}

/** Code page 437 from 0x80 on. */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

function fromCodePage437(name: ByteText): ByteText {
  const text = name.replaceAll(/[\u0080-\u00ff]/g, (byte) => CODE_PAGE_437.charAt(byte.charCodeAt(0) - 0x80));
  return toByteText(text);
}

/** Files of archivers without permissions become executable, as in kpack (pkg/archive, `isFatFile`). */
function modeOf({ maker, attributes }: ZipEntry, isDirectory: boolean): number {
  const isUnix = UNIX.includes(maker) || (FAT.includes(maker) && (attributes & P7ZIP_UNIX) !== 0);
  if (isUnix) return isDirectory ? ((attributes >>> 16) & ~FILE_TYPE_MASK) | DIRECTORY : attributes >>> 16;
  if (isDirectory || (WINDOWS.includes(maker) && (attributes & DOS_DIRECTORY) !== 0)) return DIRECTORY | 0o777;
  return FAT.includes(maker) ? 0o777 : 0o666;
}

async function targetOf({ content }: ZipEntry, name: ByteText): Promise<ByteText> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_TARGET_BYTES)
      throw badEntry(name, `is a symlink whose target is longer than ${MAX_TARGET_BYTES} bytes`);
  }
  return toByteText(Buffer.concat(chunks));
}
