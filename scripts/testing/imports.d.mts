export function withImports(files: readonly string[]): readonly string[];
