import type { Discrepancy } from './observation.ts';

/** A fact on which both sides differ. Without a subject, matches facts about every subject. */
export type Change = Omit<Discrepancy, 'of'> & { readonly of?: string };

interface Difference {
  readonly why: string;
  /** Every scenario that names the difference shows all of these facts. */
  readonly changes: readonly Change[];
}

const EXIT = 'exit';
const FILE = 'file';
const THERE = 'there';

/** The record of a command that only one entrypoint runs. */
const RUNS = {
  tekton: { aspect: 'printed', tekton: 'ran\n', ours: '' },
  ours: { aspect: 'printed', tekton: '', ours: 'ran\n' },
} as const;

const MESSAGE = '../a/message';
const STARTED = '{"key":"StartedAt","value":"TIME","type":3}';
const SKIPPED = '{"key":"Reason","value":"Skipped","type":3}';
const TOO_LONG = '{"key":"Reason","value":"TimeoutExceeded","type":3}';

/** All intended differences from Tekton's entrypoint. */
export const DIFFERENCES = {
  skipped: {
    why: 'a command may end with 1, too; a skip can be told from that',
    changes: [{ aspect: EXIT, tekton: '1', ours: '121' }],
  },
  'skipped-at-once': {
    why: 'nobody has to wait for the other files when one will never come',
    changes: [{ aspect: 'noted', tekton: 'done.err is not there', ours: 'done.err is there' }],
  },
  'not-found': {
    why: 'the code is that of env(1), timeout(1) and shells',
    changes: [{ aspect: EXIT, tekton: '1', ours: '127' }],
  },
  'not-executable': {
    why: 'the code is that of env(1), timeout(1) and shells',
    changes: [{ aspect: EXIT, tekton: '1', ours: '126' }],
  },
  'death-by-signal': {
    why: 'the code is that of shells and container runtimes, and says which signal it was',
    changes: [{ aspect: EXIT, tekton: '255', ours: '143' }],
  },
  'too-long': {
    why: 'the code is that of timeout(1)',
    changes: [{ aspect: EXIT, tekton: '1', ours: '124' }],
  },
  'asked-first': {
    why: 'the command gets SIGTERM and some time before SIGKILL',
    changes: [{ aspect: FILE, of: 'tidied', tekton: '', ours: THERE }],
  },
  'none-left': {
    why: 'what has too little time is the whole group, as with any other signal',
    changes: [{ aspect: FILE, of: 'survived', tekton: THERE, ours: '' }],
  },
  'ended-while-it-waits': {
    why: "who waits for this phase is told, and as a container's first process it could not die of the signal",
    changes: [
      { aspect: EXIT, tekton: 'SIGTERM', ours: '143' },
      { aspect: FILE, of: 'done.err', tekton: '', ours: THERE },
      { aspect: 'says', tekton: 'nothing', ours: 'something' },
    ],
  },
  urgent: {
    why: "Go's scheduler sends SIGURG to its own process again and again; the command would get all of them",
    changes: [{ aspect: FILE, of: 'URG', tekton: THERE, ours: '' }],
  },
  'standard-input': {
    why: 'nobody is between the command and its streams; Tekton gives it /dev/null',
    changes: [{ aspect: 'printed', tekton: '', ours: 'typed in\n' }],
  },
  'repeated-wait-file': {
    why: 'what is given is waited for; with Tekton the last flag wins',
    changes: [{ aspect: 'noted', tekton: 'ran is there', ours: 'ran is not there' }],
  },
  'impossible-wait': {
    why: "the waiter's own failures have one code",
    changes: [{ aspect: EXIT, tekton: '1', ours: '125' }],
  },
  'wait-timeout': {
    why: 'Tekton has no such flag',
    changes: [
      { aspect: EXIT, tekton: '2', ours: '122' },
      { aspect: FILE, of: 'done.err', tekton: '', ours: THERE },
    ],
  },
  'wrong-flags': {
    why: "the waiter's own failures have one code, and who waits for this phase is told",
    changes: [
      { aspect: EXIT, tekton: '2', ours: '125' },
      { aspect: FILE, of: 'done.err', tekton: '', ours: THERE },
    ],
  },
  'negative-time': {
    why: "the waiter's own failures have one code",
    changes: [{ aspect: EXIT, tekton: '1', ours: '125' }],
  },
  'strict-values': {
    why: 'a value that the contract does not have is refused instead of guessed at',
    changes: [
      RUNS.tekton,
      { aspect: EXIT, tekton: '0', ours: '125' },
      { aspect: 'says', tekton: 'nothing', ours: 'something' },
      { aspect: FILE, of: 'done', tekton: THERE, ours: '' },
      { aspect: FILE, of: 'done.err', tekton: '', ours: THERE },
    ],
  },
  'command-after-dashes': {
    why: 'a line can be read as it will run; Tekton looks such commands up in TEKTON_PLATFORM_COMMANDS',
    changes: [
      RUNS.ours,
      { aspect: EXIT, tekton: '1', ours: '0' },
      { aspect: 'says', tekton: 'something', ours: 'nothing' },
      { aspect: FILE, of: 'done', tekton: '', ours: THERE },
    ],
  },
  'arguments-without-dashes': {
    why: 'nothing that is given is dropped silently',
    changes: [{ aspect: 'printed', tekton: '\n', ours: 'ran\n' }],
  },
  'found-in-the-directory': {
    why: "PATH means what it means to execvp(3); Go's library refuses what it finds in the working directory",
    changes: [
      RUNS.ours,
      { aspect: EXIT, tekton: '1', ours: '0' },
      { aspect: 'says', tekton: 'something', ours: 'nothing' },
      { aspect: FILE, of: 'done', tekton: '', ours: THERE },
      { aspect: FILE, of: 'done.err', tekton: THERE, ours: '' },
    ],
  },
  'results-in-arguments': {
    why: 'arguments are data: nothing in them is looked up, so that nothing is complained of',
    changes: [{ aspect: 'says', tekton: 'something', ours: 'nothing' }],
  },
  'mark-content': {
    why: 'the mark says when and how the command ended; Tekton keeps that in other files',
    changes: [{ aspect: 'printed', of: 'b', tekton: 'empty\n', ours: 'a line\n' }],
  },
  'unwritable-mark': {
    why: 'a phase whose end nobody would hear of is not begun',
    changes: [RUNS.tekton, { aspect: EXIT, tekton: '1', ours: '125' }],
  },
  'folder-of-the-mark': {
    why: 'its folder is a volume; to make it would hide that the volume is not mounted',
    changes: [
      RUNS.tekton,
      { aspect: EXIT, tekton: '0', ours: '125' },
      { aspect: 'says', tekton: 'nothing', ours: 'something' },
      { aspect: FILE, of: 'folder', tekton: THERE, ours: '' },
      { aspect: FILE, of: 'folder/done', tekton: THERE, ours: '' },
    ],
  },
  'no-message': {
    why: "the message is the command's; what Tekton says there is in the mark",
    changes: [{ aspect: 'content', of: MESSAGE, tekton: `[${STARTED}]`, ours: '(none)' }],
  },
  'message-kept': {
    why: "the message is the command's; what it has written stays",
    changes: [{ aspect: 'content', of: MESSAGE, tekton: `[${STARTED},${TOO_LONG}]`, ours: 'last words' }],
  },
  'message-is-a-sentence': {
    why: 'it is read by people',
    changes: [
      {
        aspect: 'content',
        of: MESSAGE,
        tekton: `[${STARTED},${SKIPPED}]`,
        ours: 'skipped: what it waited for has failed (x.err)',
      },
    ],
  },
} as const satisfies Readonly<Record<string, Difference>>;

export type DifferenceId = keyof typeof DIFFERENCES;
