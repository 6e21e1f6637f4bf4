import path from 'node:path';
import { makeImage } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import { BRIDGE_ADDRESS } from '../../cluster/control-plane/certificates.ts';
import { PLATFORM } from '../../cluster/images/platform.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import type { Registry } from '../../cluster/registry/registry.ts';
import { startBlobServer } from '../../cluster/sources/blob-server.ts';
import { git as inRepository, makeRepositories } from '../../cluster/sources/git-repository.ts';
import { startGitServer } from '../../cluster/sources/git-server.ts';
import { zipBytes } from '../../support/archives/zip-bytes.ts';

/** The kinds of sources, as Builds name them. */
export const SOURCE_KINDS = ['blob', 'registry', 'git'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

/** One application, with files, programs and directories, from three kinds of source. */
export interface ComparedSources {
  /** The `spec.source` of a Build for each kind. */
  readonly of: Readonly<Record<SourceKind, object>>;
  stop(): Promise<void>;
}

/** The application's files. A file that begins with `#!` is executable. */
const FILES = {
  'hello.txt': 'world',
  'bin/start': '#!/bin/sh\necho started\n',
  'static/pages/index.html': '<p>hello</p>\n',
} as const;

export async function startSources(registry: Registry): Promise<ComparedSources> {
  const blob = await startBlobServer(zippedFiles(), { host: BRIDGE_ADDRESS });
  const repositories = makeRepositories();
  repositories.commit('app', FILES);
  // kpack fetches a commit by its hash, which the server must allow.
  inRepository(path.join(repositories.folder, 'app.git'), 'config', 'uploadpack.allowReachableSHA1InWant', 'true');
  const git = await startGitServer(repositories.folder, { host: BRIDGE_ADDRESS });
  return {
    of: {
      blob: { blob: { url: `${blob.url}/app.zip` } },
      registry: { registry: { image: await pushFiles(registry) } },
      git: { git: { url: `${git.url}/app.git`, revision: 'main' } },
    },
    stop: async () => {
      await Promise.all([blob.stop(), git.stop()]);
      repositories.remove();
    },
  };
}

/** Returns a zip file in which one directory has an entry and another has none. */
function zippedFiles(): Buffer {
  const files = Object.entries(FILES).map(([name, content]) => ({ name, content, mode: 0o100000 | modeOf(content) }));
  return zipBytes([{ name: 'bin/', mode: 0o040755 }, ...files]);
}

async function pushFiles({ address, url }: Registry): Promise<string> {
  const entries = Object.entries(FILES).map(
    ([name, content]) => ({ path: `/${name}`, kind: 'file', content, mode: modeOf(content) }) as const,
  );
  const layers = [entries.slice(0, 1), entries.slice(1)].map((some) => makeLayer(some, { parents: true }));
  const repository = 'sources/app';
  const digest = await pushImage(makeImage({ config: PLATFORM, layers }), { url, repository }, 'latest');
  return `${address}/${repository}@${digest}`;
}

function modeOf(content: string): number {
  return content.startsWith('#!') ? 0o755 : 0o644;
}
