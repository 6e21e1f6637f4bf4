import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../cluster/processes/until.ts';

/** The environment of a scenario. */
export interface Scene {
  readonly folder: string;
  /** Sends a signal to the entrypoint of a phase. */
  readonly signal: (phase: string, signal: NodeJS.Signals) => void;
  /** Records a fact for the comparison. */
  readonly note: (line: string) => void;
}

export type Step = (scene: Scene) => Promise<void>;

/** Longer than Tekton's polling interval, so that a waiting entrypoint has polled. */
const A_LOOK = 1500;

export function pause(milliseconds = A_LOOK): Step {
  return async () => {
    await sleep(milliseconds);
  };
}

/** Appends to a file. Creates the file if it does not exist. */
export function write(file: string, text = ''): Step {
  return async ({ folder }) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    appendFileSync(target, text);
  };
}

export function untilThere(file: string): Step {
  return async ({ folder }) => {
    await until(file, async () => existsSync(path.join(folder, file)) || undefined, { every: 20 });
  };
}

/** Records whether a file exists now. */
export function noteOf(file: string): Step {
  return async ({ folder, note }) => note(`${file} is ${existsSync(path.join(folder, file)) ? 'there' : 'not there'}`);
}

export function signal(phase: string, name: NodeJS.Signals): Step {
  return async (scene) => scene.signal(phase, name);
}

/** Sends a signal until a file shows that the signal arrived, because Tekton's entrypoint can lose one of two simultaneous signals. */
export function signalUntil(phase: string, name: NodeJS.Signals, file: string): Step {
  return async (scene) => {
    const isThere = (): boolean => existsSync(path.join(scene.folder, file));
    for (let sent = 0; sent < 3 && !isThere(); sent += 1) {
      scene.signal(phase, name);
      for (let looks = 0; looks < 100 && !isThere(); looks += 1) await sleep(20);
    }
    if (!isThere()) throw new Error(`${name} has not come: there is no file ${file}`);
  };
}
