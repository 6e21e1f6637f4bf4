import type { Operation } from '../injectors/json-patch.ts';
import type { Container, Pod } from '../injectors/pod.ts';
import type { GivenIdentity } from './identity-webhook.ts';

/** Returns the patch that gives the identity to all containers of a Pod that are not skipped. */
export function identityPatch({ spec }: Pod, given: GivenIdentity): readonly Operation[] {
  const { volume: name, audience, tokenFile: path } = given;
  const serviceAccountToken = { audience, expirationSeconds: 86_400, path };
  const volume = { name, projected: { sources: [{ serviceAccountToken }] } };
  return [
    { op: 'add', path: '/spec/volumes', value: [...(spec.volumes ?? []), volume] },
    ...(['initContainers', 'containers'] as const).flatMap((list) =>
      (spec[list] ?? []).flatMap((container, index) => additions(container, `/spec/${list}/${index}`, given)),
    ),
  ];
}

function additions(container: Container, path: string, given: GivenIdentity): readonly Operation[] {
  if (given.skipped.includes(container.name)) return [];
  const { env = [], volumeMounts = [] } = container as { readonly env?: unknown[]; readonly volumeMounts?: unknown[] };
  const variables = Object.entries(given.environment).map(([name, value]) => ({ name, value }));
  const mount = { name: given.volume, mountPath: given.mountPath, readOnly: true };
  return [
    { op: 'add', path: `${path}/env`, value: [...env, ...variables] },
    { op: 'add', path: `${path}/volumeMounts`, value: [...volumeMounts, mount] },
  ];
}
