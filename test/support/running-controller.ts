import { controllerProcess } from './controller-process.ts';

/** `taskpack controller` as a separate process. */
export interface RunningController {
  /** Returns the log, which the controller writes to standard error. */
  readonly log: () => string;
  /** Sends SIGTERM and resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
  /** Waits until the controller leads. */
  readonly leads: (seconds?: number) => Promise<void>;
}

export interface ControllerOptions {
  readonly kubeconfig: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Starts the bundled command. */
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

/** Starts the controller and waits until it leads. */
export async function startController(
  kubeconfig: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<RunningController> {
  const controller = spawnController({ kubeconfig, settings, args });
  await controller.leads();
  return controller;
}
