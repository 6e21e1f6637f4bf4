import { readFileSync } from 'node:fs';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { oneNodeCluster } from '../../cluster/node/one-node-cluster.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { buildpackage } from '../../cluster/universe/buildpackage.ts';
import type { ComponentBuildpack } from '../../cluster/universe/buildpack-source.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { buildCommand } from '../../support/command.ts';
import { pushOwnImages } from '../../support/own-images.ts';
import { publishBuilder } from '../builder/published-builder.ts';

/** A node, and what a reader of the bed writes instead of the registry, the images and the user in pages about Pipelines. */
export interface PipelineBed {
  readonly cluster: NodeCluster;
  readonly values: Readonly<Record<string, string>>;
}

export async function startPipelineBed(): Promise<PipelineBed> {
  buildCommand();
  const cluster = await oneNodeCluster();
  await pushOwnImages(cluster.registry);
  const { url, address } = cluster.registry;
  await pushImage(kubectlImage(cluster.kubectl), { url, repository: 'kubectl' }, 'latest');
  const values = {
    'registry.example.com/taskpack': address,
    'registry.example.com/me': address,
    'registry.example.com': address,
    'paketobuildpacks/builder-jammy-base:0.4.400': await serverBuilder(cluster),
    'alpine/k8s:1.34.1': `${address}/kubectl`,
    'runAsUser: 1001, runAsGroup: 1000': `runAsUser: ${STACK.build.uid}, runAsGroup: ${STACK.build.gid}`,
    // Mocha ends a test after two minutes.
    '--timeout=15m': '--timeout=100s',
  };
  return { cluster, values };
}

/** An image with a shell and kubectl. */
function kubectlImage(program: string): Image {
  const file = { path: '/bin/kubectl', kind: 'file', content: readFileSync(program), mode: 0o755 } as const;
  const config = { ...PLATFORM, config: { Env: ['PATH=/bin'] } };
  return makeImage({ config, layers: [busyboxLayer(), makeLayer([file])] });
}

/** Publishes a builder whose applications serve their files. */
async function serverBuilder({ registry }: NodeCluster): Promise<string> {
  const repository = 'universe/server';
  const digest = await pushImage(buildpackage([SERVER]), { url: registry.url, repository }, 'latest');
  const { parts, builders } = universeDocuments(await pushRunningUniverse(registry));
  const { good } = builders;
  const order = [{ group: [{ image: `${registry.address}/${repository}@${digest}` }] }];
  const tag = `${registry.address}/builders/server`;
  return publishBuilder([...parts, { ...good, spec: { ...good.spec, tag, order } }], '0.9');
}

const SERVER: ComponentBuildpack = {
  kind: 'component',
  id: 'test/server',
  version: '1.0.0',
  stacks: [{ id: '*' }],
  detect: '[ -f index.html ] || exit 100',
  build: `cat > "$CNB_LAYERS_DIR/launch.toml" <<'END'
[[processes]]
type = "web"
command = ["/bin/httpd"]
args = ["-f", "-p", "8080", "-h", "/workspace"]
default = true
END`,
};
