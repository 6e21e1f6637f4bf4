/** What can be told of a scenario from outside. */
export type Aspect =
  /** The exit code of a phase's entrypoint, or the signal that killed it. */
  | 'exit'
  /** A phase's standard output. */
  | 'printed'
  /** A phase's standard error, without what the entrypoint says itself. */
  | 'complained'
  /** Whether the entrypoint says something itself. */
  | 'says'
  /** A file that is there in the end: a mark, or what a command has written. */
  | 'file'
  | 'content'
  /** What steps have noted. */
  | 'noted';

export interface Fact {
  readonly aspect: Aspect;
  /** The phase or the file that it is about. */
  readonly of: string;
  readonly value: string;
}

/** One fact as both sides have it. */
export interface Discrepancy {
  readonly aspect: Aspect;
  readonly of: string;
  readonly tekton: string;
  readonly ours: string;
}

/** The facts that are not the same on both sides; what one side has not is empty there. */
export function discrepancies(tekton: readonly Fact[], ours: readonly Fact[]): readonly Discrepancy[] {
  const [theirValues, ourValues] = [valuesOf(tekton), valuesOf(ours)];
  const facts = new Map([...tekton, ...ours].map((fact) => [keyOf(fact), fact]));
  return [...facts]
    .map(([key, { aspect, of }]) => ({
      aspect,
      of,
      tekton: theirValues.get(key) ?? '',
      ours: ourValues.get(key) ?? '',
    }))
    .filter((pair) => pair.tekton !== pair.ours);
}

function valuesOf(facts: readonly Fact[]): ReadonlyMap<string, string> {
  return new Map(facts.map((fact) => [keyOf(fact), fact.value]));
}

function keyOf({ aspect, of }: Fact): string {
  return `${aspect} of ${of}`;
}
