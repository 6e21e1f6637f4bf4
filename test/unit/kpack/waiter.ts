import type { RawContainer } from './raw-pod.ts';

/** The condition on which a waiter starts its command, and the file that it creates afterwards. */
export interface Waiting {
  /** The container that must finish first, or `gate`. */
  readonly after: string;
  /** The container whose end the created file signals. */
  readonly leaves: string;
}

interface Unwrapped {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly waiting: Waiting;
}

const GATE_FILE = '/downward/sidecars-ready';

/** Returns the command that a waiter of kpack or taskpack runs. */
export function unwrapped(container: RawContainer): Unwrapped {
  const [waiter] = container.command ?? [];
  return waiter === '/buildWait/build-waiter' ? ofKpack(container) : ofTaskpack(container);
}

/** kpack's waiter splits its option `-execute` at each space (kpack, cmd/build-waiter). */
function ofKpack({ name, args = [] }: RawContainer): Unwrapped {
  const [command = '', ...rest] = option(args, '-execute', name).split(' ');
  const file = option(args, '-wait-file', name);
  return {
    command: [command],
    args: rest,
    waiting: {
      after: file === GATE_FILE ? 'gate' : within(file, /^\/buildWait\/([a-z]+)$/),
      leaves: within(option(args, '-done-file', name), /^\/buildWait\/([a-z]+)$/),
    },
  };
}

function ofTaskpack({ name, args = [] }: RawContainer): Unwrapped {
  const dashes = args.indexOf('--');
  const own = args.slice(0, dashes);
  return {
    command: [option(own, '--entrypoint', name)],
    args: args.slice(dashes + 1),
    waiting: {
      after: within(option(own, '--wait_file', name), /^\/buildWait\/([a-z]+)\/done$/),
      leaves: within(option(own, '--post_file', name), /^\/buildWait\/([a-z]+)\/done$/),
    },
  };
}

function option(args: readonly string[], name: string, container: string): string {
  const found = args.filter((arg) => arg.startsWith(`${name}=`));
  if (found.length !== 1) throw new Error(`${container} has not one ${name}, but: ${JSON.stringify(args)}`);
  return (found[0] ?? '').slice(name.length + 1);
}

function within(file: string, pattern: RegExp): string {
  const [, name] = pattern.exec(file) ?? [];
  if (name === undefined) throw new Error(`a waiter's file is ${file}`);
  return name;
}
