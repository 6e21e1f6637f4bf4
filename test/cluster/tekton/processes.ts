import { readFileSync } from 'node:fs';
import path from 'node:path';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import { isJsonList, isJsonObject, type JsonObject } from '../../../src/core/model/json.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { ProcessSpec } from '../processes/leashed-process.ts';
import { TEKTON_NAMESPACE } from './configuration.ts';

interface Ports {
  readonly probes: number;
  readonly metrics: number;
  readonly profiling: number;
}

/** A process of Tekton. Its release's manifests are in the folder `config`. */
interface TektonProcess extends Ports {
  readonly kubeconfig: string;
  readonly config: string;
}

export function tektonWebhook(
  command: string,
  { port, ...process }: TektonProcess & { readonly port: number },
): Omit<ProcessSpec, 'log'> {
  return {
    name: 'tekton-webhook',
    command,
    // Otherwise the webhook keeps serving for 45 s after a stop.
    grace: '0s',
    args: [`-kubeconfig=${process.kubeconfig}`, '-disable-ha=true'],
    environment: { ...environment(containerIn(process.config, 'webhook.yaml'), process), WEBHOOK_PORT: `${port}` },
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
  { images, ...process }: TektonProcess & { readonly images: TektonImages },
): Omit<ProcessSpec, 'log'> {
  const container = containerIn(process.config, 'controller.yaml');
  return {
    name: 'tekton-controller',
    command,
    args: [
      `-kubeconfig=${process.kubeconfig}`,
      '-disable-ha=true',
      '-threads-per-controller=8',
      '-kube-api-qps=200',
      '-kube-api-burst=200',
      ...imageFlags(container, images),
    ],
    environment: environment(container, process),
  };
}

/** Returns the container of a Deployment in Tekton's release. */
function containerIn(config: string, file: string): JsonObject {
  const { documents } = parseYaml(readFileSync(path.join(config, file), 'utf8'), file);
  const deployment = documents.flatMap(({ value }) =>
    isJsonObject(value) && value['kind'] === 'Deployment' ? [value] : [],
  );
  const pod = objectAt(objectAt(objectAt(deployment[0] ?? {}, 'spec'), 'template'), 'spec');
  const [container] = objectsAt(pod, 'containers');
  if (container === undefined) throw new Error(`${file} has no Deployment with a container`);
  return container;
}

/** Returns the environment of the release's container, with the ports of the bed, and without the certificates of the image. */
function environment(container: JsonObject, { probes, metrics, profiling }: Ports): Readonly<Record<string, string>> {
  const released = objectsAt(container, 'env').flatMap((variable) => {
    const [name = '', value] = [textAt(variable, 'name'), textAt(variable, 'value')];
    return value === undefined || name.startsWith('SSL_CERT_') ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(released),
    // Without this, garbage collection took a fifth of the webhook's time.
    GOGC: '400',
    SYSTEM_NAMESPACE: TEKTON_NAMESPACE,
    CONFIG_TRACING_NAME: 'config-tracing',
    PROBES_PORT: `${probes}`,
    METRICS_PROMETHEUS_PORT: `${metrics}`,
    PROFILING_PORT: `${profiling}`,
  };
}

/** Returns the flags of the images that the release's controller has. Some versions require images that no TaskRun here needs. */
function imageFlags(container: JsonObject, images: TektonImages): readonly string[] {
  const { args = [] } = container;
  const flags = (isJsonList(args) ? args : []).filter((word) => typeof word === 'string');
  const known: Readonly<Record<string, string>> = {
    '-entrypoint-image': images.entrypoint,
    '-nop-image': images.nop,
    '-sidecarlogresults-image': images.sidecarLogResults,
    '-workingdirinit-image': images.workingDirInit,
    '-shell-image': images.shell,
    '-shell-image-win': images.shell,
  };
  return flags
    .filter((flag) => /^-.*-image(?:-win)?$/.test(flag))
    .map((flag) => `${flag}=${known[flag] ?? 'localhost/tekton/unused:1'}`);
}
