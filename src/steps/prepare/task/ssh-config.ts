import path from 'node:path';
import { type GitAddress, sshHost } from '../../../clients/git/address.ts';

/** The settings of a `Host` block in `~/.ssh/config` that select a key (ssh_config(5)). */
interface HostBlock {
  readonly hosts: readonly string[];
  readonly ports: string[];
  readonly files: string[];
}

/**
 * Returns the names of the private keys that a configuration has for a repository, best match first. Directories are removed,
 * because the configuration was written for another mount path.
 */
export function identityFiles(config: string, address: Pick<GitAddress, 'url' | 'host'>): readonly string[] {
  const { name: host, port } = sshHost(address.host);
  const blocks = hostBlocks(config);
  const ofHost = blocks.filter(({ hosts }) => hosts.includes(host));
  const isOfPort = ({ ports: [own = port] }: HostBlock): boolean => own === port;
  return [
    ...blocks.filter(({ hosts }) => hosts.includes(aliasOf(host, address.url))),
    ...ofHost.filter(isOfPort),
    // OpenSSH also offers these keys, because the port in a block is only a default.
    ...ofHost.filter((block) => !isOfPort(block)),
  ].flatMap(({ files }) => files);
}

/** Returns Tekton's host alias for a Secret of one repository (pkg/credentials/gitcreds/ssh.go, `sshHostAlias`). */
function aliasOf(host: string, url: string): string {
  const repository = url.includes('://') ? new URL(url).pathname : url.slice(url.indexOf(':', url.indexOf(']')) + 1);
  const names = repository.replace(/^\/+/, '').replace(/\.git$/, '');
  return `${host}--${names.replaceAll('/', '--')}`;
}

function hostBlocks(config: string): readonly HostBlock[] {
  const blocks: HostBlock[] = [];
  for (const line of config.split('\n')) {
    const [keyword, value] = directive(line.trim());
    switch (keyword.toLowerCase()) {
      case 'host':
        blocks.push({ hosts: value.split(/\s+/), ports: [], files: [] });
        break;
      case 'match':
        blocks.push({ hosts: [], ports: [], files: [] });
        break;
      case 'port':
        blocks.at(-1)?.ports.push(value);
        break;
      case 'identityfile':
        blocks.at(-1)?.files.push(path.posix.basename(value));
        break;
    }
  }
  return blocks;
}

/** Returns the keyword and the argument of a line (ssh_config(5)): `KEYWORD ARGUMENT` or `KEYWORD=ARGUMENT`, possibly in quotes. */
function directive(line: string): readonly [keyword: string, argument: string] {
  const [keyword = ''] = /^\w+(?=[\s=])/.exec(line) ?? [];
  const argument = line.slice(keyword.length).trimStart().replace(/^=/, '').trimStart();
  return [keyword, argument.replace(/^"/, '').replace(/"$/, '')];
}
