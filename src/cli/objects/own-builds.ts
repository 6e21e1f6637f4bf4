import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { BUILDS } from '../../clients/kube/client/resources.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { asBuild } from '../../core/model/objects/build.ts';
import { asImage } from '../../core/model/objects/image.ts';
import { oneLine } from '../../core/model/one-line.ts';
import { buildNumber } from '../../insight/views/build-view.ts';
import { imageView } from '../../insight/views/image-view.ts';
import { buildsOf, historyOf } from '../image-builds.ts';
import type { CommandFailure } from '../problems.ts';
import { accessError } from './access-error.ts';
import { failure } from '../problems.ts';

/** Returns the Builds of an Image, in the order of their numbers. A refusal says how to check the permission. */
export async function listOwnBuilds(
  client: Pick<KubeClient, 'list'>,
  image: KubeObject,
  key: NamespacedName,
): Promise<readonly KubeObject[]> {
  const builds: KubeObject[] = [];
  try {
    for await (const build of client.list(BUILDS, buildsOf(key))) builds.push(build);
  } catch (error) {
    throw accessError(error, { verb: 'list', resource: BUILDS, namespace: key.namespace });
  }
  return ownBuilds(image, builds);
}

/** Selects the Builds of an Image, in the order of their numbers. */
export function ownBuilds(image: KubeObject, builds: readonly KubeObject[]): readonly KubeObject[] {
  const own = new Set(historyOf(image, builds).builds.map(({ metadata }) => metadata.name));
  return builds
    .filter(({ metadata }) => own.has(metadata.name))
    .toSorted((one, other) => (numberOf(one) ?? 0) - (numberOf(other) ?? 0));
}

function numberOf(build: KubeObject): number | undefined {
  return buildNumber(asBuild(build));
}

/** Returns the Build with a number, or the last one; `undefined` if there is none. Throws `CommandFailure` for an unknown number. */
export function numberedBuild(
  builds: readonly KubeObject[],
  number: number | undefined,
  image: string,
): KubeObject | undefined {
  if (number === undefined) return builds.at(-1);
  const found = builds.find((build) => numberOf(build) === number);
  if (found === undefined) throw noSuchNumber(builds, number, image);
  return found;
}

function noSuchNumber(builds: readonly KubeObject[], number: number, image: string): CommandFailure {
  const numbers = builds.flatMap((build) => numberOf(build) ?? []);
  const plural = numbers.length === 1 ? 'Build' : 'the Builds';
  const existing = numbers.length === 0 ? 'and no other Build' : `only ${plural} ${numbers.join(', ')}`;
  return failure(`Image ${image} has no Build ${number}, ${existing}`);
}

/** Returns what the first Build of an Image waits for. */
export function firstBuildWait(image: KubeObject): string {
  const { state } = imageView({ image: asImage(image), builds: [], nowMs: 0 });
  return oneLine(state.message ?? 'the controller has not created it').replace(/\.$/, '');
}
