import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { installCrds } from '../../cluster/custom-resources.ts';
import { installKpack, type Kpack } from '../../cluster/kpack/kpack.ts';
import { startNodeCluster, type NodeCluster } from '../../cluster/node/node-cluster.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { universeDocuments, type UniverseDocuments } from '../../cluster/universe/documents.ts';
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
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    const cluster = await startNodeCluster(console.error);
    stops.push(() => cluster.stop());
    await installCrds(cluster);
    const pushed = await pushRunningUniverse(cluster.registry);
    return {
      cluster,
      kpack: await installKpack(cluster, console.error),
      steps: await pushOwnImages(cluster.registry),
      runImage: pushed.run,
      applications: await startApplications(cluster.registry, universeDocuments(pushed), stops),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Publishes the builders, and serves the sources until they are stopped. */
async function startApplications(
  registry: Registry,
  documents: UniverseDocuments,
  stops: (() => Promise<void>)[],
): Promise<BenchBed['applications']> {
  const serve = async (archive: Buffer): Promise<string> => {
    const server = await startBlobServer(archive, { host: BRIDGE_ADDRESS });
    stops.push(() => server.stop());
    return `${server.url}/app.zip`;
  };
  const app = zipBytes([{ name: 'hello.txt', content: 'world', mode: 0o100644 }]);
  return {
    small: { builder: publishedBuilder(documents, 'good', '0.9'), source: await serve(app) },
    realistic: { builder: await realisticBuilder(registry, documents), source: await serve(realisticSource()) },
  };
}
