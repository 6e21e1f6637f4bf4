import path from 'node:path';
import type { GitAddress } from '../git/address.ts';
import { sshHost } from '../git/ssh-host.ts';

/** A `Host` block of `~/.ssh/config`, as far as it chooses a key (ssh_config(5)). */
interface HostBlock {
  readonly hosts: readonly string[];
  readonly ports: string[];
  readonly files: string[];
}

/**
 * The private keys that a configuration has for a repository, most fitting first, by their names in the configuration's own
 * directory: where that was when it was written is not where it is mounted.
 */
export function identityFiles(config: string, address: Pick<GitAddress, 'url' | 'host'>): readonly string[] {
  const { name: host, port } = sshHost(address.host);
  const blocks = hostBlocks(config);
  const ofHost = blocks.filter(({ hosts }) => hosts.includes(host));
  const isOfPort = ({ ports: [own = port] }: HostBlock): boolean => own === port;
  return [
    ...blocks.filter(({ hosts }) => hosts.includes(aliasOf(host, address.url))),
    ...ofHost.filter(isOfPort),
    // OpenSSH offers them as well: what a block says of the port is a default.
    ...ofHost.filter((block) => !isOfPort(block)),
  ].flatMap(({ files }) => files);
}

/** The host by which Tekton knows a Secret that is for one repository (pkg/credentials/gitcreds/ssh.go, `sshHostAlias`). */
function aliasOf(host: string, url: string): string {
  const repository = url.includes('://') ? new URL(url).pathname : url.slice(url.indexOf(':', url.indexOf(']')) + 1);
  const names = repository.replace(/^\/+/, '').replace(/\.git$/, '');
  return `${host}--${names.replaceAll('/', '--')}`;
}

function hostBlocks(config: string): readonly HostBlock[] {
  const blocks: HostBlock[] = [];
  for (const line of config.split('\n')) {
    const [, keyword = '', value = ''] = /^\s*(\w+)(?:\s*=\s*|\s+)"?(.*?)"?\s*$/.exec(line) ?? [];
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
