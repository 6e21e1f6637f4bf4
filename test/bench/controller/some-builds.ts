import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import type { ApiClient } from '../../cluster/kubernetes/api-client.ts';
import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { applicationImage } from '../../e2e/controller/application-image.ts';
import { builderImage } from './builder-image.ts';

/** The images that the benchmark's Builds use. */
export interface BuildImages {
  readonly builder: string;
  readonly application: { readonly tag: string; readonly digest: string };
}

const NAMESPACE = 'default';

/** Pushes a builder and an application image. Every Build reports this application image. */
export async function pushImages({ url, address }: Registry): Promise<BuildImages> {
  const builder = await pushImage(builderImage(), { url, repository: 'builder' }, 'latest');
  const digest = await pushImage(applicationImage(), { url, repository: 'app' }, 'latest');
  return { builder: `${address}/builder@${builder}`, application: { tag: `${address}/app`, digest } };
}

/** A ServiceAccount with two Secrets, as is common, and a ready builder. */
export async function putContext(client: ApiClient, { builder, application }: BuildImages): Promise<void> {
  const auths = { [application.tag.replace(/\/.*$/, '')]: { auth: Buffer.from('user:password').toString('base64') } };
  await client.put(
    secret('registry', 'kubernetes.io/dockerconfigjson', { '.dockerconfigjson': JSON.stringify({ auths }) }),
  );
  await client.put(secret('git', 'kubernetes.io/basic-auth', { username: 'user', password: 'password' }));
  await client.put({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'builder', namespace: NAMESPACE },
    secrets: [{ name: 'registry' }, { name: 'git' }],
  });
  const clusterBuilder = {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'ClusterBuilder',
    metadata: { name: 'base' },
    spec: {
      tag: builder.replace(/@.*$/, ''),
      stack: { kind: 'ClusterStack', name: 'base' },
      serviceAccountRef: { name: 'builder', namespace: NAMESPACE },
      order: [],
    },
  };
  await client.apply(clusterBuilder);
  const status = { latestImage: builder, conditions: [{ type: 'Ready', status: 'True' }] };
  const path = '/apis/kpack.io/v1alpha2/clusterbuilders/base/status';
  await client.send('PATCH', path, { status }, 'application/merge-patch+json');
}

export function someBuild(index: number, { application }: BuildImages): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name: `build-${index}`, namespace: NAMESPACE },
    spec: {
      tags: [application.tag],
      builder: { ref: { kind: 'ClusterBuilder', name: 'base' } },
      serviceAccountName: 'builder',
      source: { git: { url: 'https://git.example.com/app', revision: 'main' } },
      env: [{ name: 'BP_SOMETHING', value: 'some value' }],
    },
  };
}

/** The status of a successful Build. */
export function finishedStatus(index: number, { application }: BuildImages): object {
  const { tag, digest } = application;
  const phases = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'];
  const terminated = { exitCode: 0, reason: 'Completed', message: 'Container terminated successfully' };
  return {
    observedGeneration: 1,
    conditions: [
      { type: 'Succeeded', status: 'True', reason: 'Completed', lastTransitionTime: '2026-01-01T00:00:00Z' },
    ],
    latestImage: `${tag}@${digest}`,
    podName: `build-${index}-build-pod`,
    stepsCompleted: phases,
    stepStates: phases.map(() => ({ terminated })),
    buildMetadata: [{ id: 'test/hello', version: '1.0.0' }],
  };
}

function secret(name: string, type: string, stringData: Readonly<Record<string, string>>): KubernetesObject {
  const annotations = { 'kpack.io/git': 'https://git.example.com' };
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE, annotations }, type, stringData };
}
