import type { Reference, References } from './references.ts';

/** Reads the output of `git ls-remote`. */
interface ReferenceReader {
  readonly references: References;
  /** Reads the next part of the output. */
  readonly read: (chunk: string) => void;
}

/** About 200,000 references. The memory limit of git is usually reached earlier. */
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Returns a reader that keeps the references with these names. It throws the error of `tooLong` for an output beyond the limit.
 * A line has an id, a tab and a name. The commit of an annotated tag follows the tag, with `^{}` at the name's end.
 */
export function referenceReader(names: readonly string[], tooLong: (maxBytes: number) => Error): ReferenceReader {
  const wanted = new Set(names);
  const references = new Map<string, Reference>();
  let rest = '';
  let received = 0;
  const readLine = (line: string): void => {
    const { id, name = '', peel } = /^(?<id>[0-9a-f]{40,64})\t(?<name>.*?)(?<peel>\^\{\})?$/.exec(line)?.groups ?? {};
    // The patterns of ls-remote also match the ends of longer names.
    if (id === undefined || !wanted.has(name)) return;
    const tag = peel === undefined ? undefined : references.get(name);
    references.set(name, tag === undefined ? { id } : { ...tag, peeled: id });
  };
  return {
    references,
    read: (chunk) => {
      received += Buffer.byteLength(chunk);
      if (received > MAX_BYTES) throw tooLong(MAX_BYTES);
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(readLine);
    },
  };
}
