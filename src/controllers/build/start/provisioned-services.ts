import type { Build } from '../../../api/kpack/build.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import { parseApiVersion, type GroupVersion } from '../../../model/api-version.ts';
import { objectAt, textAt } from '../../../model/json-field.ts';
import type { FieldPath } from '../../../model/problem.ts';
import type { ProvisionedService } from '../../../resolver/world.ts';
import { Missing, type GatherPorts } from './missing.ts';

/** The services that a Build binds by objects of their own kinds (servicebinding.io 1.0, Provisioned Service). */
export async function provisionedServices(
  build: Build,
  namespace: string,
  ports: GatherPorts,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ProvisionedService>> {
  const services = (build.spec.services ?? []).entries();
  const asked = [...services]
    .filter(([, { kind }]) => kind !== 'Secret')
    .map(async ([index, { apiVersion = '', kind, name }]) => {
      const path = ['spec', 'services', index];
      const groupVersion = parseApiVersion(apiVersion);
      // Resolving refuses it.
      if (groupVersion === undefined) return [];
      const reference = { apiVersion, groupVersion, kind, name, namespace, path };
      return [[`${apiVersion}/${kind}/${name}`, await provisionedService(reference, ports, signal)] as const];
    });
  return new Map((await Promise.all(asked)).flat());
}

interface Reference {
  readonly apiVersion: string;
  readonly groupVersion: GroupVersion;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly path: FieldPath;
}

async function provisionedService(
  { apiVersion, groupVersion, kind, name, namespace, path }: Reference,
  { client, findPlural }: GatherPorts,
  signal: AbortSignal,
): Promise<ProvisionedService> {
  const plural = await findPlural(apiVersion, kind, signal);
  if (plural === undefined) throw new Missing(path, `the API server has no ${kind} of ${apiVersion}`);
  try {
    const service = await client.get(
      { ...groupVersion, plural, kind, isNamespaced: true },
      { namespace, name },
      { signal },
    );
    const secret = textAt(objectAt(objectAt(service, 'status'), 'binding'), 'name');
    return secret === undefined ? {} : { secret };
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) throw new Missing(path, `${kind} "${name}" not found`);
    // The cluster's operator decides which kinds of services may be read; until then it is as if it were not there.
    if (isKubeError(error, 'FORBIDDEN')) throw new Missing(path, `${kind} "${name}" may not be read: ${error.message}`);
    throw error;
  }
}
