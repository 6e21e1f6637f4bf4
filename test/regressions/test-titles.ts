import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/command.ts';

/** The tests of some files, by file: their titles in full, or functions where a file is Go's. Nothing of them is run. */
export function testTitles(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const titles = new Map(files.filter(isOfGo).map((file) => [file, functionsIn(file)] as const));
  for (const [file, title] of mochaTitles(files.filter((one) => !isOfGo(one)))) {
    titles.set(file, new Set([...(titles.get(file) ?? []), title]));
  }
  return titles;
}

function isOfGo(file: string): boolean {
  return file.endsWith('_test.go');
}

function functionsIn(file: string): ReadonlySet<string> {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return new Set([...text.matchAll(/^func (?<name>Test\w+)\(/gm)].map(({ groups }) => groups?.['name'] ?? ''));
}

interface Report {
  /** What would be run: a test that is skipped is not among them. */
  readonly passes: readonly { readonly file: string; readonly fullTitle: string }[];
}

function mochaTitles(files: readonly string[]): readonly (readonly [file: string, title: string])[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-titles-'));
  try {
    const output = path.join(folder, 'report.json');
    const report = ['--reporter', 'json', '--reporter-option', `output=${output}`];
    execFileSync(process.execPath, ['node_modules/mocha/bin/mocha.js', '--dry-run', ...report, ...files], {
      cwd: ROOT,
      stdio: 'pipe',
    });
    const { passes } = JSON.parse(readFileSync(output, 'utf8')) as Report;
    return passes.map(({ file, fullTitle }) => [path.relative(ROOT, file), fullTitle]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
