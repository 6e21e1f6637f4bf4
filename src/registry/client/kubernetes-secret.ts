import { parseDockercfg, parseDockerConfig, type DockerConfig } from './docker-config.ts';

/** What of a Secret says who we are. */
export interface CredentialSecret {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  /** In base64, as the API server gives it. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * The docker config of a Secret of one of the two docker types; `undefined` for every other Secret. Its helpers are
 * left out: whoever writes a Secret must not choose the programs that we start. Throws `CREDENTIALS`.
 */
export function secretDockerConfig({ namespace, name, type, data }: CredentialSecret): DockerConfig | undefined {
  const source = `Secret ${namespace}/${name}`;
  const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString();
  switch (type) {
    case 'kubernetes.io/dockerconfigjson': {
      const { auths } = parseDockerConfig(text('.dockerconfigjson'), source);
      return { source, auths, credHelpers: {} };
    }
    case 'kubernetes.io/dockercfg':
      return parseDockercfg(text('.dockercfg'), source);
    default:
      return undefined;
  }
}
