/** A host as OpenSSH has it, and its port. */
export interface SshHost {
  readonly name: string;
  readonly port: string;
}

/** Of a host as addresses have it: with its port if one is written, IPv6 in brackets. */
export function sshHost(host: string): SshHost {
  const [, name = '', port = '22'] = /^(.*?)(?::(\d+))?$/.exec(host) ?? [];
  return { name: name.replaceAll(/[[\]]/g, ''), port };
}
