import type { Secret } from '../../../core/api/kubernetes/secret.ts';
import type { ServiceAccount } from '../../../core/api/kubernetes/service-account.ts';
import type { KubeObject } from '../../../clients/kube/client/kube-object.ts';
import { defined } from '../../../core/model/defined.ts';
import { asSecret } from '../../../core/model/objects/secret.ts';
import { asServiceAccount } from '../../../core/model/objects/service-account.ts';

/** Returns the fields of a ServiceAccount that the resolver reads. */
export function serviceAccountOf(object: KubeObject): ServiceAccount {
  const { metadata, secrets, imagePullSecrets } = asServiceAccount(object);
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: object.metadata.name, annotations: metadata.annotations.all() },
    secrets: secrets.map(({ name = '' }) => ({ name })),
    imagePullSecrets: imagePullSecrets.map(({ name = '' }) => ({ name })),
  };
}

/** Returns the fields of a Secret that the resolver reads: type, annotations, and the keys of its data without the values. */
export function secretOf(object: KubeObject): Secret {
  const { metadata, type, data } = asSecret(object);
  // The content of a Secret goes no further.
  const keys = Object.entries(data.raw).map(([key, value]) => [key, value === '' ? '' : 'present']);
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: object.metadata.name, annotations: metadata.annotations.all() },
    data: Object.fromEntries(keys),
    ...defined({ type }),
  };
}
