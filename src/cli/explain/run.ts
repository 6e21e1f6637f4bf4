import { textAt } from '../../model/json-field.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../model/json.ts';
import { oneLine } from '../../model/one-line.ts';
import { boundedText } from '../../model/bounded-messages.ts';
import { fieldError, hasErrors } from '../../model/problem.ts';
import { explanationView, type ExplanationView, type PartView } from '../../views/explanation-view.ts';
import { readDocuments } from '../input.ts';
import { viewTexts } from '../list/list-output.ts';
import { CommandFailure, reportProblems } from '../problems.ts';
import { withMissingFacts, OFFLINE_HINT } from '../registry/missing-facts.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { WIDTH } from '../status/text-layout.ts';
import { refuseIdleSidecarOption, translateOptionsOf, type TranslationFlags } from '../translate/run.ts';
import { readMissingFacts } from '../translate/translate-files.ts';
import { translateDocuments } from '../translate/translate-documents.ts';
import { builderLines, unknownBuilderLines } from './builder-lines.ts';
import { usedBuilders } from './used-builders.ts';
import { variationsOf } from './variations.ts';

/** The parsed options of `taskpack explain`. */
export interface ExplainFlags extends TranslationFlags {
  readonly path?: string;
  readonly output: 'text' | 'json' | 'yaml';
}

/** Runs `taskpack explain`. */
export async function runExplain(flags: ExplainFlags, terminal: Terminal): Promise<void> {
  const options = translateOptionsOf(flags, settingsOf(terminal));
  refuseIdleSidecarOption(options);
  const read = await readDocuments(flags.filename, flags.recursive ?? false, terminal.input);
  const work = (documents: typeof read) => ({ documents, ...translateDocuments(documents, options) });
  const { documents, manifests, problems } =
    flags.offline === true
      ? work(read)
      : await withMissingFacts(read, work, async (images) => readMissingFacts(images, flags, terminal), OFFLINE_HINT);
  if (hasErrors(problems)) throw new CommandFailure(problems, 1);
  reportProblems(problems, terminal.errors);
  const output = [...manifests];
  // A wrong path is reported at once: the experiments take much longer than the translation.
  if (flags.path !== undefined) partsBelow(explanationView(output, []).parts, output, flags.path);
  const builders = usedBuilders(documents, flags.namespace);
  const view = explanationView(output, variationsOf(documents.documents, options), builders);
  const shown =
    flags.path === undefined
      ? view
      : { ...view, parts: partsBelow(view.parts, output, flags.path), secrets: [], builders: [], unknownBuilders: [] };
  await writeTexts(
    terminal.output,
    flags.output === 'text' ? describeExplanation(shown) : viewTexts([shown], flags.output, 'each'),
  );
}

/** Returns the parts at or below a path. Throws `CommandFailure` if there is none. */
function partsBelow(parts: readonly PartView[], output: readonly JsonObject[], path: string): readonly PartView[] {
  const wanted = named(path.replace(/^\./, ''), output);
  const found = parts.filter((part) =>
    wanted.some(
      (each) => part.path === each || (/^[.[]/.test(part.path.slice(each.length)) && part.path.startsWith(each)),
    ),
  );
  if (found.length === 0) throw new CommandFailure([fieldError([], withoutField(path, parts))], 1);
  return found;
}

function withoutField(path: string, parts: readonly PartView[]): string {
  const objects = [...new Set(parts.map(({ object }) => object))].join(', ');
  const near = nearPath(path, parts);
  const hint = near === undefined ? '' : `; did you mean --path ${near}?`;
  return `no object of the translation (${objects}) has the field ${path}${hint}`;
}

/** Returns the path whose end is most like that of the wanted path, or else the longest existing beginning of it. */
function nearPath(wanted: string, parts: readonly PartView[]): string | undefined {
  const keys = keysOf(wanted);
  const existing = parts.map((part) => keysOf(part.path));
  for (let left = keys.length; left > 0; left -= 1) {
    const end = keys.slice(-left);
    for (const path of existing) {
      const at = path.findIndex((_, index) => end.every((key, offset) => path[index + offset] === key));
      if (at !== -1) return joined(path.slice(0, at + left));
    }
  }
  for (let left = keys.length - 1; left > 0; left -= 1) {
    const start = keys.slice(0, left);
    if (existing.some((path) => start.every((key, index) => path[index] === key))) return joined(start);
  }
  return undefined;
}

/** Returns the keys and the entries of lists of a path, such as `steps`, `[build]`. */
function keysOf(path: string): readonly string[] {
  return path.match(/[^.[\]]+|\[[^[\]]*\]/g) ?? [];
}

function joined(keys: readonly string[]): string {
  return keys.map((key, index) => (index === 0 || key.startsWith('[') ? key : `.${key}`)).join('');
}

/** Returns the path with the names of entries in place of their positions, for each object. */
function named(path: string, output: readonly JsonObject[]): readonly string[] {
  return output.map((object) => {
    let value: Json | undefined = object;
    return path.replaceAll(/([^.[\]]+)|\[([^[\]]+)\]/g, (whole, key: string | undefined, entry: string | undefined) => {
      const part = key ?? entry ?? '';
      if (value === undefined || !isJsonList(value)) {
        value = isJsonObject(value) ? value[part] : undefined;
        return whole;
      }
      const found: Json | undefined = value.find((one, index) => `${index}` === part || nameOf(one) === part);
      value = found;
      const name = nameOf(found);
      return name === undefined ? whole : `[${name}]`;
    });
  });
}

function nameOf(entry: Json | undefined): string | undefined {
  return isJsonObject(entry) ? textAt(entry, 'name') : undefined;
}

function describeExplanation({
  parts,
  unvaried,
  secrets,
  builders,
  unknownBuilders,
}: ExplanationView): readonly string[] {
  const lines: string[] = [];
  let object = '';
  for (const part of parts) {
    if (part.object !== object) lines.push(`${lines.length === 0 ? '' : '\n'}${part.object}`);
    object = part.object;
    const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
    lines.push(boundedText(oneLine(`  ${part.path}: ${value}`), WIDTH));
    lines.push(...part.origins.map((origin) => `    <- ${oneLine(origin)}`));
  }
  if (secrets.length > 0) lines.push('\nSecrets', ...secrets.flatMap(secretLines));
  const ofBuilders = [...builders.flatMap(builderLines), ...unknownBuilders.flatMap(unknownBuilderLines)];
  if (ofBuilders.length > 0) lines.push('\nBuildpacks', ...ofBuilders);
  if (unvaried.length > 0)
    lines.push('\nNot known, because no other value is valid', ...unvaried.map((each) => `  ${oneLine(each)}`));
  return lines.map((line) => `${line}\n`);
}

function secretLines({
  object,
  secret,
  path,
  containers,
  origins,
}: ExplanationView['secrets'][number]): readonly string[] {
  const uses = containers.map((use) => `    in ${use.container}: ${'variable' in use ? use.variable : use.mountPath}`);
  const unused = `    ${path.includes('imagePullSecrets') ? 'the node pulls images with it' : 'no container gets it'}`;
  return [
    oneLine(`  ${secret} of ${object}`),
    ...(uses.length === 0 ? [unused] : uses.map(oneLine)),
    ...origins.map((origin) => `    <- ${oneLine(origin)}`),
  ];
}
