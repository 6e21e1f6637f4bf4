import type { Secret } from '../../../core/api/kubernetes/secret.ts';
import type { Build } from '../../../core/api/kpack/build.ts';
import type { NamespacedName } from '../../../clients/kube/client/resource.ts';
import { SECRETS } from '../../../clients/kube/client/resources.ts';
import { isKubeError } from '../../../clients/kube/kube-error.ts';
import { isDnsSubdomain } from '../../../core/model/names.ts';
import type { FieldPath } from '../../../core/model/problem.ts';
import type { ProvisionedService } from '../../../core/resolver/referenced-objects.ts';
import type { BuildContext } from '../build-context.ts';
import type { BuildReads } from '../state-between-reconciles/state-between-reconciles.ts';
import { secretOf } from './kubernetes-objects.ts';
import { MissingReference, provisionedServices } from './provisioned-services.ts';

/** The objects that a Build binds, and the Secrets that its environment names. */
export interface BoundObjects {
  /** By `API_VERSION/KIND/NAME`. */
  readonly services: ReadonlyMap<string, ProvisionedService>;
  readonly secrets: readonly Secret[];
  /** The names of optional Secrets that do not exist. */
  readonly absent: ReadonlySet<string>;
}

/** A Build in a namespace, and if its `env` may name keys of Secrets. */
export interface BindingBuild {
  readonly build: Build;
  readonly namespace: string;
  readonly envFromSecrets: boolean;
}

/**
 * Reads the services and Secrets that buildpacks can read. Throws `MissingReference` for a Secret that does not exist: a Pod
 * would wait for it and mount it whatever its type, and names such as those of Helm's next releases are predictable.
 */
export async function readBoundObjects(
  context: BuildContext,
  { build, namespace, envFromSecrets }: BindingBuild,
  reads: BuildReads,
): Promise<BoundObjects> {
  const services = await provisionedServices(context, build, namespace);
  const optional = envFromSecrets ? environmentSecrets(build, true) : new Map<string, FieldPath>();
  const required = new Map([
    ...(envFromSecrets ? environmentSecrets(build, false) : []),
    ...boundSecrets(build, services),
  ]);
  const names = [...new Set([...required.keys(), ...optional.keys()])];
  const read = await Promise.all(
    names.map(async (name) => readSecret(context, { namespace, name }, required.get(name), reads)),
  );
  return {
    services,
    secrets: read.filter((secret) => secret !== undefined),
    absent: new Set(names.filter((_, index) => read[index] === undefined)),
  };
}

/** Returns the names of the Secrets in the environment, each with a field that names it. */
function environmentSecrets({ spec: { env = [] } }: Build, isOptional: boolean): ReadonlyMap<string, FieldPath> {
  const named = env.flatMap(({ valueFrom }, index) => {
    const { name = '', optional = false } = valueFrom?.secretKeyRef ?? {};
    const path: FieldPath = ['spec', 'env', index, 'valueFrom', 'secretKeyRef', 'name'];
    return isDnsSubdomain(name) && optional === isOptional ? [[name, path] as const] : [];
  });
  return new Map(named);
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

/** Reads a Secret that the field at `path` requires, or an optional one if there is no such field. */
async function readSecret(
  { client, signal }: BuildContext,
  key: NamespacedName,
  path: FieldPath | undefined,
  reads: BuildReads,
): Promise<Secret | undefined> {
  try {
    return await reads.secret(key, async () => secretOf(await client.get(SECRETS, key, { signal })));
  } catch (error) {
    if (!isKubeError(error, 'NOT_FOUND')) throw error;
    if (path === undefined) return undefined;
    throw new MissingReference(path, `secrets "${key.name}" not found`);
  }
}
