import type { NamespacedName } from '../../clients/kube/client/resource.ts';
import { BUILDS } from '../../clients/kube/client/resources.ts';
import type { LayersMessage } from '../../insight/dashboard/messages.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { isKubeError } from '../../clients/kube/kube-error.ts';
import { formatProblem } from '../../core/model/problem.ts';
import type { OpenCluster } from '../cluster.ts';
import { CommandFailure } from '../problems.ts';
import type { ReadLayers } from '../report/read-layers.ts';

/** Reads the image of a Build from its registry. */
export type ReadBuiltImage = (build: KubeObject) => Promise<ReadLayers>;

/** Yields the content of the image of a Build once. Failures of the registry are notes, because a retry does not help. */
export async function* layersFeed(
  { client }: Pick<OpenCluster, 'client'>,
  readImage: ReadBuiltImage,
  key: NamespacedName,
): AsyncGenerator<LayersMessage> {
  yield await client.get(BUILDS, key).then(
    async (build) => readOrNote(readImage, build),
    (error: unknown) => {
      if (!isKubeError(error, 'NOT_FOUND')) throw error;
      return noteOf('This Build does not exist. It may have been deleted.');
    },
  );
  yield { kind: 'end' };
}

async function readOrNote(readImage: ReadBuiltImage, build: KubeObject): Promise<LayersMessage> {
  try {
    const { content, gap } = await readImage(build);
    if (content === undefined) return noteOf(gap ?? 'The Build has no image.');
    return { kind: 'layers', content, notes: gap === undefined ? [] : [gap] };
  } catch (error) {
    // For example, docker's config.json is not valid.
    if (!(error instanceof CommandFailure)) throw error;
    return noteOf(error.problems.map(formatProblem).join(' '));
  }
}

function noteOf(text: string): LayersMessage {
  return { kind: 'layers', notes: [text] };
}
