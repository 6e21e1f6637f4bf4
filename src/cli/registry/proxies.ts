import type { NetworkSettings } from '../../registry/client/dispatcher.ts';
import type { Terminal } from '../terminal.ts';

/** The proxies of the environment; lower case first, as curl has it. */
export function proxies(
  environment: Terminal['environment'],
): Pick<NetworkSettings, 'httpProxy' | 'httpsProxy' | 'noProxy'> {
  const variable = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? '';
  return { httpProxy: variable('HTTP_PROXY'), httpsProxy: variable('HTTPS_PROXY'), noProxy: variable('NO_PROXY') };
}
