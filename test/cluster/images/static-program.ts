const INTERPRETER = 3;

/** True if a program (ELF, 64-bit, little-endian) needs no loader, and so runs in an image without other files. */
export function isStatic(elf: Buffer): boolean {
  const table = Number(elf.readBigUInt64LE(32));
  const size = elf.readUInt16LE(54);
  const count = elf.readUInt16LE(56);
  const types = Array.from({ length: count }, (_, index) => elf.readUInt32LE(table + index * size));
  return !types.includes(INTERPRETER);
}
