import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { check } from './suites.mjs';
import { stateOf, unlessPassed } from './unchanged.mjs';

/** `npm ci` removes this folder with the rest of node_modules. */
const CACHE = 'node_modules/.cache/taskpack';
/** The folder with the states in which suites passed. */
export const PASSED = join(ROOT, CACHE);

/** Returns the suite, which runs again after it has passed only if a file of the project has changed. */
export function unlessUnchanged(suite) {
  return unlessPassed(suite, { currentState: () => stateOf(ROOT), folder: PASSED });
}

/** Returns a suite for each check of the sources, which need no test: the slowest first. */
export function checks() {
  return [
    // oxlint also reports the compiler's errors. One run takes a third less time than two.
    withFewCollections(
      check('lint and types', ...tool('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings')),
    ),
    check('format', ...tool('oxfmt/bin/oxfmt', '--check')),
    check('language', 'scripts/check-language.mjs'),
    check('dead code', ...tool('knip/bin/knip.js', '--cache', '--cache-location', cached('knip'))),
  ];
}

/**
 * The compiler is a Go program that keeps nearly all that it allocates. With few garbage collections, the suite takes a fifth less
 * processor time, and 300 MB more memory.
 */
function withFewCollections(suite) {
  return { ...suite, run: (print) => suite.run(print, { GOGC: '800' }) };
}

function tool(script, ...args) {
  return [`node_modules/${script}`, ...args];
}

function cached(name) {
  return `${CACHE}/${name}`;
}
