import { parseArgs } from 'node:util';
import { CompletionError } from './completion-error.ts';

/** What completion is asked to do. */
export type Arguments = { readonly kind: 'help' } | { readonly kind: 'complete'; readonly task: Task };

/** Everything is a file. */
export interface Task {
  readonly inputs: string;
  readonly report: string;
  readonly place: OutcomePlace;
  /** Where reports are kept, if anywhere. */
  readonly kept?: KeptReports;
}

/** A directory for the report, and what is copied beside it. */
export interface KeptReports {
  readonly directory: string;
  readonly sbom?: string;
}

/** Where the outcome goes: natively to the termination message of the container, on Tekton to results of the step. */
export type OutcomePlace =
  | { readonly kind: 'message'; readonly file: string }
  /** Files each; a Task has results that say the same. */
  | {
      readonly kind: 'results';
      readonly imageUrl: readonly string[];
      readonly imageDigest: readonly string[];
      readonly cacheImage: readonly string[];
    };

export const USAGE = `Usage: completion -inputs=FILE -report=FILE -outcome=FILE
       completion -inputs=FILE -report=FILE -image-url=FILE -image-digest=FILE [-cache-image=FILE]

Signs the image that was built and reports it.

  -inputs=FILE        what the Build is told, as JSON
  -report=FILE        the report.toml of the exporter or rebaser
  -outcome=FILE       where to write the image as JSON: the container's termination message
  -image-url=FILE     where to write the image's first tag: a result of Tekton
  -image-digest=FILE  where to write the image's digest: a result of Tekton
  -cache-image=FILE   where to write the cache image by digest: a result of Tekton
  -report-to=DIR      where to copy report.toml to, if not empty
  -sbom=DIR           what to copy beside it, as the directory sbom
`;

const OPTIONS = {
  help: { type: 'boolean' },
  inputs: { type: 'string' },
  report: { type: 'string' },
  outcome: { type: 'string' },
  'image-url': { type: 'string', multiple: true },
  'image-digest': { type: 'string', multiple: true },
  'cache-image': { type: 'string', multiple: true },
  'report-to': { type: 'string' },
  sbom: { type: 'string' },
} as const;

/** Reads the command line. Throws `InputsUnusable`. */
export function parseArguments(args: readonly string[]): Arguments {
  const values = parsed(args);
  if (values.help === true) return { kind: 'help' };
  const { inputs, report } = values;
  const place = outcomePlace(values);
  if (inputs === undefined || report === undefined || place === undefined) {
    throw new CompletionError(
      'InputsUnusable',
      'completion needs -inputs, -report, and -outcome or -image-url and -image-digest',
    );
  }
  return { kind: 'complete', task: { inputs, report, place, ...keptReports(values) } };
}

type Values = ReturnType<typeof parsed>;

/** One dash or two are the same, as in Go's programs, the lifecycle's among them. */
function parsed(args: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'] {
  try {
    return parseArgs({ args: args.map((arg) => arg.replace(/^-(?=[a-z]{2})/, '--')), options: OPTIONS }).values;
  } catch (cause) {
    throw new CompletionError('InputsUnusable', cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function outcomePlace(values: Values): OutcomePlace | undefined {
  const { outcome, 'image-url': imageUrl, 'image-digest': imageDigest, 'cache-image': cacheImage = [] } = values;
  if (outcome !== undefined) return { kind: 'message', file: outcome };
  if (imageUrl === undefined || imageDigest === undefined) return undefined;
  return { kind: 'results', imageUrl, imageDigest, cacheImage };
}

function keptReports({ 'report-to': directory = '', sbom }: Values): Pick<Task, 'kept'> {
  return directory === '' ? {} : { kept: { directory, ...(sbom !== undefined && { sbom }) } };
}
