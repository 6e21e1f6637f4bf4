import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readFile, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { lookup } from '../core/api/reading/lookup.ts';
import type { SourceDocument } from '../core/model/document.ts';
import { fieldError, fieldNote, fieldWarning, hasErrors, type Problem } from '../core/model/problem.ts';
import { parseYaml } from '../core/yaml/parse-yaml.ts';
import { mayHoldObject, withoutForeignDocuments } from './foreign-documents.ts';
import { quotedTemplate } from './quoted-templates.ts';
import { systemMessage } from './terminal.ts';

export interface Documents {
  readonly documents: readonly SourceDocument[];
  /** All problems. */
  readonly problems: readonly Problem[];
  /**
   * The errors of files that cannot be read or parsed, if they may belong to other programs, such as the templates of a
   * Helm chart. A command can ignore these files if its result does not depend on them.
   */
  readonly leftOut?: readonly Problem[];
}

/**
 * Reads the documents of all files that the paths of a command line select, and collects the problems. If `recursive`,
 * the files may be those of a whole repository: leaves out documents that are not Kubernetes objects, and lets the
 * caller leave out unreadable files.
 */
export async function readDocuments(paths: readonly string[], recursive: boolean, stdin: Readable): Promise<Documents> {
  const { inputs, problems } = await listInputs(paths, recursive);
  const read: ReadInput[] = [];
  // One by one, because a process can open only a limited number of files.
  for (const input of inputs) read.push(await documentsOf(input, stdin));
  const documents = read.flatMap((each) => each.documents);
  const foreign = recursive ? read.filter(({ isForeign }) => isForeign) : [];
  const names = foreign.map(({ input }) => inputName(input));
  const own = recursive ? withoutForeignDocuments(documents, names) : { documents, problems: [] };
  const unread = read.filter((each) => !foreign.includes(each)).flatMap((each) => each.problems);
  return {
    documents: own.documents,
    problems: [
      ...problems,
      ...unread,
      ...own.problems,
      ...(recursive || hasErrors(problems) ? [] : withoutObjects(read)),
    ],
    ...(recursive && { leftOut: unread }),
  };
}

/** Notes the inputs without objects, because a program that fails often leaves an empty file. */
function withoutObjects(read: readonly ReadInput[]): readonly Problem[] {
  return read
    .filter(({ documents, problems }) => problems.length === 0 && documents.every(isEmptyList))
    .map(({ input }) => fieldNote([], `${inputName(input)}: no object is in this input`));
}

function isEmptyList({ value }: SourceDocument): boolean {
  const items = lookup(value, ['items']);
  return Array.isArray(items) && items.length === 0;
}

interface ReadInput extends Documents {
  readonly input: Input;
  /** True if the input cannot be parsed, but no object of taskpack is in it. */
  readonly isForeign: boolean;
}

async function documentsOf(input: Input, stdin: Readable): Promise<ReadInput> {
  const reading = await readText(input, stdin);
  if (reading.kind === 'text') {
    const parsed = parseYaml(reading.text, inputName(input));
    const templates = parsed.documents.flatMap(quotedTemplate);
    if (templates.length > 0) return { input, documents: [], problems: templates, isForeign: false };
    return { input, ...parsed, isForeign: parsed.problems.length > 0 && !mayHoldObject(reading.text) };
  }
  const problem = fieldError([], `${inputName(input)}: ${reading.message}`);
  return { input, documents: [], problems: [problem], isForeign: false };
}

/** A source of documents. */
export type Input = { readonly kind: 'stdin' } | { readonly kind: 'file'; readonly path: string };

/** The inputs found, and a problem for each path without input. */
export interface InputList {
  readonly inputs: readonly Input[];
  readonly problems: readonly Problem[];
}

/** Returns the name of an input in problems. */
export function inputName(input: Input): string {
  return input.kind === 'stdin' ? '<stdin>' : input.path;
}

/** Lists the inputs of command-line paths, in the order of the paths. */
export async function listInputs(paths: readonly string[], recursive: boolean): Promise<InputList> {
  const lists = await Promise.all(paths.map((path) => inputsAt(path, recursive)));
  const isStdinTwice = paths.filter((path) => path === '-').length > 1;
  const { inputs, problems } = readOnce(lists.flatMap((list) => list.inputs));
  return {
    inputs,
    problems: [
      ...(isStdinTwice ? [fieldError([], '-f -: standard input can be read only once. Remove the second -f -')] : []),
      ...problems,
      ...lists.flatMap((list) => list.problems),
    ],
  };
}

/** Leaves out the files that are given again, with a warning: their objects would be in the input twice. */
function readOnce(inputs: readonly Input[]): InputList {
  const seen = new Set<string>();
  const again = new Set<Input>();
  for (const input of inputs) {
    if (input.kind === 'stdin') continue;
    const file = resolve(input.path);
    if (seen.has(file)) again.add(input);
    seen.add(file);
  }
  return {
    inputs: inputs.filter((input) => !again.has(input)),
    problems: [...again].map((input) =>
      fieldWarning([], `${inputName(input)} is given more than once with -f, and is read once. Remove the other -f`),
    ),
  };
}

/** A shell variable without a value gives an empty name. */
const EMPTY_NAME = '-f "": the name is empty. Write a file or directory, or - for standard input';

async function inputsAt(path: string, recursive: boolean): Promise<InputList> {
  if (path === '-') return { inputs: [{ kind: 'stdin' }], problems: [] };
  if (path === '') return { inputs: [], problems: [fieldError([], EMPTY_NAME)] };
  try {
    const isDirectory = (await stat(path)).isDirectory();
    return isDirectory ? await inputsIn(path, recursive) : { inputs: [{ kind: 'file', path }], problems: [] };
  } catch (error) {
    return { inputs: [], problems: [fieldError([], `${path}: ${systemMessage(error)}${hintFor(path)}`)] };
  }
}

/** Returns the advice for a path that is not a file because -f of kubectl takes lists and URLs. */
function hintFor(path: string): string {
  if (/^https?:\/\//.test(path)) return '. To read a URL, write: curl -fsSL URL | taskpack … -f -';
  const paths = path.split(',').filter((each) => each !== '');
  return paths.length > 1 ? `. To read several files, repeat -f: ${paths.map((each) => `-f ${each}`).join(' ')}` : '';
}

async function inputsIn(path: string, recursive: boolean): Promise<InputList> {
  const list = await listDirectory(path, recursive);
  if (list.inputs.length > 0 || list.problems.length > 0) return list;
  const place = recursive
    ? 'in this directory or its subdirectories'
    : 'in this directory. Add -R to read subdirectories';
  return { inputs: [], problems: [fieldError([], `${path}: no *.yaml, *.yml or *.json file ${place}`)] };
}

/** Lists the YAML and JSON files of a directory, sorted by name as in kubectl. Does not follow links to directories, which could be cyclic. */
async function listDirectory(directory: string, recursive: boolean): Promise<InputList> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const lists = await Promise.all(sorted.map((entry) => inputsOf(entry, directory, recursive)));
    return { inputs: lists.flatMap((list) => list.inputs), problems: lists.flatMap((list) => list.problems) };
  } catch (error) {
    return { inputs: [], problems: [fieldError([], `${directory}: ${systemMessage(error)}`)] };
  }
}

async function inputsOf(entry: Dirent, directory: string, recursive: boolean): Promise<InputList> {
  const path = join(directory, entry.name);
  if (entry.isDirectory()) return recursive ? listDirectory(path, recursive) : { inputs: [], problems: [] };
  if (!/\.(?:ya?ml|json)$/.test(entry.name)) return { inputs: [], problems: [] };
  const target = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
  // Reading a named pipe would wait for a program that writes to it.
  if (target?.isFIFO() === true) {
    const problem = recursive
      ? fieldWarning([], `-R: skipped ${path}, which is a named pipe`)
      : fieldError([], `${path}: is a named pipe. Remove it`);
    return { inputs: [], problems: [problem] };
  }
  return { inputs: [{ kind: 'file', path }], problems: [] };
}

/** Windows PowerShell 5 writes UTF-16 with `>`, and a byte order mark. */
const UTF16 = 'not valid UTF-8 text, but UTF-16. Save the file as UTF-8';

export type TextReading =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failure'; readonly message: string };

/** Reads the whole text of an input. */
export async function readText(input: Input, stdin: Readable): Promise<TextReading> {
  try {
    const bytes = input.kind === 'stdin' ? await buffer(stdin) : await readFile(input.path);
    if (bytes.length > 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE())) return { kind: 'failure', message: UTF16 };
    if (bytes.includes(0) || !isUtf8(bytes)) return { kind: 'failure', message: 'not valid UTF-8 text' };
    return { kind: 'text', text: bytes.toString() };
  } catch (error) {
    return { kind: 'failure', message: systemMessage(error) };
  }
}
