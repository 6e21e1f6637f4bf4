import type { Build, SourceConfig } from '../api/kpack/build.ts';
import type { EnvVar } from '../api/kubernetes/container.ts';
import type { JsonObject } from '../model/json.ts';
import { formatQuantity, requireQuantity } from '../model/quantity.ts';
import { goJson, goStruct } from './go-json.ts';

/** The fields of a Build whose change makes kpack build again with the reason CONFIG (kpack, config_change.go). */
export type BuildConfig = Pick<Build['spec'], 'env' | 'resources' | 'services' | 'cnbBindings'> & {
  readonly source?: SourceConfig;
  /** The execution environment if it is not the default. kpack knows none. */
  readonly execEnv?: string | undefined;
};

type Quantities = Readonly<Record<string, string>>;

const REFERENCE = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const;

/** Returns the configuration as kpack writes it into `CHANGES_ANNOTATION`. */
export function configChange(config: BuildConfig): JsonObject {
  return goConfig(config, (quantity) => formatQuantity(requireQuantity(quantity)));
}

/** True if both configurations are equal, except for the git revision: kpack reports another revision as COMMIT. */
export function isSameConfig(a: BuildConfig, b: BuildConfig): boolean {
  return comparable(a) === comparable(b);
}

function comparable(config: BuildConfig): string {
  const { source = {} } = config;
  const { git } = source;
  const compared = git === undefined ? source : { ...source, git: { ...git, revision: '' } };
  return goJson(goConfig({ ...config, source: compared }, (quantity) => `${requireQuantity(quantity).nano}`));
}

/** Returns the configuration as Go writes it. `quantity` formats each quantity. */
function goConfig(config: BuildConfig, quantity: (text: string) => string): JsonObject {
  const { env = [], resources = {}, services = [], cnbBindings = [], source = {} } = config;
  const value = {
    env: env.map((variable) => goVariable(variable, quantity)),
    resources: goResources(resources, quantity),
    services: services.map((service) => goStruct(service, REFERENCE)),
    cnbBindings: cnbBindings.map((binding) => {
      const { metadataRef, secretRef } = binding;
      const references = {
        ...(metadataRef !== undefined && { metadataRef: goStruct(metadataRef, ['name']) }),
        ...(secretRef !== undefined && { secretRef: goStruct(secretRef, ['name']) }),
      };
      return goStruct({ ...binding, ...references }, ['name', 'metadataRef', 'secretRef']);
    }),
    source: goSource(source),
    execEnv: config.execEnv,
  };
  return goStruct(value, ['env', 'resources', 'services', 'cnbBindings', 'source', 'execEnv']);
}

function goVariable(variable: EnvVar, quantity: (text: string) => string): JsonObject {
  const { valueFrom } = variable;
  if (valueFrom === undefined) return goStruct(variable, ['name', 'value'], ['name']);
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  const from = {
    ...(fieldRef !== undefined && { fieldRef: goStruct(fieldRef, ['apiVersion', 'fieldPath'], ['fieldPath']) }),
    ...(resourceFieldRef !== undefined && {
      resourceFieldRef: goStruct(
        { ...resourceFieldRef, divisor: quantity(resourceFieldRef.divisor ?? '0') },
        ['containerName', 'resource', 'divisor'],
        ['resource'],
      ),
    }),
    ...(configMapKeyRef !== undefined && { configMapKeyRef: goStruct(configMapKeyRef, KEY, ['key']) }),
    ...(secretKeyRef !== undefined && { secretKeyRef: goStruct(secretKeyRef, KEY, ['key']) }),
    ...(fileKeyRef !== undefined && {
      fileKeyRef: goStruct(fileKeyRef, ['volumeName', 'path', 'key', 'optional'], ['volumeName', 'path', 'key']),
    }),
  };
  return goStruct({ ...variable, valueFrom: from }, ['name', 'value', 'valueFrom'], ['name']);
}

const KEY = ['name', 'key', 'optional'] as const;

function goResources(
  { limits = {}, requests = {}, claims = [] }: NonNullable<BuildConfig['resources']>,
  quantity: (text: string) => string,
): JsonObject {
  const quantities = (list: Quantities): JsonObject =>
    Object.fromEntries(
      Object.keys(list)
        .toSorted()
        .map((name) => [name, quantity(list[name] ?? '0')]),
    );
  return {
    ...(Object.keys(limits).length > 0 && { limits: quantities(limits) }),
    ...(Object.keys(requests).length > 0 && { requests: quantities(requests) }),
    ...(claims.length > 0 && { claims: claims.map((claim) => goStruct(claim, ['name', 'request'], ['name'])) }),
  };
}

/** Returns the source without the fields that are empty, as Go writes it. */
export function goSource({ git, blob, registry, subPath }: SourceConfig): JsonObject {
  return {
    ...(git !== undefined && {
      git: goStruct(
        { ...git, ...(git.initializeSubmodules === false && { initializeSubmodules: undefined }) },
        ['url', 'revision', 'initializeSubmodules'],
        ['url', 'revision'],
      ),
    }),
    ...(blob !== undefined && { blob: goStruct(blob, ['url', 'auth', 'stripComponents'], ['url']) }),
    ...(registry !== undefined && {
      registry: goStruct(
        {
          ...registry,
          imagePullSecrets: (registry.imagePullSecrets ?? []).map((secret) => goStruct(secret, ['name'])),
        },
        ['image', 'imagePullSecrets'],
        ['image'],
      ),
    }),
    ...(subPath !== undefined && subPath !== '' && { subPath }),
  };
}
