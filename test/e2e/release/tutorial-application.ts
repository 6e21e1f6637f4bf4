import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { objectAt, objectsAt, textAt } from '../../support/json-field.ts';
import type { JsonObject } from '../../../src/core/model/json.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import type { NodeCluster } from '../../cluster/node/node-cluster.ts';
import { until } from '../../cluster/processes/until.ts';
import { makeRepositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer } from '../../cluster/sources/git-server.ts';
import { pushRunningUniverse } from '../../cluster/universe/running-universe.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { ROOT } from '../../support/command.ts';
import { shellBlocks } from '../../support/docs/shell-blocks.ts';
import { tutorialValues } from '../docs/tutorial-values.ts';

/** The application of `docs/tutorials/first-image.md` in a namespace. */
export interface TutorialApplication {
  /** Applies the builder and an Image of this name. Waits for its image, and returns the Pod of its Build. */
  readonly build: (name: string) => Promise<JsonObject>;
  /** Returns the names of the Images that have an image. */
  readonly built: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

const PAGE = path.join(ROOT, 'docs/tutorials/first-image.md');

export async function tutorialApplication(cluster: NodeCluster, namespace: string): Promise<TutorialApplication> {
  const universe = await pushRunningUniverse(cluster.registry);
  const repositories = makeRepositories();
  repositories.commit('samples', { 'nodejs/npm/hello.txt': 'world' });
  const git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  const files = shownObjects(tutorialValues(cluster.registry, universe, git));
  const apply = (name: string, objects: readonly KubernetesObject[]): Promise<string> =>
    kubectlOutput(
      cluster,
      ['apply', '-n', namespace, '-f', '-'],
      objects.map((object) => named(object, name)),
    );
  const images = (): Promise<readonly KubernetesObject[]> =>
    cluster.client.list('kpack.io/v1alpha2', 'Image', namespace);
  return {
    build: async (name) => {
      await apply(name, [...files('builder.yaml'), ...files('image.yaml')]);
      await until(`the image ${name}`, async () => isReady(await images(), name), { seconds: 100 });
      const pods = (await cluster.client.list('v1', 'Pod', namespace)) as readonly JsonObject[];
      const [pod, ...others] = pods.filter((one) => labelsOf(one)['image.kpack.io/image'] === name);
      expect(others, 'other Pods').to.deep.equal([]);
      return pod ?? {};
    },
    built: async () => (await images()).filter(hasImage).map(({ metadata }) => metadata.name),
    stop: async () => {
      await git.stop();
      repositories.remove();
    },
  };
}

/** Returns the objects in a file that the page shows, with the values of the bed. */
function shownObjects(values: Readonly<Record<string, string>>): (name: string) => readonly KubernetesObject[] {
  const shown = shellBlocks(readFileSync(PAGE, 'utf8')).flatMap(({ files }) => files);
  return (name) => {
    const { content = '' } = shown.find((file) => file.name === name) ?? {};
    const text = Object.entries(values).reduce((all, [from, to]) => all.replaceAll(from, to), content);
    return parseYaml(text, name).documents.map(({ value }) => value as KubernetesObject);
  };
}

/** Gives the Image another name and tag. */
function named(object: KubernetesObject, name: string): KubernetesObject {
  if (object.kind !== 'Image') return object;
  const { spec } = object as KubernetesObject & { readonly spec: { readonly tag: string } };
  return { ...object, metadata: { ...object.metadata, name }, spec: { ...spec, tag: `${spec.tag}-${name}` } };
}

function isReady(images: readonly KubernetesObject[], name: string): true | undefined {
  const image = images.find(({ metadata }) => metadata.name === name);
  const ready = objectsAt(statusOf(image), 'conditions').find(({ type }) => type === 'Ready');
  return ready?.['status'] === 'True' ? true : undefined;
}

function hasImage(image: KubernetesObject): boolean {
  return textAt(statusOf(image), 'latestImage') !== undefined;
}

function statusOf(object: KubernetesObject | undefined): JsonObject {
  return objectAt((object ?? {}) as JsonObject, 'status');
}

function labelsOf(pod: JsonObject): JsonObject {
  return objectAt(objectAt(pod, 'metadata'), 'labels');
}
