import { warmController } from '../../controller/warm-nodes/warm-controller.ts';
import type { BuilderCaches } from '../../controller/builders/builder-kinds.ts';
import type { Controller } from '../../controller/kit/start-controller.ts';
import { WARM_NODES, WARM_PRIORITY_CLASS } from '../../core/model/installation-names.ts';
import { SYSTEM_CLOCK } from '../../core/runtime/clock.ts';
import type { OpenCluster } from '../cluster.ts';
import { installationNamespace, type ControllerProcess } from './controller-process.ts';
import type { ControllersContext } from './controllers-context.ts';

/** The part of a process that decides if it has the DaemonSet. */
interface WarmProcess {
  readonly flags: Pick<ControllerProcess['flags'], 'namespace'>;
  readonly settings: Pick<ControllerProcess['settings'], 'warmNodes' | 'leaseNamespace'>;
  readonly telemetry: { readonly log: Pick<ControllerProcess['telemetry']['log'], 'warn'> };
}

/**
 * Returns the namespace of the DaemonSet that pulls images, which is the controller's own. A controller of one namespace has no such
 * DaemonSet, and warns if the setting asks for one.
 */
export function warmNodesNamespace(
  controller: WarmProcess,
  cluster: Pick<OpenCluster, 'namespace'>,
): string | undefined {
  const { flags, settings, telemetry } = controller;
  if (flags.namespace === undefined) return installationNamespace(controller, cluster);
  if (settings.warmNodes !== undefined) telemetry.log.warn('WARM_NODES has no effect with --namespace');
  return undefined;
}

/** Returns the controller of the DaemonSet that pulls images. */
export function warmNodes(
  { process: { settings, telemetry }, client, warmNodesNamespace: namespace }: ControllersContext,
  { clusterBuilders }: BuilderCaches,
): readonly Controller[] {
  if (namespace === undefined) return [];
  const objects = {
    daemonSet: { namespace, name: WARM_NODES },
    serviceAccount: WARM_NODES,
    priorityClass: WARM_PRIORITY_CLASS,
  };
  return [
    warmController({
      clusterBuilders,
      client,
      clock: SYSTEM_CLOCK,
      objects,
      settings,
      onWritten: ({ images, omitted }) =>
        telemetry.log.info('the nodes pull the images of Builds', { images: images.length, omitted }),
    }),
  ];
}
