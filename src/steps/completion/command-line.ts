import { asksForHelp, parseFlags, type Flags } from '../flags.ts';
import { defined } from '../../core/model/defined.ts';
import { CompletionError } from '../../core/model/step-failures/step-error.ts';
import type { TrustedFiles } from './attestation/findings.ts';

type Command = { readonly kind: 'help' } | { readonly kind: 'complete'; readonly files: CompletionFiles };

/** The files that completion reads and writes. */
export interface CompletionFiles {
  /** The inputs of the Build. */
  readonly inputs: string;
  /** The lifecycle's `report.toml`. */
  readonly report: string;
  readonly outcome: OutcomeFiles;
  /** The files that completion attests. */
  readonly trusted: TrustedFiles;
  /** The directory that receives a copy of the reports, if any. */
  readonly copies?: ReportCopies;
}

export interface ReportCopies {
  readonly directory: string;
  /** The directory with the SBOMs of the buildpacks. */
  readonly sbom?: string;
}

/** The files for the outcome: a native Pod has a termination message, a Tekton step has results. */
export type OutcomeFiles =
  | { readonly kind: 'message'; readonly file: string }
  /** Each list holds several files if a Task has several results with the same value. */
  | {
      readonly kind: 'results';
      readonly imageUrl: readonly string[];
      readonly imageDigest: readonly string[];
      readonly cacheImage: readonly string[];
    };

export const USAGE = `Usage: completion -inputs=FILE -report=FILE -outcome=FILE
       completion -inputs=FILE -report=FILE -image-url=FILE -image-digest=FILE [-cache-image=FILE]

Signs the image that was built and reports it.

  -inputs=FILE        the inputs of the Build as JSON
  -report=FILE        the report.toml of the exporter or rebaser
  -outcome=FILE       where to write the image as JSON: the container's termination message
  -image-url=FILE     where to write the image's first tag: a Tekton result
  -image-digest=FILE  where to write the image's digest: a Tekton result
  -cache-image=FILE   where to write the cache image with its digest: a Tekton result
  -project-metadata=FILE  the project-metadata.toml of prepare, for the provenance
  -analyzed=FILE      the analyzed.toml of the analyzer, for the provenance
  -group=FILE         the group.toml of detect, for the provenance
  -generated=DIR      the Dockerfiles of image extensions, for the provenance
  -report-to=DIR      where to copy report.toml, if not empty
  -sbom=DIR           a directory to copy into the same place as the directory sbom
`;

const FLAGS = [
  'inputs',
  'report',
  'outcome',
  'image-url',
  'image-digest',
  'cache-image',
  'project-metadata',
  'analyzed',
  'group',
  'generated',
  'report-to',
  'sbom',
] as const;

type Values = Flags<(typeof FLAGS)[number]>['values'];

/** Reads the command line. Throws `InputsUnusable`. */
export function readArguments(args: readonly string[]): Command {
  if (asksForHelp(args)) return { kind: 'help' };
  const { values, operands } = parseFlags(args, FLAGS);
  const [inputs, report, outcome] = [values('inputs').at(-1), values('report').at(-1), outcomeFiles(values)];
  if (inputs === undefined || report === undefined || outcome === undefined || operands.length > 0) {
    const needed = 'completion needs -inputs, -report, and either -outcome or both -image-url and -image-digest';
    throw new CompletionError('InputsUnusable', `${needed}; run completion --help for its usage`);
  }
  return {
    kind: 'complete',
    files: { inputs, report, outcome, trusted: trustedFiles(values), ...reportCopies(values) },
  };
}

function outcomeFiles(values: Values): OutcomeFiles | undefined {
  const file = values('outcome').at(-1);
  if (file !== undefined) return { kind: 'message', file };
  const [imageUrl, imageDigest] = [values('image-url'), values('image-digest')];
  if (imageUrl.length === 0 || imageDigest.length === 0) return undefined;
  return { kind: 'results', imageUrl, imageDigest, cacheImage: values('cache-image') };
}

function trustedFiles(values: Values): TrustedFiles {
  return defined({
    projectMetadata: values('project-metadata').at(-1),
    analyzed: values('analyzed').at(-1),
    group: values('group').at(-1),
    generated: values('generated').at(-1),
  });
}

function reportCopies(values: Values): Pick<CompletionFiles, 'copies'> {
  const [directory = '', sbom] = [values('report-to').at(-1), values('sbom').at(-1)];
  return directory === '' ? {} : { copies: { directory, ...(sbom !== undefined && { sbom }) } };
}
