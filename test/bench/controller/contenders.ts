import path from 'node:path';
import { kpackController } from '../../cluster/kpack/controller.ts';
import type { ProcessSpec } from '../../cluster/processes/leashed-process.ts';
import { PROGRAMS } from '../../cluster/programs/program.ts';
import { ROOT } from '../../support/command.ts';

/** A controller under test, and the form of completion's report for it. */
export interface Contender {
  readonly name: string;
  /** The beginning of the user agent of its requests. */
  readonly userAgent: RegExp;
  readonly backend: 'native' | 'tekton';
  /** The project whose definitions are installed. */
  readonly definitions: 'taskpack' | 'kpack';
  readonly command: (place: Place) => Omit<ProcessSpec, 'log'>;
}

export interface Place {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly metricsPort: number;
  /** An image in the registry. */
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
      args: [path.join(ROOT, 'dist/bundle/taskpack.cjs'), 'controller', '--kubeconfig', kubeconfig],
      environment: {
        // The benchmark's registry listens on loopback.
        ALLOWED_ADDRESSES: '127.0.0.1',
        BACKEND: backend,
        METRICS_PORT: `${metricsPort}`,
        STEPS_IMAGE: image,
        ENTRYPOINT_IMAGE: image,
      },
    }),
  };
}

const KPACK = `kpack ${PROGRAMS['kpack-controller'].version.slice(1)}`;

/** Its client limits requests a second. SCALING_FACTOR multiplies the limit. */
function kpack(scalingFactor: number): Contender {
  return {
    name: scalingFactor === 1 ? KPACK : `${KPACK}, SCALING_FACTOR=${scalingFactor}`,
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

/** All contenders, each with its own API server. */
export const CONTENDERS: readonly Contender[] = [taskpack('native'), kpack(1), kpack(20), taskpack('tekton')];
