import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import { installKpack, type Kpack } from '../../cluster/kpack/kpack.ts';
import { startNodeCluster, type NodeCluster } from '../../cluster/node/node-cluster.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { publishedBuilder } from '../../e2e/builder/published-builder.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { buildCommand } from '../../support/command.ts';
import { pushOwnImages, type OwnImages } from '../../support/own-images.ts';
import { realisticBuilder, realisticSource } from './realistic-app.ts';

/** A source, and the builder of its image. */
export interface Application {
  readonly builder: string;
  /** The URL of a zip file. */
  readonly source: string;
}

/** `small` is one file. `realistic` takes ten seconds, and has a layer of 100 MB and thousands of files. */
export type ApplicationName = 'small' | 'realistic';

/** A cluster with a node, and the inputs of the sample build. */
export interface BenchBed {
  readonly cluster: NodeCluster;
  readonly kpack: Kpack;
  readonly steps: OwnImages;
  readonly runImage: string;
  readonly applications: Readonly<Record<ApplicationName, Application>>;
  readonly stop: () => Promise<void>;
}

export async function startBenchBed(): Promise<BenchBed> {
  buildCommand();
  const cluster = await startNodeCluster(console.error);
  try {
    const { registry } = cluster;
    await installCrds(cluster);
    const pushed = await pushRunningUniverse(registry);
    const documents = universeDocuments(pushed);
    const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
    const small = await startBlobServer(app, { host: BRIDGE_ADDRESS });
    const realistic = await startBlobServer(realisticSource(), { host: BRIDGE_ADDRESS });
    return {
      cluster,
      kpack: await installKpack(cluster, console.error),
      steps: await pushOwnImages(registry),
      runImage: pushed.run,
      applications: {
        small: { builder: publishedBuilder(documents, 'good', '0.9'), source: `${small.url}/app.zip` },
        realistic: { builder: await realisticBuilder(registry, documents), source: `${realistic.url}/app.zip` },
      },
      stop: async () => {
        await small.stop();
        await realistic.stop();
        await cluster.stop();
      },
    };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
