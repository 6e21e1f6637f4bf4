import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { someBuild } from '../../support/documents.ts';
import { ended } from '../running-pod.ts';
import type { ControlledImages } from './controlled-images.ts';

/** The part of a Build's status that the tests read. */
export interface BuildStatus {
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
  }[];
  readonly stepsCompleted?: readonly string[];
  readonly stepStates?: readonly { readonly terminated?: { readonly exitCode: number } }[];
  readonly podName?: string;
  readonly latestImage?: string;
  readonly latestCacheImage?: string;
  readonly backend?: string;
  readonly failure?: {
    readonly reason: string;
    readonly phase?: string;
    readonly exitCode?: number;
    readonly message?: string;
    readonly advice?: string;
  };
}

/** Creates a Build, waits until its Succeeded condition is decided, and returns its status. */
export async function runBuild(
  client: ApiClient,
  build: KubernetesObject,
  { seconds = 120 }: { readonly seconds?: number } = {},
): Promise<BuildStatus> {
  await client.create(build);
  return ended<BuildStatus>(client, build, (status) => conditionOf(status)?.status !== 'Unknown', { seconds });
}

/** Returns the `Succeeded` condition. Its status is unknown until the controller sets the condition. */
export function conditionOf({ conditions = [] }: BuildStatus): {
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
} {
  return conditions.find(({ type }) => type === 'Succeeded') ?? { status: 'Unknown' };
}

/** Returns a Build that uses the images of scripts. */
export function controlledBuild(
  name: string,
  namespace: string,
  { builder, application }: ControlledImages,
  spec: Readonly<Record<string, unknown>> = {},
): KubernetesObject {
  const { value } = someBuild(
    { builder: { image: builder.image }, tags: [application.tag], ...spec },
    { name, namespace },
  );
  return value as KubernetesObject;
}
