import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** The checks do not read these folders of the project. A folder of the same name below `src` is read. */
const NOT_READ = new Set(['.git', 'node_modules', 'dist']);
/** npm lists the installed packages here, also those that differ from the lock file, as after `npm install --no-save`. */
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Returns a hash of the version of Node, of the installed packages, and of the path and content of every file of a project, or of some
 * files and folders of it.
 */
export function stateOf(root, places = ['']) {
  const hash = createHash('sha256').update(process.version);
  const installed = existsSync(join(root, INSTALLED)) ? [INSTALLED] : [];
  for (const path of [...installed, ...places.flatMap((place) => filesAt(root, place))]) {
    const content = contentOf(join(root, path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Returns the content of a file. For a link to a folder, or to nothing, it is the path in the link. */
function contentOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(path) : readlinkSync(path);
}

function filesAt(root, place) {
  return statSync(join(root, place)).isDirectory() ? filesBelow(root, place) : [place];
}

function filesBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_READ.has(path) ? [] : filesBelow(root, path);
    return (entry.isFile() || entry.isSymbolicLink()) && !NOT_READ.has(path) ? [path] : [];
  });
}

/**
 * Returns the suite, which does not run if it passed in the current state before, and then counts as unchanged, not as passed. The
 * files in `folder` hold the states. A run counts only if the state is the same at its end: a file that was edited meanwhile was perhaps
 * read after the edit.
 */
export function unlessPassed(suite, { currentState, folder }) {
  const record = join(folder, `${suite.name.replaceAll(' ', '-')}.passed`);
  return {
    ...suite,
    async run(print) {
      const state = currentState();
      if (existsSync(record) && readFileSync(record, 'utf8') === state) {
        return { passed: 0, failed: 0, skipped: 0, unchanged: 1 };
      }
      const counts = await suite.run(print);
      const isSteady = counts.failed === 0 && (counts.unsteady ?? []).length === 0;
      if (isSteady && currentState() === state) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(record, state);
      }
      return counts;
    },
  };
}
