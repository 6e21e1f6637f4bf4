// npm run check: lint, format, types, dead code and language. Reports the structure, which has no limit.
import { availableParallelism } from 'node:os';
import { ensureDependencies } from './dependencies.mjs';
import { ROOT } from './root.mjs';
import { checks, unlessUnchanged } from './testing/checks.mjs';
import { report, runSuites } from './testing/suites.mjs';

ensureDependencies();
const results = await runSuites(checks().map(unlessUnchanged), { atOnce: availableParallelism() });
// Loads TypeScript, which is among the dependencies.
const { figuresText } = await import('./structure/figures.mjs');
report(results, [figuresText(ROOT)]);
