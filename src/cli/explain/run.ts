import { oneLine } from '../../core/model/one-line.ts';
import { boundedLine, boundedNames } from '../../core/model/bounded-messages.ts';
import {
  explanationView,
  type ExplanationView,
  type UnknownBuilderView,
  type UsedBuilderView,
} from '../../insight/views/explanation-view.ts';
import { readDocuments } from '../input.ts';
import { viewTexts } from '../list/list-output.ts';
import { reportOrFail } from '../problems.ts';
import { withMissingFacts, OFFLINE_HINT } from '../registry/missing-facts.ts';
import { settingsOf } from '../settings-of.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { WIDTH } from '../status/text-layout.ts';
import { refuseIdleSidecarOption, translateOptionsOf, type TranslationFlags } from '../translate/run.ts';
import { readMissingFacts } from '../translate/translate-files.ts';
import { translateDocuments } from '../translate/translate-documents.ts';
import { partsBelow } from './parts-below.ts';
import { usedBuilders } from './used-builders.ts';
import { variationsOf } from './variations.ts';
import { referenceText } from '../../insight/views/object-view.ts';
import { buildpacksWithin, buildpackText, consideredTexts, whyText } from '../../insight/views/resolution-view.ts';
import { groupBy } from '../../core/model/group-by.ts';

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
      : await withMissingFacts(
          read,
          work,
          async (images) => readMissingFacts(images, read, flags, terminal),
          OFFLINE_HINT,
        );
  reportOrFail(problems, terminal.errors);
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
    lines.push(boundedLine(`  ${part.path}: ${value}`, WIDTH));
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

/** Formats a builder: the groups of its order, which buildpack is in each, from which resource, and why. */
function builderLines(view: UsedBuilderView): readonly string[] {
  const { entries, usedBy, problems, statusOrder = [] } = view;
  const groups = groupBy(entries, ({ group }) => group);
  const within = buildpacksWithin(view).map(buildpackText);
  const lines = [
    `  ${referenceText(view)}, used by ${usedBy.join(', ')}`,
    ...problems.map((problem) => `    ! ${problem}`),
    ...[...groups].flatMap(([number, group]) => [`    group ${number}`, ...group.flatMap(entryLines)]),
    ...(within.length === 0 ? [] : ['    within these buildpacks', ...within.map((text) => `      ${text}`)]),
    ...statusOrder.flatMap((group, index) => [
      `    group ${index + 1}, as in the status of the builder`,
      ...group.map(
        ({ id, version, isOptional }) => `      ${buildpackText({ id, version })}${optionalText(isOptional)}`,
      ),
    ]),
  ];
  return lines.map(oneLine);
}

/** Formats a builder image of which the input has no Builder or ClusterBuilder. */
function unknownBuilderLines({ usedBy, image }: UnknownBuilderView): readonly string[] {
  return [
    `  builder image ${image}, used by ${usedBy}`,
    '    ! no builder of the input has this image: add its Builder or ClusterBuilder with -f',
  ].map(oneLine);
}

/** A line names at most this number of other candidates. */
const MAX_SHOWN = 3;

function entryLines(entry: UsedBuilderView['entries'][number]): readonly string[] {
  const { kind, name } = entry.resource;
  const considered = boundedNames(consideredTexts(entry), MAX_SHOWN);
  return [
    `      ${buildpackText(entry)}${optionalText(entry.optional)}, from ${kind} ${name}`,
    `        <- ${entry.origin}: ${whyText(entry.why)}${considered === '' ? '' : ` (considered: ${considered})`}`,
  ];
}

function optionalText(isOptional: boolean | undefined): string {
  return isOptional === true ? ' (optional)' : '';
}
