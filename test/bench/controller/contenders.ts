import path from 'node:path';
import { kpackController } from '../../cluster/kpack/controller.ts';
import type { ProcessSpec } from '../../cluster/processes/leashed-process.ts';
import { ROOT } from '../../support/command.ts';

/** Who makes Pods or TaskRuns of Builds, and how completion is to report to it. */
export interface Contender {
  readonly name: string;
  /** How its requests begin to say who sends them. */
  readonly userAgent: RegExp;
  readonly backend: 'native' | 'tekton';
  /** Whose kinds are installed. */
  readonly definitions: 'taskpack' | 'kpack';
  readonly command: (place: Place) => Omit<ProcessSpec, 'log'>;
}

export interface Place {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly metricsPort: number;
  /** Any image of the registry. */
  readonly image: string;
  readonly kpack: string;
}

function taskpack(backend: Contender['backend']): Contender {
  return {
    name: `taskpack, ${backend}`,
    userAgent: /^taskpack/,
    backend,
    definitions: 'taskpack',
    command: ({ kubeconfig, metricsPort, image }) => ({
      name: 'taskpack',
      command: process.execPath,
      args: [path.join(ROOT, 'dist/bundle/taskpack.mjs'), 'controller', '--kubeconfig', kubeconfig],
      environment: {
        BACKEND: backend,
        METRICS_PORT: `${metricsPort}`,
        STEPS_IMAGE: image,
        ENTRYPOINT_IMAGE: image,
      },
    }),
  };
}

/** Its client sends few requests a second, and so many times more by a setting of its own. */
function kpack(scalingFactor: number): Contender {
  return {
    name: scalingFactor === 1 ? 'kpack 0.17.1' : `kpack 0.17.1, SCALING_FACTOR=${scalingFactor}`,
    userAgent: /^(?:kpack-)?controller\//,
    backend: 'native',
    definitions: 'kpack',
    command: ({ folder, kubeconfig, image, kpack: command }) =>
      kpackController(command, {
        folder,
        kubeconfig,
        settings: {
          BUILD_INIT_IMAGE: image,
          BUILD_WAITER_IMAGE: image,
          REBASE_IMAGE: image,
          COMPLETION_IMAGE: image,
          SCALING_FACTOR: `${scalingFactor}`,
        },
      }),
  };
}

/** Side by side, each on an API server of its own. */
export const CONTENDERS: readonly Contender[] = [taskpack('native'), kpack(1), kpack(20), taskpack('tekton')];
