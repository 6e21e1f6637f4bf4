import { LEASE, CONTROLLER_NAMESPACE } from '../../src/core/model/installation-names.ts';
import type { KubernetesObject } from '../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../cluster/node/node-cluster.ts';
import { until } from '../cluster/processes/until.ts';
import { kubectl, kubectlOutput } from '../integration/crds/kubectl.ts';
import { buildCommand } from '../support/command.ts';
import { pushOwnImages } from '../support/own-images.ts';
import { holdsSettings, installedManifests, withSettings, type InstalledSettings } from './installed-manifests.ts';

/** taskpack in a cluster, installed as users install it. */
export interface InstalledController {
  /** Replaces the settings. Waits until a Pod that has read the new settings leads. */
  readonly configure: (settings: InstalledSettings) => Promise<void>;
  /** Returns the controller's Pods except those that are being deleted. */
  readonly pods: () => Promise<readonly KubernetesObject[]>;
  /** Returns the leader's identity: its Pod's name, `_` and a random suffix. */
  readonly leader: () => Promise<string | undefined>;
  /** Returns the logs of all the controller's processes. */
  readonly log: () => Promise<string>;
  /** Removes every installed object except the CRDs. Deleting a CRD would delete all Builds and builders. */
  readonly remove: () => Promise<void>;
}

/** Pushes this version's images to the cluster's registry, installs taskpack and waits until a Pod leads. */
export async function installController(
  cluster: NodeCluster,
  settings: InstalledSettings,
): Promise<InstalledController> {
  buildCommand();
  await pushOwnImages(cluster.registry);
  const manifests = installedManifests(cluster);
  const controller = controllerOf(cluster, manifests);
  try {
    await apply(cluster, manifests, settings);
    await newLeader(controller, []);
    return controller;
  } catch (cause) {
    const log = await controller.log();
    await controller.remove();
    throw new Error(`taskpack cannot be installed; its log: ${log}`, { cause });
  }
}

function controllerOf(cluster: NodeCluster, manifests: readonly KubernetesObject[]): InstalledController {
  const { pods, leader } = stateOf(cluster);
  return {
    pods,
    leader,
    configure: async (settings) => {
      const before = await pods();
      await apply(cluster, manifests.filter(holdsSettings), settings);
      await renew(cluster, before);
      await newLeader({ pods, leader }, before);
    },
    log: async () => {
      // A Pod that has not started has no log.
      const logs = (await pods()).map(async ({ metadata }) =>
        kubectl(cluster, ['logs', '--namespace', CONTROLLER_NAMESPACE, metadata.name]),
      );
      return (await Promise.all(logs)).map(({ stdout }) => stdout).join('');
    },
    remove: async () => {
      const others = manifests.filter(({ kind }) => kind !== 'CustomResourceDefinition');
      await kubectlOutput(cluster, ['delete', '--ignore-not-found', '-f', '-'], others);
    },
  };
}

async function apply(
  cluster: NodeCluster,
  manifests: readonly KubernetesObject[],
  settings: InstalledSettings,
): Promise<void> {
  const written = manifests.map((object) => withSettings(object, settings));
  await kubectlOutput(cluster, ['apply', '-f', '-'], written);
}

function stateOf({ client }: NodeCluster): Pick<InstalledController, 'pods' | 'leader'> {
  const lease = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: LEASE, namespace: CONTROLLER_NAMESPACE },
  };
  return {
    pods: async () => {
      const pods = await client.list('v1', 'Pod', CONTROLLER_NAMESPACE);
      return pods.filter(({ metadata }) => metadata['deletionTimestamp'] === undefined);
    },
    leader: async () => {
      const { spec } = ((await client.get(lease)) ?? {}) as { readonly spec?: { readonly holderIdentity?: string } };
      return spec?.holderIdentity === '' ? undefined : spec?.holderIdentity;
    },
  };
}

/**
 * Replaces all Pods at the same time. A rollout waits for each new Pod to be ready, which takes half a minute in all.
 */
async function renew(cluster: NodeCluster, pods: readonly KubernetesObject[]): Promise<void> {
  const names = pods.map(({ metadata }) => metadata.name);
  await kubectlOutput(cluster, ['delete', 'pods', '--namespace', CONTROLLER_NAMESPACE, '--ignore-not-found', ...names]);
}

/** Waits until a Pod leads that is not one of these Pods. */
async function newLeader(
  { pods, leader }: Pick<InstalledController, 'pods' | 'leader'>,
  those: readonly KubernetesObject[],
): Promise<void> {
  const old = new Set(those.map(({ metadata }) => metadata.name));
  const ask = async (): Promise<true | undefined> => {
    const [name] = (await leader())?.split('_') ?? [];
    const isThere = (await pods()).some(({ metadata }) => metadata.name === name && !old.has(metadata.name));
    return isThere ? true : undefined;
  };
  await until('the installed controller to lead', ask, { seconds: 120 });
}
