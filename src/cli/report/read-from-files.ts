import { readFile } from 'node:fs/promises';
import { asKubeObject, type KubeObject } from '../../kube/client/kube-object.ts';
import { BUILDS } from '../../controllers/builds/resources.ts';
import { HEADING_MARK, plainLine } from '../../logs/log-text.ts';
import { lineMasks } from '../../mask/line-mask.ts';
import { objectAt, objectsAt, textAt } from '../../model/json-field.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import { fieldError } from '../../model/problem.ts';
import { isPhaseName } from '../../model/phase-name.ts';
import { buildView } from '../../views/build-view.ts';
import type { LogSection } from '../../views/report-view.ts';
import { readDocuments } from '../input.ts';
import { CommandFailure } from '../problems.ts';
import { systemMessage, type Terminal } from '../terminal.ts';
import { addLine, finished, type ReportInput, type SectionDraft } from './report-input.ts';

export interface ReportFiles {
  readonly from: readonly string[];
  readonly log: string | undefined;
  /** The Build, if the files have several. */
  readonly name: string | undefined;
}

/** Reads a Build and what belongs to it from files. Rejects with `CommandFailure`. */
export async function readFromFiles({ from, log, name }: ReportFiles, { input }: Terminal): Promise<ReportInput> {
  const { documents, problems } = await readDocuments(from, false, input);
  if (problems.length > 0) throw new CommandFailure(problems, 1);
  const objects = documents.flatMap(({ value }) => objectsIn(value));
  const build = onlyBuild(objects, name);
  const pod = objects.find(
    (each) => each.kind === 'Pod' && nameOf(each) === textAt(objectAt(build, 'status'), 'podName'),
  );
  const { resource } = buildView({ build, nowMs: 0 }).builder;
  const builder = objects.find((each) => each.kind === resource?.kind && nameOf(each) === resource.name);
  const sections = log === undefined ? [] : sectionsOf(await readLogFile(log));
  const gaps = [
    ...(log === undefined ? ['The log: add it with --log.'] : []),
    ...(builder === undefined && resource !== undefined
      ? [`The order of the builder: the files have no ${resource.kind} ${resource.name}.`]
      : []),
  ];
  return { build, ...(pod !== undefined && { pod }), ...(builder !== undefined && { builder }), log: sections, gaps };
}

/** Returns the objects of a document: the items of a List, or the document itself. */
function objectsIn(value: unknown): readonly KubeObject[] {
  if (!isJsonObject(value)) return [];
  const items = objectsAt(value, 'items');
  const all: readonly JsonObject[] = items.length > 0 ? items : [value];
  return all.flatMap((each) => asKubeObject(each, BUILDS) ?? []);
}

function onlyBuild(objects: readonly KubeObject[], name: string | undefined): KubeObject {
  const builds = objects.filter(({ kind }) => kind === 'Build');
  const wanted = name === undefined ? builds : builds.filter((each) => nameOf(each) === name);
  const [build, second] = wanted;
  if (build !== undefined && second === undefined) return build;
  const names = builds.map(nameOf).join(', ');
  const which = name === undefined ? 'no Build' : `no Build ${name}`;
  const message =
    build === undefined
      ? `--from: the files have ${which}${names === '' ? '' : `, only ${names}`}`
      : `--from: the files have several Builds (${names}): name one of them`;
  throw new CommandFailure([fieldError([], message)], 1);
}

function nameOf({ metadata }: KubeObject): string {
  return metadata.name;
}

async function readLogFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandFailure([fieldError([], `--log ${file}: ${systemMessage(error)}`)], 1);
  }
}

/** Divides the output of `taskpack logs` at its headings. Lines before the first heading belong to `log`. */
function sectionsOf(text: string): readonly LogSection[] {
  const masks = lineMasks([]);
  const sections: SectionDraft[] = [];
  let mask = masks();
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const title = headingOf(line);
    if (title !== undefined || sections.length === 0) {
      sections.push({ title: title ?? 'log', lines: [], leftOut: 0 });
      mask = masks();
    }
    const section = sections.at(-1);
    if (title === undefined && section !== undefined) addLine(section, plainLine(mask(line)));
  }
  return sections.map(finished);
}

/** Only the name of a phase is a heading, because buildpacks print lines with the same mark. */
function headingOf(line: string): string | undefined {
  const plain = plainLine(line);
  if (!plain.startsWith(`${HEADING_MARK} `)) return undefined;
  const title = plain.slice(HEADING_MARK.length + 1).toLowerCase();
  return isPhaseName(title) ? title : undefined;
}
