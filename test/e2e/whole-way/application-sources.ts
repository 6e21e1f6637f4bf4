import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { basicAuthorization } from '../../cluster/registry/account.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import { makeRepositories, type Repositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer } from '../../cluster/sources/git-server.ts';
import { startSshServer, type SshServer } from '../../cluster/sources/ssh-server.ts';
import { builder } from '../../integration/registry/client-fixture.ts';
import { pushImage } from '../../integration/steps/prepare/pushed-image.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';
import { PULL_SECRET } from './account.ts';

/** Applications on servers that ask for credentials. The hello.txt of each application contains its name. */
export interface ApplicationSources {
  /** The `spec.source` of a Build for each kind. */
  readonly kinds: Readonly<Record<SourceKind, object>>;
  /** One application, before and after a change. */
  readonly changing: Readonly<Record<'before' | 'after', object>>;
  readonly servers: SourceServers;
  /** Commits files to a repository of the git server. Returns the `spec.source` that fetches the files. */
  readonly publish: (repository: string, files: Readonly<Record<string, string>>) => object;
  readonly stop: () => Promise<void>;
}

export const SOURCE_KINDS = ['git-http', 'git-ssh', 'blob', 'image', 'sub-path'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The servers that require credentials. */
export interface SourceServers {
  readonly git: string;
  readonly blob: string;
  readonly ssh: SshServer;
}

/** Starts the servers at an address that Pods can reach. One source is in the registry. */
export async function startSources(registry: Registry): Promise<ApplicationSources> {
  const repositories = makeRepositories();
  const commits = fillRepositories(repositories);
  const guarded = { host: BRIDGE_ADDRESS, authorization: basicAuthorization() };
  const git = await startGitServer(repositories.folder, guarded);
  const blob = await startBlobServer(zipBytes([{ ...helloFile('blob'), mode: 0o100644 }]), guarded);
  const ssh = await startSshServer(BRIDGE_ADDRESS);
  const image = await pushSource(registry);
  const overHttp = (repository: string, revision: string): object => ({
    git: { url: `${git.url}/${repository}.git`, revision },
  });
  return {
    kinds: {
      'git-http': overHttp('http', 'main'),
      'git-ssh': { git: { url: `ssh://${ssh.user}@${ssh.host}${repositories.folder}/ssh.git`, revision: 'v1' } },
      blob: { blob: { url: `${blob.url}/app.zip`, auth: 'secret' } },
      image: { registry: { image, imagePullSecrets: [{ name: PULL_SECRET }] } },
      'sub-path': { ...overHttp('parts', commits.parts), subPath: 'parts/hello' },
    },
    changing: { before: overHttp('changing', commits.before), after: overHttp('changing', commits.after) },
    publish: (repository, files) => overHttp(repository, repositories.commit(repository, files)),
    servers: { git: git.url, blob: blob.url, ssh },
    stop: async () => {
      await Promise.all([git, blob, ssh].map(async (server) => server.stop()));
      repositories.remove();
    },
  };
}

function fillRepositories(repositories: Repositories): Readonly<Record<'parts' | 'before' | 'after', string>> {
  repositories.commit('http', { 'hello.txt': 'git-http' });
  repositories.commit('ssh', { 'hello.txt': 'git-ssh' });
  repositories.git('ssh', 'tag', '-a', '-m', 'a tag', 'v1');
  repositories.commit('ssh', { 'hello.txt': 'what came after v1' });
  return {
    parts: repositories.commit('parts', { 'hello.txt': 'the whole', 'parts/hello/hello.txt': 'sub-path' }),
    before: repositories.commit('changing', { 'hello.txt': 'before' }),
    after: repositories.commit('changing', { 'hello.txt': 'after' }),
  };
}

async function pushSource({ address }: Registry): Promise<string> {
  const { name, content } = helloFile('image');
  const layers = [makeLayer([{ path: `/${name}`, kind: 'file', content }])];
  await pushImage(`${address}/source`, makeImage({ config: PLATFORM, layers }), builder);
  return `${address}/source`;
}

function helloFile(content: SourceKind): { readonly name: string; readonly content: string } {
  return { name: 'hello.txt', content };
}
