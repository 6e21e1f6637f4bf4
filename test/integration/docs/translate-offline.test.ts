import { readFileSync } from 'node:fs';
import path from 'node:path';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectlOutput } from '../crds/kubectl.ts';
import { placedUniverse } from '../builders/pushed-universe.ts';
import { ROOT, runCommand } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { commandReader } from './command-reader.ts';
import type { Workspace } from '../../support/workspace.ts';
import type { Cluster } from '../../cluster/cluster.ts';

const BUILDER = 'paketobuildpacks/builder-jammy-base:0.4.400';

/** The example of "See where a part of a workload comes from", whose positions the page shows. */
const EXPLAINED = {
  'image.yaml': example('image.yaml'),
  'builder.yaml': example('builder.yaml'),
  'buildpacks.yaml': example('buildpacks.yaml'),
};

describe('a reader translates without a network', () => {
  const universe = placedUniverse();
  let cluster: Cluster;
  before(async function () {
    this.timeout(1_800_000);
    cluster = await kpackCluster();
    pushBuilder();
    await createClusterBuilder();
    await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } });
  });
  after(async () => {
    // Other tests use the namespace, too.
    const made = ['pod/sample-build-pod', 'clusterbuilder/base'];
    await kubectlOutput(cluster, ['delete', '-n', 'team', '--ignore-not-found', '--wait=false', ...made]);
  });

  describePage('docs/how-to/translate-offline.md', {
    reader: () => commandReader(cluster, { namespace: 'team', values: { [BUILDER]: pushedBuilder() } }),
    before: {
      '1. Save the facts, once, with a network': () => undefined,
      '2. Translate with the facts': writeSamples,
      'Translate for an older Tekton': writeSamples,
      'Images, and Builds that name a builder': (directory) => {
        const build = sample('build.yaml')
          .toString()
          .replace(/image: paketo.*/, 'ref: {kind: ClusterBuilder, name: base}');
        directory.write({ 'build.yaml': build });
      },
      'See what a change does': async (directory) => {
        writeSamples(directory);
        directory.write({ 'builds/build.yaml': sample('build.yaml') });
        await applyOlderPod(directory);
      },
      'See where a part of a workload comes from': (directory) => {
        writeSamples(directory);
        directory.write(EXPLAINED);
      },
    },
    exits: { 'taskpack diff -f build.yaml': 1 },
  });

  /** The place of the builder that the page inspects. */
  function pushedBuilder(): string {
    return `${universe().registry.address}/${BUILDER}`;
  }

  /** Pushes a builder of the universe to that place. */
  function pushBuilder(): void {
    const { workspace, documents } = universe();
    const { good } = documents.builders;
    workspace.write({ 'paketo.yaml': JSON.stringify({ ...good, spec: { ...good.spec, tag: pushedBuilder() } }) });
    const args = ['builder', 'publish', '-f', 'parts.yaml', '-f', 'paketo.yaml'];
    const { status, stderr } = runCommand(args, { cwd: workspace.path });
    if (status !== 0) throw new Error(stderr);
  }

  /** Applies the Pod of a Build with another source. */
  async function applyOlderPod(directory: Workspace): Promise<void> {
    const older = sample('build.yaml').toString().replace('samples/java\n', 'samples/other\n');
    directory.write({ 'older/build.yaml': older });
    const args = ['translate', '-f', 'older', '-f', 'facts.yaml', '--offline', '--to', 'pod'];
    const { stdout } = runCommand(args, { cwd: directory.path });
    await kubectlOutput(cluster, ['apply', '--server-side', '-n', 'team', '-f', '-'], stdout);
  }

  async function createClusterBuilder(): Promise<void> {
    const file = path.join(universe().workspace.path, 'base.yaml');
    universe().workspace.write({ 'base.yaml': EXPLAINED['builder.yaml'].replace(BUILDER, pushedBuilder()) });
    await kubectlOutput(cluster, ['apply', '-f', file]);
    await kubectlOutput(cluster, ['apply', '-f', file, '--server-side', '--subresource=status', '--force-conflicts']);
  }
});

function writeSamples(directory: Workspace): void {
  directory.write({ 'build.yaml': sample('build.yaml'), 'facts.yaml': sample('facts.yaml') });
}

function sample(name: string): Buffer {
  return readFileSync(path.join(ROOT, 'config/samples', name));
}

function example(name: string): string {
  return readFileSync(path.join(import.meta.dirname, 'translate-offline', name), 'utf8');
}
