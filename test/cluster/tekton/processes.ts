import type { ProcessSpec } from '../processes/leashed-process.ts';
import { TEKTON_NAMESPACE } from './configuration.ts';

interface Ports {
  readonly probes: number;
  readonly metrics: number;
  readonly profiling: number;
}

function environment(ports: Ports): Readonly<Record<string, string>> {
  return {
    // Without this, garbage collection took a fifth of the webhook's time.
    GOGC: '400',
    SYSTEM_NAMESPACE: TEKTON_NAMESPACE,
    KUBERNETES_MIN_VERSION: 'v1.28.0',
    PROBES_PORT: `${ports.probes}`,
    METRICS_PROMETHEUS_PORT: `${ports.metrics}`,
    PROFILING_PORT: `${ports.profiling}`,
    CONFIG_DEFAULTS_NAME: 'config-defaults',
    CONFIG_LOGGING_NAME: 'config-logging',
    CONFIG_OBSERVABILITY_NAME: 'config-observability',
    CONFIG_FEATURE_FLAGS_NAME: 'feature-flags',
    CONFIG_SPIRE: 'config-spire',
    CONFIG_TRACING_NAME: 'config-tracing',
    METRICS_DOMAIN: 'tekton.dev/pipeline',
  };
}

export function tektonWebhook(
  command: string,
  kubeconfig: string,
  port: number,
  ports: Ports,
): Omit<ProcessSpec, 'log'> {
  return {
    name: 'tekton-webhook',
    command,
    // Otherwise the webhook keeps serving for 45 s after a stop.
    grace: '0s',
    args: [`-kubeconfig=${kubeconfig}`, '-disable-ha=true'],
    environment: {
      ...environment(ports),
      CONFIG_LEADERELECTION_NAME: 'config-leader-election-webhook',
      WEBHOOK_PORT: `${port}`,
      WEBHOOK_SERVICE_NAME: 'tekton-pipelines-webhook',
      WEBHOOK_SECRET_NAME: 'webhook-certs',
      WEBHOOK_ADMISSION_CONTROLLER_NAME: 'webhook.pipeline.tekton.dev',
    },
  };
}

/** The images of Tekton's own containers. Without a node, only their names matter. */
export interface TektonImages {
  readonly entrypoint: string;
  readonly nop: string;
  readonly sidecarLogResults: string;
  readonly workingDirInit: string;
  readonly shell: string;
}

export function tektonController(
  command: string,
  kubeconfig: string,
  images: TektonImages,
  ports: Ports,
): Omit<ProcessSpec, 'log'> {
  return {
    name: 'tekton-controller',
    command,
    args: [
      `-kubeconfig=${kubeconfig}`,
      '-disable-ha=true',
      '-threads-per-controller=8',
      '-kube-api-qps=200',
      '-kube-api-burst=200',
      `-entrypoint-image=${images.entrypoint}`,
      `-nop-image=${images.nop}`,
      `-sidecarlogresults-image=${images.sidecarLogResults}`,
      `-workingdirinit-image=${images.workingDirInit}`,
      `-shell-image=${images.shell}`,
      `-shell-image-win=${images.shell}`,
    ],
    environment: { ...environment(ports), CONFIG_LEADERELECTION_NAME: 'config-leader-election-controller' },
  };
}
