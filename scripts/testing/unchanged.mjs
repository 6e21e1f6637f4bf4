import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** The checks do not read these. The lock file, which is part of the state, says what npm installs in node_modules. */
const NOT_READ = new Set(['.git', 'node_modules', 'dist']);

/** Returns a hash of the version of Node and of every file of a project: of its path and its content. */
export function stateOf(root) {
  const hash = createHash('sha256').update(process.version);
  for (const path of filesBelow(root, '')) {
    const content = readFileSync(join(root, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_READ.has(entry.name) ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** The same suite, which passes without a run if it passed in this state before. The files in `folder` hold the states. */
export function unlessPassed(suite, { state, folder }) {
  const record = join(folder, `${suite.name.replaceAll(' ', '-')}.passed`);
  return {
    ...suite,
    async run(print) {
      if (existsSync(record) && readFileSync(record, 'utf8') === state) {
        print(`${suite.name}: no file has changed since it passed`);
        return { passed: 1, failed: 0, skipped: 0 };
      }
      const counts = await suite.run(print);
      if (counts.failed === 0) writeFileSync(record, state);
      return counts;
    },
  };
}
