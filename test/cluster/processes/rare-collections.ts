/**
 * For servers written in Go: a quarter of the API server's time was its garbage collector's, and a run has the memory.
 * Not for what benchmarks compare.
 */
export const RARE_COLLECTIONS = { GOGC: '400' } as const;
