import type { Build } from '../../../core/api/kpack/build.ts';
import { servedResources } from '../../../clients/kube/discovery/served-resources.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import type { Transport } from '../../../clients/kube/transport/transport.ts';
import { defined } from '../../../core/model/defined.ts';
import { type GroupVersion, parseApiVersion } from '../../../core/model/kubernetes-object.ts';
import { asProvisionedService } from '../../../core/model/objects/provisioned-service.ts';
import { fieldError, type FieldPath, type FieldProblem } from '../../../core/model/problem.ts';
import type { ProvisionedService } from '../../../core/resolver/referenced-objects.ts';
import type { BuildContext } from '../build-context.ts';

/** Asks the API server each time, because few Builds bind services of other kinds than Secret. */
export function pluralFinder(transport: Transport): BuildContext['findPlural'] {
  return async (apiVersion, kind, signal) => {
    const groupVersion = parseApiVersion(apiVersion);
    if (groupVersion === undefined) return undefined;
    const served = await servedResources(transport, groupVersion, { signal });
    return served.find((resource) => resource.kind === kind)?.plural;
  };
}

/** An object that the Build references does not exist. The message is kpack's, which is the API server's. */
export class MissingReference extends Error {
  readonly problem: FieldProblem;

  constructor(path: FieldPath, message: string) {
    super(message);
    this.problem = fieldError(path, message);
  }
}

/**
 * Reads the services that a Build binds by objects other than Secrets (servicebinding.io 1.0, Provisioned Service). The key
 * is `API_VERSION/KIND/NAME`. Throws `MissingReference`.
 */
export async function provisionedServices(
  context: BuildContext,
  build: Build,
  namespace: string,
): Promise<ReadonlyMap<string, ProvisionedService>> {
  const services = (build.spec.services ?? []).entries();
  const read = [...services]
    .filter(([, { kind }]) => kind !== 'Secret')
    .map(async ([index, { apiVersion = '', kind, name }]) => {
      const path = ['spec', 'services', index];
      const groupVersion = parseApiVersion(apiVersion);
      // The resolver refuses an invalid apiVersion.
      if (groupVersion === undefined) return [];
      const reference = { apiVersion, groupVersion, kind, name, namespace, path };
      return [[`${apiVersion}/${kind}/${name}`, await provisionedService(context, reference)] as const];
    });
  return new Map((await Promise.all(read)).flat());
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
  { client, findPlural, signal }: BuildContext,
  { apiVersion, groupVersion, kind, name, namespace, path }: Reference,
): Promise<ProvisionedService> {
  const plural = await findPlural(apiVersion, kind, signal);
  if (plural === undefined) throw new MissingReference(path, `the API server does not serve ${kind} of ${apiVersion}`);
  const resource = { ...groupVersion, plural, kind, isNamespaced: true };
  try {
    const { status } = asProvisionedService(await client.get(resource, { namespace, name }, { signal }));
    return defined({ secret: status.binding.name });
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) throw new MissingReference(path, `${kind} "${name}" not found`);
    // The cluster's operator grants access to kinds of services. Until then, the service counts as missing.
    if (isKubeError(error, 'FORBIDDEN')) {
      throw new MissingReference(path, `${kind} "${name}" cannot be read: ${error.message}`);
    }
    throw error;
  }
}
