import { join } from 'node:path';
import { ROOT } from '../root.mjs';
import { runProgram } from './processes.mjs';

/**
 * A suite that runs the Go tests of a folder. Without `--all`, the tests repeat races and random input less often. The suite prints the
 * output of each test that fails or is skipped.
 */
export function goTests(name, folder) {
  return {
    name,
    async run(print) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      const outputs = new Map();
      const onLine = (line) => {
        const { Action: action, Test: test, Output: output = '' } = eventOf(line);
        if (action === 'output') outputs.set(test, (outputs.get(test) ?? '') + output);
        if (test === undefined || !(action in COUNTED)) return;
        counts[COUNTED[action]] += 1;
        if (action !== 'pass') print(`${COUNTED[action]}: ${test}\n${outputs.get(test) ?? ''}`);
      };
      const limits = process.env.TASKPACK_TESTS === 'all' ? ['-timeout=30m'] : ['-timeout=10m', '-short'];
      const { code, processorSeconds } = await runProgram('go', ['test', '-count=1', ...limits, '-json', './...'], {
        cwd: join(ROOT, folder),
        onLine,
      });
      if (code !== 0 && counts.failed === 0) {
        print(`go test ended with code ${code}\n${outputs.get(undefined) ?? ''}`);
        counts.failed = 1;
      }
      return { ...counts, processorSeconds };
    },
  };
}

const COUNTED = { pass: 'passed', fail: 'failed', skip: 'skipped' };

/** Parses an event of `go test -json`. The compiler prints plain lines, which become output of no test. */
function eventOf(line) {
  try {
    return JSON.parse(line);
  } catch {
    return { Action: 'output', Output: `${line}\n` };
  }
}
