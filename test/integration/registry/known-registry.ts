import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Image } from '../../../src/core/oci/image.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { buildCommand, runCommand, type Invocation, type Outcome } from '../../support/command.ts';
import { writeDockerConfig } from './docker-config-file.ts';
import { temporaryRegistry } from './temporary-registry.ts';

/** A registry that requires authentication, and a folder whose `config.json` has the credentials. */
export interface KnownRegistry extends Pick<Registry, 'address' | 'url'> {
  readonly folder: string;
  /** Pushes an image and returns its reference. */
  push(image: Image, repository: string, tag?: string): Promise<string>;
  /** Runs the command with those credentials. */
  run(args: readonly string[], invocation?: Invocation): Outcome;
}

/** A registry for the tests of the calling suite, which starts before the first test. */
export function knownRegistry(): () => KnownRegistry {
  const registry = temporaryRegistry('basic');
  let folder = '';

  before(() => {
    buildCommand();
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-known-'));
    writeDockerConfig(folder, [registry().address]);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  return () => {
    const { address, url } = registry();
    return {
      address,
      url,
      folder,
      push: async (image, repository, tag) => {
        await pushImage(image, { url, repository, authorization: basicAuthorization() }, tag ?? 'latest');
        return `${address}/${repository}${tag === undefined ? '' : `:${tag}`}`;
      },
      run: (args, { env = {}, ...invocation } = {}) =>
        runCommand(args, { ...invocation, env: { DOCKER_CONFIG: folder, ...env } }),
    };
  };
}
