import { isJsonObject, type JsonObject } from '../../core/model/json.ts';
import type { Manifest } from '../../core/model/kubernetes-object.ts';
import { hasErrors } from '../../core/model/problem.ts';
import type { TranslateOptions } from '../../core/translate/options.ts';
import { manifestDiffs, type DiffSides, type ManifestDiff } from '../../insight/views/manifest-diff.ts';
import { withCluster } from '../cluster.ts';
import { readDocuments, type Documents } from '../input.ts';
import { viewTexts } from '../list/list-output.ts';
import type { ClusterFlags } from '../options.ts';
import { CommandFailure, misuse, reportOrFail, reportProblems } from '../problems.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { refuseIdleSidecarOption, translateOptionsOf, type TranslationFlags } from '../translate/run.ts';
import { translateFiles } from '../translate/translate-files.ts';
import { clusterSides } from './cluster-sides.ts';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';

/** The parsed options of `taskpack diff`. */
export interface DiffFlags extends TranslationFlags, ClusterFlags {
  readonly from?: readonly string[];
  readonly output: 'text' | 'json' | 'yaml';
}

/** Runs `taskpack diff`. Rejects with `CommandFailure`: exit code 1 if the sides differ, and 2 for any other failure. */
export async function runDiff(flags: DiffFlags, terminal: Terminal): Promise<void> {
  const diffs = await diffsOf(flags, terminal).catch((error: unknown) => {
    throw error instanceof CommandFailure ? new CommandFailure(error.problems, 2) : error;
  });
  await writeTexts(terminal.output, textsOf(diffs, flags.output, terminal));
  if (diffs.length > 0) throw new CommandFailure([], 1);
}

async function diffsOf(flags: DiffFlags, terminal: Terminal): Promise<readonly ManifestDiff[]> {
  if (flags.filename.includes('-') && flags.from?.includes('-') === true)
    throw misuse('standard input can be read only once: -f - and --from - exclude each other');
  const options = translateOptionsOf(flags, settingsOf(terminal));
  refuseIdleSidecarOption(options);
  const manifests = await translated(await read(flags.filename, flags, terminal), options, flags, terminal);
  return manifestDiffs(await sidesOf(manifests, options, flags, terminal));
}

async function sidesOf(
  manifests: readonly Manifest[],
  options: TranslateOptions,
  flags: DiffFlags,
  terminal: Terminal,
): Promise<DiffSides> {
  if (flags.from === undefined) {
    return withCluster(flags, terminal, async (cluster) => {
      const { old, applied, problems } = await clusterSides(cluster, manifests, flags.namespace ?? cluster.namespace);
      reportProblems(problems, terminal.errors);
      return { old, new: applied, names: ['LIVE', 'MERGED'] };
    });
  }
  const documents = await read(flags.from, flags, terminal);
  const old = printedManifests(documents) ?? (await translated(documents, options, flags, terminal));
  return { old, new: manifests, names: ['FROM', 'TO'] };
}

async function read(paths: readonly string[], flags: DiffFlags, terminal: Terminal): Promise<Documents> {
  return readDocuments(paths, flags.recursive ?? false, terminal.input);
}

/** Translates documents. Rejects with `CommandFailure` if a file cannot be read or translated: a part would seem to be removed. */
async function translated(
  documents: Documents,
  options: TranslateOptions,
  flags: DiffFlags,
  terminal: Terminal,
): Promise<readonly Manifest[]> {
  const { manifests, problems } = await translateFiles(documents, options, flags, terminal);
  reportOrFail(problems, terminal.errors, 2);
  return [...manifests];
}

/** Returns the documents if a translation printed them, or `undefined` if they are to be translated. */
function printedManifests({ documents, problems }: Documents): readonly JsonObject[] | undefined {
  const objects = documents.flatMap(({ value }) => (isJsonObject(value) ? objectsOf(value) : []));
  const isOutput = objects.some(isWorkload) && !objects.some(isInput);
  if (!isOutput || hasErrors(problems)) return undefined;
  return objects;
}

/** Returns the object, or the objects of a List. */
function objectsOf(value: JsonObject): readonly JsonObject[] {
  const { kind, items } = value;
  return kind === 'List' && Array.isArray(items) ? (items as readonly JsonObject[]) : [value];
}

function isWorkload({ apiVersion, kind }: JsonObject): boolean {
  return (apiVersion === 'v1' && kind === 'Pod') || (apiVersion === 'tekton.dev/v1' && kind === 'TaskRun');
}

function isInput({ apiVersion, kind }: JsonObject): boolean {
  return typeof apiVersion === 'string' && apiVersion.startsWith('kpack.io/') && (kind === 'Build' || kind === 'Image');
}

function textsOf(
  diffs: readonly ManifestDiff[],
  output: DiffFlags['output'],
  { output: stream }: Terminal,
): Iterable<string> {
  if (output !== 'text') return viewTexts(diffs, output, 'list');
  return diffs.map(({ patch }) => patchText(patch, stream));
}

/** Returns a patch, in the colours of git if the stream is a terminal and NO_COLOR is not set. */
function patchText(patch: string, stream: Writable): string {
  return patch.replaceAll(/^.+$/gm, (line) => {
    const colour = colourOf(line);
    return colour === undefined ? line : styleText(colour, line, { stream });
  });
}

function colourOf(line: string): 'bold' | 'cyan' | 'green' | 'red' | undefined {
  if (/^(?:---|\+\+\+) /.test(line)) return 'bold';
  if (line.startsWith('@@')) return 'cyan';
  if (line.startsWith('+')) return 'green';
  return line.startsWith('-') ? 'red' : undefined;
}
