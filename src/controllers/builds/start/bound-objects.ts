import type { Secret } from '../../../api/kubernetes/secret.ts';
import type { Build } from '../../../api/kpack/build.ts';
import { SECRETS } from '../../../kube/client/resource.ts';
import { isKubeError } from '../../../kube/kube-error.ts';
import { isDnsSubdomain } from '../../../model/names.ts';
import type { FieldPath } from '../../../model/problem.ts';
import type { ProvisionedService } from '../../../resolver/referenced-objects.ts';
import type { BuildReads } from '../memory/build-memory.ts';
import { secretOf } from './kubernetes-objects.ts';
import { MissingReference, provisionedServices, type ServiceSource } from './provisioned-services.ts';

/** The objects that a Build binds. */
export interface BoundObjects {
  /** By `API_VERSION/KIND/NAME`. */
  readonly services: ReadonlyMap<string, ProvisionedService>;
  readonly secrets: readonly Secret[];
}

export interface BoundObjectSource extends ServiceSource {
  readonly reads: Pick<BuildReads, 'secret'>;
}

/**
 * Reads the services and Secrets that a Build binds. Throws `MissingReference` for a Secret that does not exist: a Pod
 * would wait for it and mount it whatever its type, and names such as those of Helm's next releases are predictable.
 */
export async function readBoundObjects(
  build: Build,
  namespace: string,
  source: BoundObjectSource,
  signal: AbortSignal,
): Promise<BoundObjects> {
  const services = await provisionedServices(build, namespace, source, signal);
  const bound = boundSecrets(build, services);
  const secrets = await Promise.all(
    [...bound].map(async ([name, path]) => readSecret({ namespace, name }, path, source, signal)),
  );
  return { services, secrets };
}

/** Returns the names of the Secrets, each with a field that names it. The resolver refuses names that are not valid. */
function boundSecrets({ spec }: Build, provisioned: BoundObjects['services']): ReadonlyMap<string, FieldPath> {
  const { services = [], cnbBindings = [] } = spec;
  const named: readonly (readonly [string, FieldPath])[] = [
    ...services.map(({ apiVersion = '', kind, name }, index) => {
      const secret = kind === 'Secret' ? name : provisioned.get(`${apiVersion}/${kind}/${name}`)?.secret;
      return [secret ?? '', ['spec', 'services', index]] as const;
    }),
    // Services replace CNB bindings, as in kpack.
    ...(services.length > 0 ? [] : cnbBindings).map(
      ({ secretRef }, index) => [secretRef?.name ?? '', ['spec', 'cnbBindings', index]] as const,
    ),
  ];
  return new Map(named.filter(([name]) => isDnsSubdomain(name)));
}

async function readSecret(
  place: { readonly namespace: string; readonly name: string },
  path: FieldPath,
  { client, reads }: BoundObjectSource,
  signal: AbortSignal,
): Promise<Secret> {
  try {
    return await reads.secret(place, async () => secretOf(await client.get(SECRETS, place, { signal })));
  } catch (error) {
    if (isKubeError(error, 'NOT_FOUND')) throw new MissingReference(path, `secrets "${place.name}" not found`);
    throw error;
  }
}
