import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer, type GitServer } from '../../cluster/sources/git-server.ts';
import { buildCommand } from '../../support/command.ts';
import { publishedObjects, standInImages, type Replacements } from './published-tasks.ts';

/** A node, a git server, and stand-ins for the images that the published files name. */
export interface PublishedBed {
  readonly cluster: NodeCluster;
  readonly repositories: Repositories;
  readonly git: GitServer;
  readonly ours: Replacements;
  /** Creates a published Task in a namespace, with another name if `name` is given. */
  readonly createTask: (task: string, namespace: string, name?: string) => Promise<void>;
}

/** Starts the fixture for the calling suite. The fixture does not exist before the first test. */
export function publishedBed(): () => PublishedBed {
  let bed: PublishedBed | undefined;

  before('starts the node', async function () {
    // The first run builds the programs of the cluster, the images and their base image.
    this.timeout(1_800_000);
    buildCommand();
    const cluster = await oneNodeCluster();
    const ours = await standInImages(cluster);
    const repositories = makeRepositories();
    const git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
    const createTask = async (task: string, namespace: string, name = task): Promise<void> => {
      for (const object of publishedObjects(`${task}/${task}.yaml`, namespace, ours)) {
        const named: KubernetesObject = { ...object, metadata: { ...object.metadata, name } };
        await cluster.client.create(named);
      }
    };
    bed = { cluster, repositories, git, ours, createTask };
  });
  after('stops the git server', async () => {
    await bed?.git.stop();
    bed?.repositories.remove();
  });

  return () => {
    if (bed === undefined) throw new Error('the node is not started yet');
    return bed;
  };
}
