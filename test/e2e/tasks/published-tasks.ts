import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { DEFAULT_SETTINGS } from '../../../src/core/settings/settings.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { until } from '../../cluster/processes/until.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { runImage } from '../../cluster/universe/base-images.ts';
import { universeDocuments } from '../../cluster/universe/documents.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import { inNamespace } from '../../integration/cluster/apply.ts';
import { pushOwnImages } from '../../support/own-images.ts';
import { publishedBuilder } from '../builder/published-builder.ts';
import { finishedRun, type RunResults } from '../tekton-run.ts';

const TASKS = path.join(import.meta.dirname, '../../../tasks');

/** Replacements of the names in the files beside the Tasks. */
export type Replacements = Readonly<Record<string, string>>;

/** Returns the objects of a file below `tasks/`, for a namespace. */
export function publishedObjects(file: string, namespace: string, ours: Replacements): readonly KubernetesObject[] {
  const place = path.join(TASKS, file);
  const text = Object.entries(ours).reduce(
    (all, [theirs, own]) => all.replaceAll(theirs, own),
    readFileSync(place, 'utf8'),
  );
  return parseYaml(text, place).documents.map(({ value }) => inNamespace(value as KubernetesObject, namespace));
}

/** Creates the objects, of which the last is a run. Returns the run's results after it has succeeded. */
export async function runPublished(cluster: NodeCluster, objects: readonly KubernetesObject[]): Promise<RunResults> {
  for (const object of objects) {
    await until(`the account for ${object.kind} ${object.metadata.name}`, () => cluster.client.create(object));
  }
  const run = objects.at(-1);
  if (run === undefined) throw new Error('the file has no objects');
  return finishedRun(cluster, run);
}

/** Pushes stand-ins for the images that the files name to the cluster's registry. */
export async function standInImages({ registry }: NodeCluster): Promise<Replacements> {
  const { STEPS_IMAGE } = await pushOwnImages(registry);
  const pushed = await pushRunningUniverse(registry);
  const patch = makeLayer([{ path: '/etc/patched', kind: 'file', content: 'yes\n' }], { parents: true });
  await pushImage(runImage(busyboxLayer(), [patch]), { url: registry.url, repository: 'patched-run' }, 'latest');
  const builder = publishedBuilder(universeDocuments(pushed), 'good', '0.9');
  const patchedRun = `${registry.address}/patched-run`;
  const { uid, gid } = STACK.build;
  return {
    'registry.example.com/test/app': `${registry.address}/published`,
    'registry.example.com/test/builder': builder,
    'registry.example.com/test/patched-run': patchedRun,
    'registry.example.com/samples': `${registry.address}/samples`,
    'paketobuildpacks/builder-jammy-base:0.4.400': builder,
    'paketobuildpacks/run-jammy-base:0.1.151': patchedRun,
    'runAsUser: 1001, runAsGroup: 1000': `runAsUser: ${uid}, runAsGroup: ${gid}`,
    'docker.io/library/busybox:1.36.1': BUSYBOX_IMAGE,
    [DEFAULT_SETTINGS.images.steps]: STEPS_IMAGE,
  };
}
