import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '../root.mjs';
import { secondsOfEndedChildren } from './processor-seconds.cjs';

/** The processor seconds of all ended programs, up to the last one. */
let counted = 0;

/** The time that the streams of a program have to end after the program. */
const STREAMS_LIMIT_MS = 30_000;

/**
 * Runs Node in the project, with further environment variables, calls `onLine` for each line of its two streams, and resolves like
 * `runProgram`.
 */
export function runNode(args, onLine, variables = {}) {
  return runProgram(process.execPath, args, { env: { ...process.env, ...variables }, onLine });
}

/**
 * Runs a program, and calls `onLine` for each line of its two streams. Resolves to its exit code, and to the processor
 * seconds of the program and of its children. The code is 1 after a signal, if the program cannot be started, or if a process that it has
 * started keeps its streams open. If two programs end at the same time, one of them has the seconds of both. `onStart` gets the ID of the process, and
 * `onInput` the stream of its standard input, which is empty otherwise. `stop` is an AbortSignal that kills the program.
 */
export function runProgram(program, args, { cwd = ROOT, env = process.env, onStart, onLine, onInput, stop }) {
  const stdio = [onInput === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env, stdio, signal: stop, killSignal: 'SIGKILL' });
  onStart?.(child.pid);
  onInput?.(child.stdin);
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
  return new Promise((resolve) => {
    let timer;
    let processorSeconds = 0;
    const endWithError = () => {
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      resolve({ code: 1, processorSeconds });
    };
    child.on('error', (error) => {
      onLine(error.message);
      endWithError();
    });
    // Nothing else reports an abortion after the end of the program.
    stop?.addEventListener('abort', endWithError);
    child.on('exit', () => {
      processorSeconds = secondsOfLastChild();
      timer = setTimeout(() => {
        onLine(`${program} has ended, and a process that it has started keeps its output open`);
        endWithError();
      }, STREAMS_LIMIT_MS);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (signal !== null) onLine(`${program} was ended by ${signal}`);
      resolve({ code: code ?? 1, processorSeconds });
    });
  });
}

/** Returns a line for each process that a process has started, itself or through others: ID, parent, time since its start, and command. */
export function processesOf(pid) {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,etime=,args='], { encoding: 'utf8' });
  const all = stdout.split('\n').map((line) => ({ line, ids: line.trim().split(/\s+/, 2).map(Number) }));
  const startedBy = (parent) =>
    all.filter(({ ids }) => ids[1] === parent).flatMap(({ line, ids }) => [line, ...startedBy(ids[0])]);
  return startedBy(pid);
}

/** Returns the processor seconds of the children that have ended since the last call. */
function secondsOfLastChild() {
  const sum = secondsOfEndedChildren();
  const seconds = sum - counted;
  counted = sum;
  return seconds;
}
