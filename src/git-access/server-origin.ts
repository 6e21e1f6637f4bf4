import type { GitAddress } from '../steps/prepare/git/address.ts';

const DEFAULT_PORTS: Readonly<Record<GitAddress['scheme'], string>> = {
  http: '80',
  https: '443',
  ssh: '22',
  git: '9418',
};

/**
 * Returns the scheme, host and port of a repository's server. One host can have different servers on its ports, so a failure
 * of one origin says nothing about another.
 */
export function serverOrigin({ scheme, host }: Pick<GitAddress, 'scheme' | 'host'>): string {
  const [, name = '', port = DEFAULT_PORTS[scheme]] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return `${scheme}://${name.toLowerCase()}:${port}`;
}
