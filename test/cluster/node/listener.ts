import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A program and its address. */
export interface Listener {
  readonly program: string;
  readonly address: string;
}

/** Returns the listening programs of a bed. All of them have the bed's folder in their command lines. */
export function listenersOf(folder: string): readonly Listener[] {
  const lines = execFileSync('ss', ['-Htlnp'], { encoding: 'utf8' }).split('\n');
  return lines
    .flatMap((line) => {
      const { address = '', pid = '' } = LINE.exec(line)?.groups ?? {};
      const [command = '', ...args] = pid === '' ? [] : commandLine(pid);
      const isOurs = [command, ...args].some((word) => word.includes(folder));
      return isOurs ? [{ program: command.slice(command.lastIndexOf('/') + 1), address }] : [];
    })
    .toSorted((one, other) => (one.program < other.program ? -1 : 1));
}

const LINE = /^LISTEN +\d+ +\d+ +(?<address>\S+) .*pid=(?<pid>\d+)/;

function commandLine(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // The process has just ended.
    return [];
  }
}
