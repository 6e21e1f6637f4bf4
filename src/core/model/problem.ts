import { boundedLine } from './bounded-messages.ts';
import { oneLine } from './one-line.ts';

/** The path of a field in a document, such as `['spec', 'env', 0, 'name']`. */
export type FieldPath = readonly (string | number)[];

/**
 * The severity of a problem. An `error` suppresses the output. A `warning` reports an assumption, and `--strict` turns it
 * into an error. A `note` needs no action.
 */
export type Severity = 'error' | 'warning' | 'note';

/** A problem of one document, without a file and line. */
export interface FieldProblem {
  readonly severity: Severity;
  /** The fields that cause the problem, the most relevant first. `[[]]` is the whole document. */
  readonly paths: readonly [FieldPath, ...FieldPath[]];
  /** One sentence. If kpack reports the same problem, this is kpack's message, byte for byte. */
  readonly message: string;
  /** The details of the message (Knative's FieldError.Details), if kpack's message has some. */
  readonly details?: string;
  /** The image whose missing ImageFacts cause the problem. A command may fetch them and try again. */
  readonly lacksFactsOf?: string;
  /** The architecture of the image of an index whose facts are missing. Absent: any that the command selects. */
  readonly lacksArchitecture?: string;
}

/** A place in a file. Lines and columns count from 1. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A problem with its place in a file. A problem of the whole command has no place. */
export interface Problem extends FieldProblem {
  readonly location?: Location;
}

/** Returns an error about one field. */
export function fieldError(path: FieldPath, message: string, details?: string): FieldProblem {
  return { severity: 'error', paths: [path], message, ...(details !== undefined && { details }) };
}

/** Returns a warning that taskpack assumed something about one field, because the input does not specify it. */
export function fieldWarning(path: FieldPath, message: string): FieldProblem {
  return { severity: 'warning', paths: [path], message };
}

/** Returns a note about one field. A note needs no action. */
export function fieldNote(path: FieldPath, message: string): FieldProblem {
  return { severity: 'note', paths: [path], message };
}

/** True if any problem is an error. */
export function hasErrors(problems: readonly { readonly severity: Severity }[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** Formats a path as kpack and Kubernetes do: `spec.env[0].name`. Keys with dots or slashes are in brackets. */
export function formatFieldPath(path: FieldPath): string {
  return path.map(formatSegment).join('').replace(/^\./, '');
}

function formatSegment(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`;
  return /^[A-Za-z0-9_-]+$/.test(segment) ? `.${segment}` : `[${segment}]`;
}

/** Formats a place as `file:line:column`, which editors and terminals show as a link. */
export function formatLocation({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** The most UTF-16 characters of the fields and the message of a problem. A file can have keys of a megabyte. */
const MAX_FIELDS_LENGTH = 300;
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_DETAILS_LENGTH = 500;

/** Formats a problem on one line: `file:line:column path: message (details)`. */
export function formatProblem(problem: Problem): string {
  const { location, paths, message, details } = problem;
  const place = location === undefined ? '' : `${formatLocation(location)} `;
  const fields = paths.map(formatFieldPath).filter((path) => path !== '');
  const subject = fields.length === 0 ? '' : `${boundedLine(fields.join(', '), MAX_FIELDS_LENGTH)}: `;
  // The details say what to do, so a long value in the message must not displace them.
  const end = details === undefined ? '' : ` (${boundedLine(details, MAX_DETAILS_LENGTH)})`;
  return `${oneLine(place)}${subject}${boundedLine(message, MAX_MESSAGE_LENGTH - end.length)}${end}`;
}
