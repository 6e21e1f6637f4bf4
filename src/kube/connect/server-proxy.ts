import { environmentExceptions, environmentProxy, proxyUrl } from '../../http/environment-proxies.ts';
import { proxyExceptions } from '../../http/no-proxy.ts';
import { KubeError } from '../kube-error.ts';
import type { ServerProxy } from './api-server-access.ts';
import type { ChosenContext } from './choose-context.ts';

/** The cluster's own proxy goes before that of the environment, whatever `NO_PROXY` says, as client-go has it. */
export function serverProxy(
  { name, cluster: { proxyUrl: own } }: ChosenContext,
  server: URL,
  environment: Readonly<Record<string, string | undefined>>,
): ServerProxy {
  if (own !== undefined) {
    if (/^https?:\/\//i.test(own) && proxyUrl(own) !== undefined) return { url: own };
    throw new KubeError('CONFIGURATION', `context ${name}`, 'the proxy-url of its cluster is not of http or https');
  }
  if (proxyExceptions(environmentExceptions(environment))(server)) return {};
  const url = environmentProxy(environment, server.protocol, refused);
  return { ...(url !== undefined && { url }) };
}

function refused(variable: string, sentence: string): KubeError {
  return new KubeError('CONFIGURATION', variable, sentence);
}
