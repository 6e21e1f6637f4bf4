import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { kpackPath } from '../crds/kpack-cluster.ts';

const RUN = makeLayer([{ kind: 'file', path: '/etc/os-release', content: 'run image' }]);
const SBOM = makeLayer([
  {
    kind: 'file',
    path: '/layers/sbom/launch/a_node/modules/sbom.cdx.json',
    content: JSON.stringify({ components: [{ name: 'left-pad', version: '1.3.0' }] }),
  },
]);

/** Returns an image of a Build, with its own application layer. */
export function builtImage(application: string): Image {
  const app = makeLayer([{ kind: 'file', path: '/workspace/app', content: application }]);
  const metadata = JSON.stringify({ app: [{ sha: app.diffId }], sbom: { sha: SBOM.diffId } });
  const config = {
    os: 'linux',
    architecture: 'amd64',
    config: { Labels: { 'io.buildpacks.lifecycle.metadata': metadata } },
  };
  return makeImage({ family: 'oci', config, layers: [RUN, app, SBOM] });
}

/** Creates a Build that has succeeded. */
export async function createBuilt(
  { client }: Pick<Cluster, 'client'>,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  { built, previous }: { readonly built: string; readonly previous?: string },
): Promise<void> {
  const [tag = ''] = built.split('@');
  const build = await client.create({
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name, namespace, annotations: { 'image.kpack.io/builderName': 'base' } },
    spec: {
      tags: [tag],
      builder: { image: 'registry.example/builder' },
      source: { git: { url: 'https://git.example/shop.git', revision: 'main' } },
      ...(previous !== undefined && { lastBuild: { image: previous } }),
    },
  } as KubernetesObject);
  const status = {
    latestImage: built,
    podName: `${name}-build-pod`,
    conditions: [{ type: 'Succeeded', status: 'True', lastTransitionTime: '2030-01-01T00:00:00Z' }],
  };
  await client.send('PATCH', `${kpackPath(build)}/status`, { status }, 'application/merge-patch+json');
}
