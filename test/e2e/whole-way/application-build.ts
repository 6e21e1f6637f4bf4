import type { KubernetesObject } from '../../cluster/kubernetes/object.ts';
import { SERVICE_ACCOUNT } from './account.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** The fields of the spec that differ from Build to Build. */
export interface BuildDetails {
  readonly source: object;
  readonly [field: string]: unknown;
}

/** Returns a Build that uses the account and its own repository. A Build of an Image has a second tag. */
export function applicationBuild(
  bed: WholeWayBed,
  name: string,
  spec: BuildDetails,
  annotations: Readonly<Record<string, string>> = {},
): KubernetesObject {
  return {
    apiVersion: 'kpack.io/v1alpha2',
    kind: 'Build',
    metadata: { name, namespace: bed.namespace, annotations },
    spec: {
      tags: tagsOf(bed, name),
      serviceAccountName: SERVICE_ACCOUNT,
      builder: { image: bed.base.builders.good },
      creationTime: '1700000000',
      ...spec,
    },
  };
}

export function tagsOf({ registry }: Pick<WholeWayBed, 'registry'>, name: string): readonly [string, string] {
  const tag = `${registry.address}/app/${name}`;
  return [tag, `${tag}:b1`];
}
