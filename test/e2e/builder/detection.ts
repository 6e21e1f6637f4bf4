import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import { chosenGroup } from '../../integration/universe/chosen-group.ts';
import { createPod, ended, endOf, lastWords, podEnded, type PodStatus } from '../running-pod.ts';
import { detectionPod, type DetectionRequest } from './detection-pod.ts';

/** The result of a detection. */
export interface Detection {
  /** The detector's exit code, or undefined if the detector did not run. */
  readonly exitCode: number | undefined;
  /** The buildpacks that the detector has chosen. */
  readonly group: readonly string[];
  /** The run image that the analyzer has found. */
  readonly runImage: string | undefined;
}

/** Runs a builder's analyzer and detector on the node. */
export async function detect(client: ApiClient, request: DetectionRequest): Promise<Detection> {
  const pod = detectionPod(request);
  await createPod(client, pod);
  const status = await ended<PodStatus>(client, pod, podEnded, { seconds: 120 });
  return {
    exitCode: endOf(status, 'detect')?.exitCode,
    group: chosenGroup(lastWords(status, 'group') ?? ''),
    runImage: /\[run-image\]\n\s*reference = "(.*)"/.exec(lastWords(status, 'analyzed') ?? '')?.[1],
  };
}
