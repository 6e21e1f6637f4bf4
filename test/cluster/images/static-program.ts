const INTERPRETER = 3;

/** Whether a program (ELF, 64 bits, little-endian) runs without a loader, and so in an image that holds nothing else. */
export function isStatic(elf: Buffer): boolean {
  const table = Number(elf.readBigUInt64LE(32));
  const size = elf.readUInt16LE(54);
  const count = elf.readUInt16LE(56);
  const types = Array.from({ length: count }, (_, index) => elf.readUInt32LE(table + index * size));
  return !types.includes(INTERPRETER);
}
