import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const SCRIPT = path.resolve(__dirname, '../../../scripts/check-language.mjs');

/** Sentences that a reader has to read twice, and what the project writes instead. */
const REWRITTEN: readonly (readonly [before: string, after: string])[] = [
  ["Tracks what it made to the Build's end.", 'Tracks the workload until the Build finishes.'],
  [
    'All that is wrong with them is said at once, and nothing runs then.',
    'The controller reports all invalid settings at once and exits.',
  ],
  [
    'What the first rule that wants something done says; else a report of progress until the first wants to look again.',
    "Returns the first rule's decision. If no rule decides, reports progress and requeues after the shortest requested delay.",
  ],
  [
    'Somebody deletes the workload: it may still end well, so it is waited for until it has gone.',
    'The workload is being deleted. It can still succeed, so wait until the API server has removed it.',
  ],
  [
    "Found by name, and ours only if the Build's uid is on it: an older Build of that name may have left one.",
    'Looks the workload up by name and checks its owner UID, because an older Build with the same name may have left one behind.',
  ],
  [
    'By no other clock can be told that it takes too long.',
    "Only this process's monotonic clock is reliable here: node and Tekton clocks can differ.",
  ],
  [
    'Sends a request once, follows redirects, and answers with whatever status there is.',
    'Sends one request, follows redirects and returns the response whatever its status.',
  ],
  ['Of equal ones as many are new as have not been shown.', 'For equal lines, prints only those not printed before.'],
  ['This is no UTF-8 text.', 'This is not valid UTF-8.'],
  ['Look at who may delete processes.', 'Check which users and controllers can delete Pods in the namespace.'],
  [
    'Whatever provides services to Builds brings the right to read them.',
    'A service provider grants the controller read access with a ClusterRole.',
  ],
  ['Its tables say for each kind what becomes of it.', 'The tables list what each kind is converted to.'],
  ['How long callers wait for a lookup.', 'The maximum time that callers wait for a lookup.'],
];

describe('check-language', () => {
  it('refuses each sentence that was rewritten', () => {
    const { status, output } = check(REWRITTEN.map(([before]) => before));
    expect(status).to.equal(1);
    for (const index of REWRITTEN.keys()) expect(output).to.match(new RegExp(`^-:${2 * index + 1} `, 'm'));
  });

  it('accepts what they were rewritten to', () => {
    expect(check(REWRITTEN.map(([, after]) => after))).to.deep.equal({ status: 0, output: '' });
  });

  it('names the line, the rule, the sentence and the mend', () => {
    const text = ['# Title', 'The Pod runs. Somebody deletes\nthe Pod.', `The Pod ${'waits and '.repeat(20)}runs.`];
    const { output } = check(text);
    expect(output).to.match(/^-:3 somebody: Somebody deletes the Pod\.\n {4}name the user, controller or program\n/);
    expect(output).to.match(/\n-:6 long sentence: The Pod waits .*\n {4}\d+ words: split the sentence\n2 findings\n$/);
  });

  it('reads neither code nor quoted words', () => {
    const text = ['Run `what is no more` and read "nobody".', '```\nWhat is said is said.\n```'];
    expect(check(text)).to.deep.equal({ status: 0, output: '' });
  });
});

function check(paragraphs: readonly string[]): { readonly status: number | null; readonly output: string } {
  const input = paragraphs.join('\n\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, '-'], { input, encoding: 'utf8' });
  expect(stderr).to.equal('');
  return { status, output: stdout };
}
