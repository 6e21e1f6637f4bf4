// Finds sentences that a reader has to read twice, in comments, messages, test titles and docs: check-language.mjs [PATH…]
// With - it reads Markdown from standard input.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { findings } from './language/findings.mjs';
import { goTexts, markdownTexts } from './language/plain-texts.mjs';
import { ROOT } from './root.mjs';

/** Texts of other projects and tables of cases, which this check does not read. */
const NOT_PROSE =
  /^(?:LICENSE|tasks\/catalog-tasks\.json|test\/golden\/|test\/unit\/.*\/fixtures\/|scripts\/language\/rules|test\/unit\/scripts\/check-language)/;

const NOT_SOURCES = new Set(['node_modules', 'dist']);

const paths = process.argv.slice(2);
const missing = paths.filter((path) => path !== '-' && !existsSync(path));
if (missing.length > 0) {
  console.error(`error: no such file or directory: ${missing.join(', ')}`);
  process.exitCode = 2;
}
let count = 0;
if (paths[0] === '-') report('-', markdownTexts(readFileSync(0, 'utf8')));
else
  for (const path of missing.length > 0 ? [] : filesWithin(paths.length === 0 ? [ROOT] : paths))
    report(path, await textsOf(path));
if (count > 0) {
  console.log(`${count} findings`);
  process.exitCode = 1;
}

function report(path, texts) {
  for (const { line, rule, sentence, advice } of texts.flatMap(findings)) {
    count += 1;
    console.log(`${path}:${line} ${rule}: ${sentence}\n    ${advice}`);
  }
}

/** Returns the files at and below paths, without git: a source archive has no repository. */
function filesWithin(within) {
  return within.flatMap((path) => filesBelow(resolve(path))).filter((path) => !NOT_PROSE.test(path));
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [relative(ROOT, path)];
  const names = readdirSync(path).filter((name) => !name.startsWith('.') && !NOT_SOURCES.has(name));
  return names.flatMap((name) => filesBelow(join(path, name)));
}

async function textsOf(path) {
  const read = () => readFileSync(join(ROOT, path), 'utf8');
  if (path.endsWith('.md')) return markdownTexts(read());
  // TypeScript takes longer to load than a page takes to check.
  if (/\.[cm]?[jt]s$/.test(path))
    return (await import('./language/script-texts.mjs')).scriptTexts(read(), path, {
      isTest: path.startsWith('test/'),
    });
  return path.endsWith('.go') ? goTexts(read()) : [];
}
