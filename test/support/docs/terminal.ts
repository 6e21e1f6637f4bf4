import { execFileSync } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { until } from '../../cluster/processes/until.ts';

/** Keys that a reader presses on a terminal: a line after a prompt, or Ctrl-C after a line. */
export interface Typed {
  readonly after: string;
  readonly keys: string;
}

/** The prompt of a shell in a container, which names the directory, or the question of `taskpack debug`. */
const PROMPT = /^(?<after>\/\S* [$#] |continue, fail, shell or leave\? )(?<line>.+)$/;
const CTRL_C = { shown: '^C', key: '\u0003' };
/** Escape sequences that move the cursor, or ask for its place. */
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B\[[\d;?]*[A-Za-z]/g;

/** Returns what a reader types in an output that a page shows: the text after prompts, and `^C` alone on a line. */
export function typedIn(shown: readonly string[]): readonly Typed[] {
  return shown.flatMap((line, index) => {
    if (line === CTRL_C.shown) return [{ after: (shown[index - 1] ?? '').split('…')[0] ?? '', keys: CTRL_C.key }];
    const { after, line: typed } = PROMPT.exec(line)?.groups ?? {};
    return after === undefined || typed === undefined ? [] : [{ after, keys: `${typed}\n` }];
  });
}

/** Returns the text that a terminal shows. */
export function shownOnTerminal(output: string): string {
  const lines = output.replaceAll(ESCAPES, '').split(/\r*\n/);
  // A shell writes its prompt again when it reads the first key, and a line again after a carriage return.
  const texts = lines.map((line) => (line.split('\r').at(-1) ?? '').replace(/^(\/\S* [$#] )\1+/, '$1'));
  return texts.join('\n');
}

/** Types on a terminal whose standard input is a new pipe at `input`, and whose output is the file `output`. */
export async function typeOnTerminal(
  { input, output }: { readonly input: string; readonly output: string },
  typed: readonly Typed[],
  meanwhile: (output: string) => Promise<void>,
): Promise<undefined> {
  const keyboard = createWriteStream(input);
  try {
    await type(keyboard, output, typed, meanwhile);
  } finally {
    // The command reads the end of its input, so that it ends.
    keyboard.end();
  }
  return undefined;
}

async function type(
  keyboard: NodeJS.WritableStream,
  output: string,
  typed: readonly Typed[],
  meanwhile: (output: string) => Promise<void>,
): Promise<void> {
  let seen = 0;
  for (const { after, keys } of typed) {
    const end = await until(
      `the terminal to show ${after}`,
      async () => {
        const at = shownOnTerminal(readFileSync(output, 'utf8')).indexOf(after, seen);
        return at < 0 ? undefined : at + after.length;
      },
      { seconds: 40 },
    );
    seen = end;
    if (keys === CTRL_C.key) await meanwhile(shownOnTerminal(readFileSync(output, 'utf8')));
    keyboard.write(keys);
  }
}

export function makePipe(path: string): void {
  execFileSync('mkfifo', [path]);
}
