/** What prepare is told, and what it is given: all behind the first `--` is data, whatever it looks like. */
interface SplitArguments {
  readonly options: readonly string[];
  readonly data: readonly string[];
}

export function splitArguments(args: readonly string[]): SplitArguments {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  return { options: args.slice(0, end), data: args.slice(end + 1) };
}
