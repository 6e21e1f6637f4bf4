import { readdirSync, readFileSync } from 'node:fs';

/** The resources that a process has used. */
export interface ProcessFigures {
  /** CPU seconds of all threads. */
  readonly cpu: number;
  /** Current and maximum memory in MB. */
  readonly resident: number;
  readonly peak: number;
}

/** USER_HZ, the unit of process times in Linux (proc_pid_stat(5)). */
const TICKS_PER_SECOND = 100;

/** Reads /proc. */
export function figuresOf(pid: number): ProcessFigures {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    resident: megabytes('VmRSS'),
    peak: megabytes('VmHWM'),
  };
}

/** Returns the process with this program and an argument that contains the folder. */
export function processOf(program: string, folder: string): number {
  const found = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && isProcess(entry, program, folder));
  return Number(found.at(-1));
}

function isProcess(pid: string, program: string, folder: string): boolean {
  const [command = '', ...args] = commandLine(pid);
  return command.endsWith(program) && args.some((argument) => argument.includes(folder));
}

function commandLine(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // The process has ended in the meantime.
    return [];
  }
}
