import * as z from 'zod';
import { SPOKEN_PLATFORM_APIS } from '../model/platform-api.ts';
import { DEFAULT_SETTINGS } from './defaults.ts';
import { bytes, flag, image, integer, oneOf } from './value.ts';

const sidecars = oneOf(['false', 'true', 'auto']);

/** The environment variables that settings are read from, what each may be, and what holds where it is not set. */
export const Variables = z.object({
  STEPS_IMAGE: image.default(DEFAULT_SETTINGS.stepsImage),
  ENTRYPOINT_IMAGE: image.default(DEFAULT_SETTINGS.entrypointImage),
  MAXIMUM_PLATFORM_API_VERSION: oneOf<string>(SPOKEN_PLATFORM_APIS.toReversed()).default(
    DEFAULT_SETTINGS.maximumPlatformApi,
  ),
  INSECURE_SSH_TRUST_UNKNOWN_HOSTS: flag.default(DEFAULT_SETTINGS.trustUnknownSshHosts),
  SOURCE_MAX_BYTES: bytes.default(DEFAULT_SETTINGS.sourceLimits.bytes),
  SOURCE_MAX_ENTRIES: integer(1, 1_000_000_000).default(DEFAULT_SETTINGS.sourceLimits.entries),
  WAITER_DELIVERY: oneOf(['hook', 'init']).default(DEFAULT_SETTINGS.waiterDelivery),
  SUPPORT_INJECTED_SIDECARS: sidecars.exactOptional(),
  /** The name that kpack's controller reads. */
  INJECTED_SIDECAR_SUPPORT: sidecars.exactOptional(),
});

export type Variables = z.infer<typeof Variables>;
