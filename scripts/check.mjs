// npm run check: lint, format, types, dead code and language.
import { availableParallelism } from 'node:os';
import { ensureDependencies } from './dependencies.mjs';
import { checks, unlessUnchanged } from './testing/checks.mjs';
import { report, runSuites } from './testing/suites.mjs';

ensureDependencies();
report(await runSuites(checks().map(unlessUnchanged), { atOnce: availableParallelism() }));
