import { controllerProcess } from './controller-process.ts';

/** `taskpack controller` as a process of its own. */
export interface RunningController {
  /** What it has written to standard error, which is its log. */
  readonly log: () => string;
  /** Asks it to end, and gives its exit code. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Waits until it works. */
  readonly leads: (seconds?: number) => Promise<void>;
}

export interface ControllerOptions {
  readonly kubeconfig: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Starts the command as it is shipped. */
export function spawnController({ kubeconfig, settings, args }: ControllerOptions): RunningController {
  const { errors, says, kill, ended } = controllerProcess(kubeconfig, settings, args);
  return {
    log: errors,
    leads: async (seconds = 60) => void (await says('leading', seconds)),
    stop: async () => {
      kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts it and waits until it works. */
export async function startController(
  kubeconfig: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningController> {
  const controller = spawnController({ kubeconfig, settings });
  await controller.leads();
  return controller;
}
