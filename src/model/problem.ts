/** A place inside a document: `['spec', 'env', 0, 'name']`. */
export type FieldPath = readonly (string | number)[];

/** `error`: nothing is printed. `warning`: something was assumed; `--strict` makes it an error. `note`: good to know. */
export type Severity = 'error' | 'warning' | 'note';

/** What is wrong with one document, before it is known where in which file that stands. */
export interface FieldProblem {
  readonly severity: Severity;
  /** The fields at fault, most telling first; `[[]]` is the whole document. */
  readonly paths: readonly [FieldPath, ...FieldPath[]];
  /** One sentence, in kpack's words where kpack has words for it. */
  readonly message: string;
  /** kpack's second line, for messages that have one. */
  readonly details?: string;
  /** The image whose ImageFacts would solve it: nothing is known of it. */
  readonly lacksFactsOf?: string;
}

/** A place in a file, as people count: lines and columns from 1. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A problem with its place, if it has one: a problem of the command as a whole has none. */
export interface Problem extends FieldProblem {
  readonly location?: Location;
}

/** An error of one field. */
export function fieldError(path: FieldPath, message: string, details?: string): FieldProblem {
  return { severity: 'error', paths: [path], message, ...(details !== undefined && { details }) };
}

/** Something assumed about one field, because the input does not say. */
export function fieldWarning(path: FieldPath, message: string): FieldProblem {
  return { severity: 'warning', paths: [path], message };
}

/** Something good to know of one field, which nothing has to be done about. */
export function fieldNote(path: FieldPath, message: string): FieldProblem {
  return { severity: 'note', paths: [path], message };
}

/** Whether any of the problems is an error. */
export function hasErrors(problems: readonly { readonly severity: Severity }[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** `spec.env[0].name`, as kpack and Kubernetes write paths; keys with dots or slashes in brackets. */
export function formatFieldPath(path: FieldPath): string {
  return path.map(formatSegment).join('').replace(/^\./, '');
}

function formatSegment(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return /^[A-Za-z0-9_-]+$/.test(segment) ? `.${segment}` : `[${segment}]`;
}

/** `file:line:column`, which editors and terminals make a link of. */
export function formatLocation({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** `file:line:column path: message (details)`, on one line. */
export function formatProblem(problem: Problem): string {
  const { location, paths, message, details } = problem;
  const place = location === undefined ? '' : `${formatLocation(location)} `;
  const fields = paths.map(formatFieldPath).filter((path) => path !== '');
  const subject = fields.length === 0 ? '' : `${fields.join(', ')}: `;
  return oneLine(`${place}${subject}${message}${details === undefined ? '' : ` (${details})`}`);
}

/** What moves a cursor, ends a line or turns the direction of text. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text with such characters escaped: what is printed may quote hostile input, and each takes one line. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, (character) => {
    const json = JSON.stringify(character).slice(1, -1);
    return json === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : json;
  });
}
