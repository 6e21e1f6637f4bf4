import * as z from 'zod';
import type { Problem } from '../model/problem.ts';
import { SUPPORTED_PLATFORM_APIS } from '../model/platform-api.ts';
import { ATTEST_BUILDS } from '../model/attest-builds.ts';
import { defined } from '../model/defined.ts';
import { NAMESPACE_PERMISSIONS } from '../model/namespace-permission.ts';
import { SIGNATURE_FORMATS } from '../model/signature-format.ts';
import { aliasProblems, setVariables, variableProblem, type Environment } from './environment.ts';
import { misspeltNameWarnings } from './misspelt-variables.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';
import {
  annotations,
  bytes,
  flag,
  image,
  integer,
  lifecycleImages,
  oneOf,
  repositoryPatterns,
  systemBuildpacks,
} from './variable-types.ts';

const sidecars = oneOf(['false', 'true', 'auto']);

/** The environment variables of the settings, with their types and defaults. */
export const Variables = z.object({
  STEPS_IMAGE: image.default(DEFAULT_SETTINGS.images.steps),
  ENTRYPOINT_IMAGE: image.default(DEFAULT_SETTINGS.images.entrypoint),
  MAXIMUM_PLATFORM_API_VERSION: oneOf<string>(SUPPORTED_PLATFORM_APIS.toReversed()).exactOptional(),
  LIFECYCLE_IMAGES: lifecycleImages.default({}),
  REQUIRE_TRUSTED_LIFECYCLE: flag.default(DEFAULT_SETTINGS.requireTrustedLifecycle),
  CREATOR_BUILDERS: repositoryPatterns.default([]),
  EXTENSION_RUN_IMAGES: repositoryPatterns.default([]),
  EXTENSION_BUILDERS: repositoryPatterns.default([]),
  EXTENSION_USER_NAMESPACES: flag.default(DEFAULT_SETTINGS.extensionUserNamespaces),
  SYSTEM_BUILDPACKS: systemBuildpacks.default([]),
  ALLOWED_ANNOTATIONS: annotations.default([]),
  WORKLOAD_IDENTITY: oneOf(NAMESPACE_PERMISSIONS).default(DEFAULT_SETTINGS.workloadIdentity),
  ENV_FROM_SECRETS: oneOf(NAMESPACE_PERMISSIONS).default(DEFAULT_SETTINGS.envFromSecrets),
  INSECURE_SSH_TRUST_UNKNOWN_HOSTS: flag.default(DEFAULT_SETTINGS.trustUnknownSshHosts),
  SOURCE_MAX_BYTES: bytes.default(DEFAULT_SETTINGS.sourceLimits.bytes),
  SOURCE_MAX_ENTRIES: integer(1, 1_000_000_000).default(DEFAULT_SETTINGS.sourceLimits.entries),
  ATTEST_BUILDS: oneOf(ATTEST_BUILDS).default(DEFAULT_SETTINGS.attestBuilds),
  SIGNATURE_FORMAT: oneOf(SIGNATURE_FORMATS).default(DEFAULT_SETTINGS.signatureFormat),
  WAITER_DELIVERY: oneOf(['hook', 'init']).default(DEFAULT_SETTINGS.waiterDelivery),
  SUPPORT_INJECTED_SIDECARS: sidecars.exactOptional(),
  /** kpack's name of the variable. */
  INJECTED_SIDECAR_SUPPORT: sidecars.exactOptional(),
});

export type Variables = z.infer<typeof Variables>;

export type SettingsReading =
  | {
      readonly kind: 'settings';
      readonly settings: Settings;
      /** Warnings about variables whose names are almost those of settings. */
      readonly warnings: readonly Problem[];
    }
  /** All problems and warnings; the path of each is the name of the variable. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/** Variables of the command line whose names could be taken for misspelt settings. */
const OTHER_VARIABLES: readonly string[] = ['SOURCE_DATE_EPOCH'];

/** Reads the settings from environment variables. An empty variable counts as not set. */
export function readSettings(environment: Environment): SettingsReading {
  const variables = setVariables(environment);
  const parsed = Variables.safeParse(variables);
  const problems = [
    ...(parsed.error?.issues ?? []).map(variableProblem),
    ...aliasProblems(variables, 'SUPPORT_INJECTED_SIDECARS', 'INJECTED_SIDECAR_SUPPORT'),
  ];
  const warnings = misspeltSettings(environment);
  if (!parsed.success || problems.length > 0) return { kind: 'problems', problems: [...problems, ...warnings] };
  return { kind: 'settings', settings: settingsOf(parsed.data), warnings };
}

/** Returns a warning for each variable whose name is almost that of a setting. */
export function misspeltSettings(environment: Environment): readonly Problem[] {
  return misspeltNameWarnings(setVariables(environment), Object.keys(Variables.shape), OTHER_VARIABLES);
}

/** Returns the settings for parsed variables. */
export function settingsOf(variables: Variables): Settings {
  return {
    images: { steps: variables.STEPS_IMAGE, entrypoint: variables.ENTRYPOINT_IMAGE },
    ...defined({ maximumPlatformApi: variables.MAXIMUM_PLATFORM_API_VERSION }),
    lifecycleImages: variables.LIFECYCLE_IMAGES,
    requireTrustedLifecycle: variables.REQUIRE_TRUSTED_LIFECYCLE,
    creatorBuilders: variables.CREATOR_BUILDERS,
    extensionRunImagePatterns: variables.EXTENSION_RUN_IMAGES,
    extensionBuilders: variables.EXTENSION_BUILDERS,
    extensionUserNamespaces: variables.EXTENSION_USER_NAMESPACES,
    systemBuildpacks: variables.SYSTEM_BUILDPACKS,
    allowedAnnotations: variables.ALLOWED_ANNOTATIONS,
    workloadIdentity: variables.WORKLOAD_IDENTITY,
    envFromSecrets: variables.ENV_FROM_SECRETS,
    trustUnknownSshHosts: variables.INSECURE_SSH_TRUST_UNKNOWN_HOSTS,
    sourceLimits: { bytes: variables.SOURCE_MAX_BYTES, entries: variables.SOURCE_MAX_ENTRIES },
    attestBuilds: variables.ATTEST_BUILDS,
    signatureFormat: variables.SIGNATURE_FORMAT,
    waiterDelivery: variables.WAITER_DELIVERY,
    injectedSidecars:
      variables.SUPPORT_INJECTED_SIDECARS ?? variables.INJECTED_SIDECAR_SUPPORT ?? DEFAULT_SETTINGS.injectedSidecars,
  };
}
