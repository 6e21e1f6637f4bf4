export function checksums(files: ReadonlyMap<string, Buffer>): string;
