import path from 'node:path';
import { TEKTON } from '../../../src/core/model/program-versions.ts';
import type { ControlPlane } from '../control-plane/control-plane.ts';
import { moduleFolder } from '../programs/module-folder.ts';
import { groupOfTekton } from '../programs/program.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { TEKTON_NAMESPACE, tektonObjects } from './configuration.ts';
import { tektonController, tektonWebhook, type TektonImages } from './processes.ts';
import type { TektonVersion } from './version.ts';

export interface TektonPrograms {
  readonly 'tekton-webhook': string;
  readonly 'tekton-controller': string;
}

export interface Tekton {
  /** Sets feature flags in the ConfigMap. The controller observes them a moment later. */
  setFeatureFlags(flags: Readonly<Record<string, string>>): Promise<void>;
  /** Lets the controller export its spans to this URL, or no longer. */
  setTracing(url: string | undefined): Promise<void>;
}

export interface TektonOptions {
  readonly version?: TektonVersion;
  readonly images?: TektonImages;
  /** The feature flags that differ from those of the release. */
  readonly flags?: Readonly<Record<string, string>>;
}

const NO_IMAGES: TektonImages = {
  entrypoint: 'tekton/entrypoint',
  nop: 'tekton/nop',
  sidecarLogResults: 'tekton/sidecarlogresults',
  workingDirInit: 'tekton/workingdirinit',
  shell: 'tekton/shell',
};

/** Installs Tekton and runs its webhook and its controller as processes beside the control plane. */
export async function startTekton(
  controlPlane: ControlPlane,
  programs: TektonPrograms,
  { version = TEKTON.tested, images = NO_IMAGES, flags = {} }: TektonOptions = {},
): Promise<Tekton> {
  const { client, kubeconfig, run } = controlPlane;
  const [webhookPort = 0, ...ports] = await freePorts(7);
  const config = path.join(moduleFolder(groupOfTekton(version), 'github.com/tektoncd/pipeline'), 'config');
  for (const object of tektonObjects(config, { version, webhookPort, flags })) await client.apply(object);
  const webhook = run(
    tektonWebhook(programs['tekton-webhook'], {
      kubeconfig,
      config,
      port: webhookPort,
      ...threePorts(ports.slice(0, 3)),
    }),
  );
  const controller = run(
    tektonController(programs['tekton-controller'], { kubeconfig, config, images, ...threePorts(ports.slice(3)) }),
  );
  const died = [webhook.died, controller.died];
  await until('admission by Tekton', () => admitted(controlPlane), { died, seconds: 60 });
  return tektonIn(controlPlane);
}

/** Returns the Tekton that runs beside a control plane. */
export function tektonIn({ client }: Pick<ControlPlane, 'client'>): Tekton {
  const configure = async (name: string, data: Readonly<Record<string, string>>): Promise<void> => {
    const place = `/api/v1/namespaces/${TEKTON_NAMESPACE}/configmaps/${name}`;
    await client.send('PATCH', place, { data }, 'application/merge-patch+json');
  };
  return {
    setFeatureFlags: async (changed) => configure('feature-flags', changed),
    setTracing: async (endpoint) =>
      configure('config-tracing', endpoint === undefined ? { enabled: 'false' } : { enabled: 'true', endpoint }),
  };
}

function threePorts([probes = 0, metrics = 0, profiling = 0]: readonly number[]) {
  return { probes, metrics, profiling };
}

/** A dry run passes both webhooks once they are registered. A defaulted field shows that they were called. */
async function admitted({ client }: ControlPlane): Promise<true | undefined> {
  const spec = { taskSpec: { steps: [{ name: 'a', image: 'b', command: ['c'] }] } };
  const taskRun = {
    apiVersion: 'tekton.dev/v1',
    kind: 'TaskRun',
    metadata: { name: 'probe', namespace: 'default' },
    spec,
  };
  const answer = await client.send('POST', '/apis/tekton.dev/v1/namespaces/default/taskruns?dryRun=All', taskRun);
  return (answer as { readonly spec: { readonly timeout?: string } }).spec.timeout === undefined ? undefined : true;
}
