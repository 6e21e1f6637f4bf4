import type { Build } from '../../core/api/kpack/build.ts';
import { BUILDS } from '../../clients/kube/client/resources.ts';
import type { KubeClient } from '../../clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { TRIGGER_ANNOTATION } from '../../core/model/image-metadata.ts';
import { statusConditionOf } from '../../core/model/conditions.ts';
import { namespacedNameOf, readHistory } from '../image-builds.ts';
import type { CommandFailure } from '../problems.ts';
import { isSame, isTriggered } from './triggered-build.ts';
import { failure } from '../problems.ts';

/**
 * Annotates the newest Build, as `kp image trigger` does, and returns that Build. The Image can get a newer Build at the same
 * time, whose controller has not seen the annotation. Then that Build is annotated too.
 */
export async function requestBuild(
  { client }: { readonly client: Pick<KubeClient, 'get' | 'list' | 'patch'> },
  image: KubeObject,
  time: string,
): Promise<Build> {
  let { newest } = await readHistory(client, image);
  for (;;) {
    if (newest === undefined) throw withoutBuild(image);
    const annotations = { [TRIGGER_ANNOTATION]: time };
    await client.patch(BUILDS, namespacedNameOf(newest), { metadata: { annotations } });
    const now = (await readHistory(client, image)).newest;
    if (now !== undefined && (isSame(now, newest) || isTriggered(now))) return newest;
    newest = now;
  }
}

function withoutBuild(image: KubeObject): CommandFailure {
  const { name } = image.metadata;
  const { reason, message = reason } = statusConditionOf(image, 'Ready') ?? {};
  const cause = message === undefined ? '' : ` (${message})`;
  return failure(
    `Image ${name} has no Build that could be repeated. Its first Build starts without a trigger when its source and its builder are ready${cause}`,
  );
}
