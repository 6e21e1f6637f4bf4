import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from '../command.ts';

/** A row of test/README.md. */
export interface Promised {
  /** The heading or the first cell of a row of the page. The part after `: ` tells several promises of a heading apart. */
  readonly name: string;
  /** The test below `test/`, or the reason why there is none. */
  readonly test: PromisedTest | { readonly none: string };
}

export interface PromisedTest {
  readonly file: string;
  /** As in the source, with `…` for each `${…}`. */
  readonly title: string;
}

/** A heading of a page, and what its text holds. */
interface Section {
  readonly heading: string;
  readonly depth: number;
  /** The first cells of the rows of its tables. */
  readonly rows: readonly string[];
}

/** Returns the promises of each page, as `test/README.md` lists them. */
export function promisesOf(readme: string): ReadonlyMap<string, readonly Promised[]> {
  const [, ...sections] = readme.split(/^## \[/m);
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n');
      return [title.slice(0, title.indexOf(']')), lines.flatMap(promiseOf)];
    }),
  );
}

function promiseOf(line: string): readonly Promised[] {
  const [cell, proof] = cellsOf(line);
  const name = cell?.replace(/^§ /, '');
  if (name === undefined || proof === undefined || name === 'promise' || /^-+$/.test(name)) return [];
  const { file, title } = /^`(?<file>[^`]+)`: (?<title>.+)$/.exec(proof)?.groups ?? {};
  return [{ name, test: file === undefined || title === undefined ? { none: proof } : { file, title } }];
}

/** Returns the name of every promise that the table must have for a page: its headings, and the rows of its tables. */
export function wantedNames(page: string, promises: readonly Promised[]): readonly string[] {
  const names = new Set(promises.map(({ name }) => name));
  return sectionsOf(page).flatMap(({ heading, rows }) => {
    const all = eachRow(heading);
    return [heading, ...(rows.length > 0 && names.has(all) ? [all] : rows)];
  });
}

/** Returns the name that stands for all rows below a heading. */
function eachRow(heading: string): string {
  return `${heading}: each row`;
}

/** Returns the reasons why promises do not have the tests that the table names. */
export function faultsOf(page: string, pageName: string, promises: readonly Promised[]): readonly string[] {
  const sections = sectionsOf(page);
  return promises.flatMap(({ name, test }) => {
    const at = sections.findIndex(({ heading }) => heading === name || eachRow(heading) === name);
    if ('none' in test) {
      const next = sections[at + 1];
      if (test.none === 'its rows') return (sections[at]?.rows.length ?? 0) > 0 ? [] : [`${name}: there is no row`];
      if (test.none !== 'its sections') return [];
      return at >= 0 && next !== undefined && next.depth > (sections[at]?.depth ?? 0) ? [] : [`${name}: no section`];
    }
    if (!isTest(test)) return [`${name}: ${test.file} has no test "${test.title}"`];
    const isForEachRow = sections.some(({ heading }) => eachRow(heading) === name);
    return isForEachRow && !readsPage(test.file, pageName) ? [`${name}: ${test.file} does not read the page`] : [];
  });
}

function isTest({ file, title }: PromisedTest): boolean {
  const text = textOf(file);
  if (text === undefined) return false;
  if (file.endsWith('.go')) return text.includes(`\nfunc ${title}(t *testing.T) {`);
  if (file === 'golden/golden.test.ts') return textOf(`golden/${title}/input.yaml`) !== undefined;
  return titlesOf(file, text).has(title);
}

const TITLES = new Map<string, ReadonlySet<string>>();

/** The functions of mocha that skip tests. */
const SKIPPED = /^(?:(?:describe|context|suite|it|specify|test)\.skip|xdescribe|xcontext|xit|xspecify)$/;

/** Returns the texts of a test file, because tests side by side have their titles as keys of an object. */
function titlesOf(file: string, text: string): ReadonlySet<string> {
  const known = TITLES.get(file) ?? titlesIn(text);
  TITLES.set(file, known);
  return known;
}

/** Returns all texts of a source, except those of tests that are always skipped: such a test proves nothing. */
export function titlesIn(source: string): ReadonlySet<string> {
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && SKIPPED.test(node.expression.getText(file))) return;
    if (ts.isStringLiteralLike(node)) titles.add(node.text);
    if (ts.isTemplateExpression(node))
      titles.add([node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…'));
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile('a.test.ts', source, ts.ScriptTarget.Latest);
  visit(file);
  return titles;
}

/** True if the test, or a file that it imports, names the page. */
function readsPage(file: string, pageName: string): boolean {
  const text = textOf(file) ?? '';
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, name = '']) => path.join(path.dirname(file), name));
  return [text, ...imported.map((name) => textOf(name) ?? '')].some((each) => each.includes(pageName));
}

function textOf(file: string): string | undefined {
  const name = path.join(ROOT, 'test', file);
  return existsSync(name) ? readFileSync(name, 'utf8') : undefined;
}

function sectionsOf(page: string): readonly Section[] {
  const sections: { heading: string; depth: number; rows: string[] }[] = [];
  let isCode = false;
  const lines = page.split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('```')) isCode = !isCode;
    if (isCode) continue;
    const { marks, heading } = /^(?<marks>#+) (?<heading>.+)$/.exec(line)?.groups ?? {};
    if (marks !== undefined && heading !== undefined) sections.push({ heading, depth: marks.length, rows: [] });
    const isRow = line.startsWith('|') && !isRule(line) && !isRule(lines[at + 1] ?? '');
    if (isRow) sections.at(-1)?.rows.push(cellsOf(line)[0] ?? '');
  }
  return sections;
}

/** True for the line below the head of a table. */
function isRule(line: string): boolean {
  return /^\|[-| :]+$/.test(line);
}

/** Returns the cells of a row, without links. */
function cellsOf(line: string): readonly string[] {
  if (!line.startsWith('|')) return [];
  const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/);
  return cells.map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
  );
}
