import { oneLine } from '../../model/one-line.ts';
import type { Json } from '../../model/json.ts';
import { formatYaml } from '../../yaml/format-yaml.ts';
import type { CauseView } from '../../views/cause-view.ts';
import type { Paint } from '../objects/paint.ts';
import { preformatted, SECTION_WIDTH, wrapped } from '../status/text-layout.ts';

/** Formats the fields of the configuration that changed as a diff: the path of each field, and its old and new lines. */
export function configurationSection(cause: CauseView, paint: Paint): string {
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
  const lines = textOf(value).split('\n').flatMap(pieces);
  const more = lines.length - MAX_LINES;
  const shown = more > 0 ? [...lines.slice(0, MAX_LINES), `… and ${more} more lines`] : lines;
  return shown.map((line) => `${mark} ${line}`);
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value.replace(/\n$/, '') : formatYaml(value).replace(/\n$/, '');
}

/** Breaks a line anywhere: spaces at its start are part of YAML. */
function pieces(line: string): readonly string[] {
  return oneLine(line).match(new RegExp(`.{1,${SECTION_WIDTH - MARK_WIDTH}}`, 'gu')) ?? [''];
}
