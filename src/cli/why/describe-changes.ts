import { oneLine } from '../../core/model/one-line.ts';
import { isEnded } from '../../insight/views/build-state.ts';
import type { BuildChangesView } from '../../insight/views/build-changes-view.ts';
import type { CauseView } from '../../insight/views/cause-view.ts';
import { rangeText, type CommitList, type CommitRangeView } from '../../insight/views/commit-ranges.ts';
import { humanDuration } from '../../insight/views/duration.ts';
import { shortRevision } from '../../insight/views/source-view.ts';
import { imageText } from '../../insight/views/build-view.ts';
import { causeLines } from '../../insight/views/cause-view.ts';
import { sourceLines } from '../../insight/views/source-view.ts';
import type { Paint } from '../objects/paint.ts';
import { field, section, preformatted, SECTION_WIDTH, wrapped } from '../status/text-layout.ts';
import { stateField, title } from '../status/shared-fields.ts';
import { comparisonSections } from './comparison-sections.ts';
import type { Json } from '../../core/model/json.ts';
import { formatYaml } from '../../core/yaml/format-yaml.ts';

/** Formats why a Build ran and what it changed for people, in 80 columns. */
export function describeChanges(view: BuildChangesView, nowMs: number, paint: Paint): string {
  const { state, durationMs, cause, source, commits, gaps } = view;
  const took = isEnded(state) && durationMs !== undefined ? `, took ${humanDuration(durationMs)}` : '';
  return [
    title('Build', view, paint),
    stateField(state, nowMs, paint, took),
    field('Image', [imageText(view)]),
    field('Source', sourceLines(source)),
    field('Why', cause.kind === 'direct' ? causeLines(cause) : cause.changes.map(({ sentence }) => sentence)),
    ...commits.map((range) => commitSections(range, paint)),
    unlistedSection(commits, paint),
    configurationSection(cause, paint),
    comparisonSections(view, paint),
    section(paint.title('Not shown'), gaps),
    failureHint(view),
  ].join('');
}

function failureHint({ state, name, namespace }: BuildChangesView): string {
  if (state.kind !== 'failed') return '';
  return `\nFailure: taskpack status ${oneLine(`build/${name}${namespace === undefined ? '' : ` -n ${namespace}`}`)}\n`;
}

function commitSections(range: CommitRangeView, paint: Paint): string {
  if (range.kind === 'not-listed') return '';
  const { added, removed, old, new: now } = range;
  const [text, reverse] = [rangeText(range), rangeText({ old: now, new: old })];
  return [
    section(paint.title(`Commits: ${SINCE[range.since]}${text}`), commitLines(added, text)),
    section(paint.title(`Commits that the source no longer has: ${reverse}`), commitLines(removed, reverse)),
  ].join('');
}

const SINCE = { cause: '', 'compared-image': 'since the compared image: ' } as const;

function commitLines({ count, commits }: CommitList, range: string): readonly string[] {
  const lines = commits.map(({ id, subject }) => `${shortRevision(id)} ${subject}`);
  const more = count - lines.length;
  return more === 0 ? lines : [...lines, `and ${more} more: git log ${range}`];
}

/** Formats the commands that list the commits which the command itself could not list, and the reasons. */
function unlistedSection(ranges: readonly CommitRangeView[], paint: Paint): string {
  const unlisted = ranges.flatMap((range) => (range.kind === 'not-listed' ? [range] : []));
  const commands = unlisted.map((range) => `${SINCE[range.since]}git log ${rangeText(range)}`);
  return section(paint.title('Commits'), [...commands, ...new Set(unlisted.map(({ advice }) => advice))]);
}

/** Formats the fields of the configuration that changed as a diff: the path of each field, and its old and new lines. */
function configurationSection(cause: CauseView, paint: Paint): string {
  const changes = cause.kind === 'direct' ? [] : cause.changes;
  const fields = changes.flatMap((change) => (change.kind === 'config' ? change.fields : []));
  const lines = fields.flatMap(({ path, old, new: now }) => [
    ...wrapped(path, SECTION_WIDTH),
    ...valueLines(old, '-').map((line) => paint.change(line, 'removed')),
    ...valueLines(now, '+').map((line) => paint.change(line, 'added')),
  ]);
  return preformatted(paint.title('Configuration'), lines.map((line) => `${line}\n`).join(''));
}

/** The most lines of a value. `-o json` has the whole value. */
const MAX_LINES = 100;

const MARK_WIDTH = 2;

function valueLines(value: Json | undefined, mark: '-' | '+'): readonly string[] {
  if (value === undefined) return [];
  const lines = (typeof value === 'string' ? value : formatYaml(value)).replace(/\n$/, '').split('\n').flatMap(pieces);
  const more = lines.length - MAX_LINES;
  const shown = more > 0 ? [...lines.slice(0, MAX_LINES), `… and ${more} more lines`] : lines;
  return shown.map((line) => `${mark} ${line}`);
}

/** Breaks a line anywhere: spaces at its start are part of YAML. */
function pieces(line: string): readonly string[] {
  return oneLine(line).match(new RegExp(`.{1,${SECTION_WIDTH - MARK_WIDTH}}`, 'gu')) ?? [''];
}
