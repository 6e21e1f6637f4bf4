import type { KubernetesObject } from '../../../cluster/kubernetes/object.ts';
import {
  builderObjects,
  checkOut,
  commit,
  NAMES,
  NAMESPACE,
  repositoryUrl,
  resetRepository,
  seriesImage,
  stackSpec,
  type SeriesBed,
} from './series-bed.ts';

/** The state that a step waits for. */
export type Effect =
  /** The builder has an image. */
  | { readonly kind: 'published' }
  /** The Build with this number is the newest, and the Image is ready or not. */
  | { readonly kind: 'built'; readonly build: number; readonly ready: 'True' | 'False' }
  /** The git server has been asked again. */
  | { readonly kind: 'asked' }
  /** Exactly these Builds exist. */
  | { readonly kind: 'kept'; readonly builds: readonly number[] }
  /** Nothing of the Image exists. */
  | { readonly kind: 'deleted' };

/** One thing that users do, and its effect. */
export interface Step {
  readonly name: string;
  readonly act: (user: SeriesUser) => Promise<void>;
  readonly effect: Effect;
}

/** A user of the namespace, which a controller works on. */
export interface SeriesUser {
  readonly bed: SeriesBed;
  /** The name of the controller, and of the registry's repository. */
  readonly owner: string;
}

const API = '/apis/kpack.io/v1alpha2';

/** The steps in their order. */
export const STEPS: readonly Step[] = [
  {
    name: 'a builder is created',
    act: async ({ bed }) => {
      resetRepository(bed);
      for (const object of builderObjects(bed)) await create(bed, object);
    },
    effect: { kind: 'published' },
  },
  {
    name: 'an Image is created',
    act: async ({ bed, owner }) => create(bed, seriesImage(bed, owner)),
    effect: { kind: 'built', build: 1, ready: 'True' },
  },
  {
    name: 'a commit is pushed to another branch',
    act: async ({ bed }) => {
      checkOut(bed, '-b', 'next');
      commit(bed, { 'hello.txt': 'next' });
      checkOut(bed, 'main');
    },
    effect: { kind: 'asked' },
  },
  {
    name: 'a commit is pushed',
    act: async ({ bed }) => commit(bed, { 'hello.txt': 'everybody' }),
    effect: { kind: 'built', build: 2, ready: 'True' },
  },
  {
    name: 'the Image follows the other branch',
    act: async (user) => patchImage(user, { source: { git: { url: repositoryUrl(user.bed), revision: 'next' } } }),
    effect: { kind: 'built', build: 3, ready: 'True' },
  },
  {
    name: 'an environment variable changes',
    act: async (user) => patchImage(user, { build: { env: [{ name: 'BP_COLOUR', value: 'green' }] } }),
    effect: { kind: 'built', build: 4, ready: 'True' },
  },
  {
    name: 'the builder gets another version of a buildpack',
    act: async ({ bed }) => {
      const sources = [{ image: bed.images.noGit }, { image: bed.images['hello-1.1.0'] }];
      await patch(bed, `${API}/clusterstores/${NAMES.builder}`, { spec: { sources } });
    },
    effect: { kind: 'built', build: 5, ready: 'True' },
  },
  {
    name: 'the stack gets another run image',
    act: async ({ bed }) =>
      patch(bed, `${API}/clusterstacks/${NAMES.builder}`, { spec: stackSpec(bed.images, bed.images.patchedRun) }),
    effect: { kind: 'built', build: 6, ready: 'True' },
  },
  {
    name: 'a commit fails to build',
    act: async ({ bed }) => {
      checkOut(bed, 'next');
      commit(bed, { 'hello.txt': undefined });
    },
    effect: { kind: 'built', build: 7, ready: 'False' },
  },
  {
    name: 'the failed Build is triggered again',
    act: async ({ bed }) => {
      const annotations = { 'image.kpack.io/additionalBuildNeeded': 'now' };
      await patch(bed, `${API}/namespaces/${NAMESPACE}/builds/${NAMES.image}-build-7`, { metadata: { annotations } });
    },
    effect: { kind: 'built', build: 8, ready: 'False' },
  },
  {
    name: 'another commit mends the application',
    act: async ({ bed }) => commit(bed, { 'hello.txt': 'again' }),
    effect: { kind: 'built', build: 9, ready: 'True' },
  },
  {
    name: 'the limits of the history get lower',
    act: async (user) => patchImage(user, { successBuildHistoryLimit: 2, failedBuildHistoryLimit: 1 }),
    effect: { kind: 'kept', builds: [6, 8, 9] },
  },
  {
    name: 'the Image is deleted',
    act: async ({ bed, owner }) => bed.cluster.client.delete(seriesImage(bed, owner)),
    effect: { kind: 'deleted' },
  },
];

async function create({ cluster }: SeriesBed, object: KubernetesObject): Promise<void> {
  await cluster.client.create(object);
}

async function patchImage({ bed }: SeriesUser, spec: object): Promise<void> {
  await patch(bed, `${API}/namespaces/${NAMESPACE}/images/${NAMES.image}`, { spec });
}

async function patch({ cluster }: SeriesBed, path: string, change: object): Promise<void> {
  await cluster.client.send('PATCH', path, change, 'application/merge-patch+json');
}
