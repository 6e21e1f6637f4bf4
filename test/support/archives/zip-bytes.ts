import { deflateRawSync } from 'node:zlib';
import { crc32 } from './crc32.ts';

/** An entry of a zip file. The content is stored unless it is deflated. */
export interface ZipEntry {
  readonly name: string;
  readonly content?: string;
  /** The Unix mode with the file type. Without a mode, the entry's host system is FAT. */
  readonly mode?: number;
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
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? '');
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.isEncrypted === true ? 0x801 : 0x800, 2);
    fields.writeUInt16LE(entry.isDeflated === true ? 8 : 0, 4);
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
    const maker = Buffer.from([20, entry.mode === undefined ? 0 : 3]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), maker, fields, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\u0005\u0006'), end]);
}
