import { deflateRawSync } from 'node:zlib';
import { crc32 } from './crc32.ts';

/** An entry of a zip file. The content is stored unless it is deflated. */
export interface ZipEntry {
  /** Bytes are a name that is not declared as UTF-8. */
  readonly name: string | Buffer;
  readonly content?: string;
  /** The Unix mode with the file type. Without a mode, the entry's host system is FAT. */
  readonly mode?: number;
  /** The host system that made the entry (APPNOTE.TXT 4.4.2.2). Defaults to Unix if there is a mode, and to FAT otherwise. */
  readonly maker?: number;
  readonly method?: number;
  /** The extra fields in the central directory. */
  readonly extra?: Buffer;
  readonly isEncrypted?: boolean;
  readonly isDeflated?: boolean;
  /** The size in the headers, if it differs from the content's. */
  readonly size?: number;
}

/** Returns a zip file of the entries, valid or not (APPNOTE.TXT 4.3). */
export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? Buffer.from(entry.name) : entry.name;
    const content = Buffer.from(entry.content ?? '');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    const isDeclared = typeof entry.name === 'string' ? 0x800 : 0;
    fields.writeUInt16LE(isDeclared | (entry.isEncrypted === true ? 1 : 0), 2);
    fields.writeUInt16LE(entry.method ?? (entry.isDeflated === true ? 8 : 0), 4);
    fields.writeUInt32LE(crc32(content), 10);
    const stored = entry.isDeflated === true ? deflateRawSync(content) : content;
    fields.writeUInt32LE(entry.isDeflated === true ? stored.length : (entry.size ?? content.length), 14);
    // Encryption adds twelve bytes before the content.
    fields.writeUInt32LE((entry.size ?? content.length) - (entry.isEncrypted === true ? 12 : 0), 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, stored]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const maker = Buffer.from([20, entry.maker ?? (entry.mode === undefined ? 0 : 3)]);
    const extra = entry.extra ?? Buffer.alloc(0);
    const central = Buffer.concat([Buffer.from('PK\u0001\u0002'), maker, fields, tail, name, extra]);
    central.writeUInt16LE(extra.length, 30);
    directory.push(central);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  // Without zip64, programs write the lower bits of a larger count.
  end.writeUInt16LE(entries.length % 0x10000, 4);
  end.writeUInt16LE(entries.length % 0x10000, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006'), end]);
}
