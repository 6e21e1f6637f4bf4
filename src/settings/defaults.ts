import { DEFAULT_MAXIMUM_PLATFORM_API } from '../model/platform-api.ts';
import type { Settings } from './settings.ts';
import { VERSION } from './version.ts';

/** What holds where nothing is set. */
export const DEFAULT_SETTINGS: Settings = {
  stepsImage: `taskpack/steps:${VERSION}`,
  entrypointImage: `taskpack/entrypoint:${VERSION}`,
  maximumPlatformApi: DEFAULT_MAXIMUM_PLATFORM_API,
  trustUnknownSshHosts: true,
  sourceLimits: { bytes: 10 * 2 ** 30, entries: 1_000_000 },
  waiterDelivery: 'hook',
  injectedSidecars: 'false',
};
