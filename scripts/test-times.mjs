// npm run test:times: prints the times of the suites and files of the last command that ran tests, longest first.
import { existsSync } from 'node:fs';
import { readTimes, TABLE, timesReport } from './testing/times.mjs';

if (existsSync(TABLE)) console.log(timesReport(readTimes()).join('\n'));
else {
  console.error('no tests have run since the dependencies were installed: run npm test first');
  process.exitCode = 1;
}
