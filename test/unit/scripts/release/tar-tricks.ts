const BLOCK = 512;

/** Returns an entry of a tar: its header and content. */
export function tarEntry(name: string, content: string, type = '0'): Buffer {
  const size = Buffer.byteLength(content);
  const padding = Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  return Buffer.concat([header(name, `${size.toString(8).padStart(11, '0')}\0`, type), Buffer.from(content), padding]);
}

/**
 * Returns entries that Go and GNU tar see and tar-stream does not. The size of the first header is 0 for tar-stream and 512 for Go, so
 * that only tar-stream takes the second header for one, and the entries for its content.
 */
export function hiddenFromNode(entries: Buffer): Buffer {
  const size = `${entries.length.toString(8).padStart(11, '0')}\0`;
  // For Go, the second header is a PAX record of 512 bytes, which ends with a newline.
  const second = header('512 comment=x', size, 'g', '\n');
  return Buffer.concat([header('pax_global_header', '\0 0000001000', 'g'), second, entries]);
}

function header(name: string, size: string, type: string, last = '\0'): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write('0000644\0', 100);
  block.write(size, 124);
  block.write('00000000000\0', 136);
  block.write(type, 156);
  block.write('ustar\u000000', 257);
  block.write(last, BLOCK - 1);
  block.write('        ', 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
