import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import {
  CLOUDS,
  IDENTITY_ANNOTATIONS,
  startIdentityWebhooks,
  type Cloud,
} from '../../cluster/identity-webhooks/identity-webhooks.ts';
import { createFolderClaim } from '../../cluster/node/folder-claim.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { startPrivateRegistry } from '../../cluster/node/private-registry.ts';
import { ACCOUNT, basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { inNamespace } from '../../integration/cluster/apply.ts';
import { buildCommand } from '../../support/command.ts';
import { pushOwnImages, type OwnImages } from '../../support/own-images.ts';
import { pullSecret, serviceAccount } from '../whole-way/account.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { publishHostileBuilders, type HostileBuilders } from './hostile-builders.ts';

export const NAMESPACE = 'hostile';

/** The claim that holds the sources of the generated Task's runs. */
export const SOURCES_CLAIM = 'hostile-sources';

/** The Secret with the login, and the account that lists it. The account also has a cloud identity. */
export const LOGIN = 'login';
export const ACCOUNT_NAME = 'attacked';

/** The account of workloads that get its cloud identity. It lists no Secrets, because Tekton would give them to every step. */
export const IDENTIFIED_ACCOUNT = 'identified';

/** The content of another team's layer. */
export const FOREIGN_CONTENT = 'canary-of-another-team';

/** The servers, images and accounts of the hostile Builds. */
export interface HostileBed {
  readonly cluster: NodeCluster;
  /** The registry that only the login can read. */
  readonly registry: Registry;
  readonly own: OwnImages;
  readonly builders: HostileBuilders;
  /** An image of another repository. The Build's login can read it. */
  readonly foreign: { readonly reference: string; readonly diffId: string };
  /** The accounts and the Secret, as documents for `taskpack translate`. */
  readonly account: readonly KubernetesObject[];
  /** The folder behind the claim. */
  readonly sources: string;
  readonly stop: () => Promise<void>;
}

/** Starts the fixture in a new namespace. */
export async function startHostileBed(): Promise<HostileBed> {
  buildCommand();
  const cluster = await oneNodeCluster();
  const own = await pushOwnImages(cluster.registry);
  const builders = await publishHostileBuilders(cluster.registry);
  const registry = await startPrivateRegistry(cluster, 'hostile', 'basic');
  const account = [
    inNamespace(pullSecret(LOGIN, registry.address, ACCOUNT), NAMESPACE),
    withIdentity(serviceAccount(ACCOUNT_NAME, [LOGIN])),
    withIdentity(serviceAccount(IDENTIFIED_ACCOUNT, [])),
  ];
  const webhooks = await startIdentityWebhooks(cluster);
  await webhooks.createNamespace(Object.keys(CLOUDS) as readonly Cloud[], NAMESPACE);
  for (const object of account) await cluster.client.create(object);
  const sources = await createFolderClaim(cluster, { name: SOURCES_CLAIM, namespace: NAMESPACE });
  const foreign = await pushForeign(registry);
  const stop = async (): Promise<void> => {
    await webhooks.stop();
    await registry.stop();
  };
  return { cluster, registry, own, builders, foreign, account, sources, stop };
}

function withIdentity(account: KubernetesObject): KubernetesObject {
  const { metadata } = inNamespace(account, NAMESPACE);
  return { ...account, metadata: { ...metadata, annotations: IDENTITY_ANNOTATIONS } };
}

async function pushForeign(registry: Registry): Promise<HostileBed['foreign']> {
  const layer = makeLayer([{ path: '/private.txt', kind: 'file', content: FOREIGN_CONTENT }]);
  const image = makeImage({ config: PLATFORM, layers: [layer] });
  const repository = 'other-team/private';
  const target = { url: registry.url, repository, authorization: basicAuthorization() };
  const digest = await pushImage(image, target, 'latest');
  return { reference: `${registry.address}/${repository}@${digest}`, diffId: layer.diffId };
}
