import { isPlatformApi, REBASE_API, type PlatformApi } from '../../../model/platform-api.ts';
import type { TaskArguments } from './arguments.ts';
import { unusable } from './flags.ts';

/** The Platform API that a run asks for, if it does. Throws `InputsUnusable`. */
export function wantedPlatformApi({
  operation,
  platformApi,
}: Pick<TaskArguments, 'operation' | 'platformApi'>): PlatformApi | undefined {
  if (operation === 'rebase') return REBASE_API;
  if (platformApi === undefined) return undefined;
  if (isPlatformApi(platformApi)) return platformApi.replace('v', '');
  throw unusable(`CNB_PLATFORM_API is no version as 0.9, major and minor: ${JSON.stringify(platformApi)}`);
}
