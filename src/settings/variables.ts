import * as z from 'zod';
import { parseImageReference } from '../model/image-reference.ts';
import { SPOKEN_PLATFORM_APIS } from '../model/platform-api.ts';
import { DEFAULT_SETTINGS } from './defaults.ts';

const image = z.string().refine((text) => parseImageReference(text) !== undefined, {
  error: (issue) => `must be an image reference, not ${JSON.stringify(issue.input)}`,
});

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: (issue) => `must be ${listed(choices)}, not ${JSON.stringify(issue.input)}` });
}

function listed(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`;
}

const sidecars = oneOf(['false', 'true', 'auto']);

/** The environment variables that settings are read from, what each may be, and what holds where it is not set. */
export const Variables = z.object({
  STEPS_IMAGE: image.default(DEFAULT_SETTINGS.stepsImage),
  ENTRYPOINT_IMAGE: image.default(DEFAULT_SETTINGS.entrypointImage),
  MAXIMUM_PLATFORM_API_VERSION: oneOf<string>(SPOKEN_PLATFORM_APIS.toReversed()).default(
    DEFAULT_SETTINGS.maximumPlatformApi,
  ),
  INSECURE_SSH_TRUST_UNKNOWN_HOSTS: oneOf(['true', 'false'])
    .transform((text) => text === 'true')
    .default(DEFAULT_SETTINGS.trustUnknownSshHosts),
  WAITER_DELIVERY: oneOf(['hook', 'init']).default(DEFAULT_SETTINGS.waiterDelivery),
  SUPPORT_INJECTED_SIDECARS: sidecars.exactOptional(),
  /** The name that kpack's controller reads. */
  INJECTED_SIDECAR_SUPPORT: sidecars.exactOptional(),
});

export type Variables = z.infer<typeof Variables>;
