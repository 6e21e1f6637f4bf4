import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './root.mjs';

/** Runs the waiter's own tests, which are Go's, printing what failed and what was skipped with its reason. */
export async function runWaiterTests() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const outputs = new Map();
  const count = (line) => {
    const { Action: action, Test: test, Output: output = '' } = eventOf(line);
    if (action === 'output') outputs.set(test, (outputs.get(test) ?? '') + output);
    if (test === undefined || !(action in COUNTED)) return;
    counts[COUNTED[action]] += 1;
    if (action !== 'pass') console.log(`${COUNTED[action]}: ${test}\n${outputs.get(test) ?? ''}`);
  };
  const problem = await goTest(count);
  if (problem !== undefined && counts.failed === 0) {
    console.log(`${problem}\n${outputs.get(undefined) ?? ''}`);
    counts.failed = 1;
  }
  console.log(`${counts.failed === 0 ? 'ok' : 'failed'}: waiter`);
  return counts;
}

const COUNTED = { pass: 'passed', fail: 'failed', skip: 'skipped' };

/** What does not come from a test, such as a compiler's complaint, is nobody's output. */
function eventOf(line) {
  try {
    return JSON.parse(line);
  } catch {
    return { Action: 'output', Output: `${line}\n` };
  }
}

/** Resolves to what went wrong. */
function goTest(onLine) {
  const child = spawn('go', ['test', '-count=1', '-json', './...'], {
    cwd: join(ROOT, 'fallback-entrypoint'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  return new Promise((resolve) => {
    child.on('error', () => resolve("the waiter's tests need Go: install Go 1.26 or newer and put it on the PATH"));
    child.on('close', (code) => resolve(code === 0 ? undefined : `go test ended with code ${code}`));
  });
}
