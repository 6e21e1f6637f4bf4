import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** The checks do not read these folders of the project. A folder of the same name below `src` is read. */
const NOT_READ = new Set(['.git', 'node_modules', 'dist']);
/** npm lists the installed packages here, also those that differ from the lock file, as after `npm install --no-save`. */
const INSTALLED = 'node_modules/.package-lock.json';

/** Tests give other results with other values of these variables. */
const VARIABLES = ['NODE_OPTIONS', 'TASKPACK_SEED', 'TZ'];

/**
 * Returns a hash of the version and options of Node, of the seed, of the installed packages, and of the files of a project, or of
 * some of its files and folders. A file counts with its path, content and executable bits. Empty folders count, because tests list
 * folders.
 */
export function stateOf(root, places = [''], env = process.env) {
  const hash = createHash('sha256').update(process.version);
  hash.update(JSON.stringify(VARIABLES.map((name) => env[name] ?? null)));
  const installed = existsSync(join(root, INSTALLED)) ? [INSTALLED] : [];
  for (const path of [...installed, ...places.flatMap((place) => filesAt(root, place))]) {
    const stats = statSync(join(root, path), { throwIfNoEntry: false });
    const content = path.endsWith('/') ? '' : contentOf(join(root, path), stats);
    const mode = stats?.isFile() === true ? stats.mode & 0o111 : 0;
    hash.update(`\0${path}\0${mode}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Returns the content of a file. For a link to a folder, or to nothing, it is the path in the link. */
function contentOf(path, stats) {
  return stats?.isFile() === true ? readFileSync(path) : readlinkSync(path);
}

function filesAt(root, place) {
  return statSync(join(root, place)).isDirectory() ? filesBelow(root, place) : [place];
}

/** Returns the files below a folder, and its folders with a slash at the end. */
function filesBelow(root, folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_READ.has(path) ? [] : [`${path}/`, ...filesBelow(root, path)];
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
