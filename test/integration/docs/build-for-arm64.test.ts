import { readFileSync } from 'node:fs';
import path from 'node:path';
import { INDEX_PLATFORM_CONFIG_MAP } from '../../../src/core/model/installation-names.ts';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { describePage } from '../../support/docs/run-page.ts';
import { kpackCluster } from '../crds/kpack-cluster.ts';
import { kubectl } from '../crds/kubectl.ts';
import { builderImage } from '../registry/inspected-images.ts';
import { temporaryRegistry } from '../registry/temporary-registry.ts';
import { commandReader } from './command-reader.ts';

const NAMESPACE = 'arm64-page';
const DECISION = { platform: 'linux/amd64' };

describe('a reader builds for arm64', () => {
  const registry = temporaryRegistry('none');
  let cluster: Cluster;

  before(async function () {
    this.timeout(1_800_000);
    buildCommand();
    cluster = await kpackCluster();
    for (const name of [NAMESPACE, 'taskpack'])
      await cluster.client.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    for (const object of [controller(), configMap('settings', {}), configMap(INDEX_PLATFORM_CONFIG_MAP, DECISION)])
      await cluster.client.put(object);
    const { url } = registry();
    await pushImage(builderFor('amd64'), { url, repository: 'builders/amd64-only' }, 'latest');
    await pushIndex('builders/both', ['amd64', 'arm64']);
    await pushIndex('builders/arm64-only', ['arm64']);
  });
  after(async () => {
    const made = ['deployment/taskpack-controller', 'configmap/settings', `configmap/${INDEX_PLATFORM_CONFIG_MAP}`];
    await kubectl(cluster, ['delete', ...made, '-n', 'taskpack']);
    await kubectl(cluster, ['delete', 'namespace', NAMESPACE, '--wait=false']);
  });

  describePage('docs/how-to/build-for-arm64.md', {
    reader: () => {
      const values = { 'registry.example.com': registry().address };
      return commandReader(cluster, { namespace: NAMESPACE, values });
    },
    exits: {
      'taskpack inspect --platform linux/arm64 registry.example.com/builders/amd64-only': 1,
      'taskpack inspect registry.example.com/builders/arm64-only': 1,
    },
  });

  async function pushIndex(repository: string, architectures: readonly string[]): Promise<void> {
    const { url } = registry();
    const manifests = [];
    for (const architecture of architectures) {
      const image = builderFor(architecture);
      await pushImage(image, { url, repository }, architecture);
      const { mediaType, size, digest } = image.manifest;
      manifests.push({ mediaType, size, digest, platform: { os: 'linux', architecture } });
    }
    const body = JSON.stringify({ schemaVersion: 2, mediaType: MEDIA_TYPES.oci.index, manifests });
    const headers = { 'content-type': MEDIA_TYPES.oci.index };
    const { status } = await fetch(`${url}/v2/${repository}/manifests/latest`, { method: 'PUT', headers, body });
    if (status !== 201) throw new Error(`${repository}: ${status}`);
  }
});

function builderFor(architecture: string): Image {
  const { config, layers } = builderImage();
  const configuration = JSON.parse(Buffer.from(config.content ?? '').toString()) as object;
  return makeImage({ config: { ...configuration, os: 'linux', architecture }, layers });
}

function configMap(name: string, data: Readonly<Record<string, string>>): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'taskpack' }, data };
}

/** The controller's Deployment, as an installation creates it. */
function controller(): KubernetesObject {
  const file = path.join(ROOT, 'config/500-controller.yaml');
  const objects = parseYaml(readFileSync(file, 'utf8'), file).documents.map(({ value }) => value as KubernetesObject);
  const deployment = objects.find(({ kind }) => kind === 'Deployment');
  if (deployment === undefined) throw new Error(`${file} has no Deployment`);
  return deployment;
}
