import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { ProcessSpec } from '../processes/leashed-process.ts';
import { KPACK_CONFIGURATION, KPACK_NAMESPACE } from './objects.ts';

interface Options {
  /** The controller's home directory, in which cloud credential helpers look for their files. */
  readonly folder: string;
  readonly kubeconfig: string;
  /** Additional environment variables. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Runs kpack's controller as a process beside a control plane. */
export function kpackController(command: string, { folder, kubeconfig, settings }: Options): Omit<ProcessSpec, 'log'> {
  const home = path.join(folder, 'kpack-home');
  mkdirSync(home, { recursive: true });
  const [logging, observability] = KPACK_CONFIGURATION.map(({ metadata }) => metadata.name);
  return {
    name: 'kpack-controller',
    command,
    args: ['-kubeconfig', kubeconfig],
    environment: {
      HOME: home,
      SYSTEM_NAMESPACE: KPACK_NAMESPACE.metadata.name,
      SYSTEM_SERVICE_ACCOUNT: 'controller',
      CONFIG_LOGGING_NAME: logging ?? '',
      CONFIG_OBSERVABILITY_NAME: observability ?? '',
      METRICS_DOMAIN: 'kpack.io',
      KUBERNETES_MIN_VERSION: '1.0.0',
      ...settings,
    },
  };
}
