import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import { git } from '../cluster/sources/git-repository.ts';
import { startGitServer } from '../cluster/sources/git-server.ts';
import { SAMPLE_NAME } from './sample.ts';

/** The sample application's source. */
export interface SampleRepository {
  /** The repository's URL for Pods. */
  readonly url: string;
  /** The repository's path on this machine. Pushes to it are served. */
  readonly place: string;
  /** Commits a new content of the application's file and pushes the commit. */
  readonly push: (content: string) => void;
  readonly stop: () => Promise<void>;
}

/** Creates a repository with one commit in a folder, and serves it. */
export async function serveSample(folder: string): Promise<SampleRepository> {
  const checkout = path.join(folder, 'checkout');
  mkdirSync(checkout);
  writeFileSync(path.join(checkout, 'hello.txt'), 'world\n');
  git(checkout, 'init', '--quiet', '--initial-branch', 'main');
  git(checkout, 'add', '--all');
  git(checkout, 'commit', '--quiet', '--message', 'Hello');
  const name = `${SAMPLE_NAME}.git`;
  git(folder, 'clone', '--quiet', '--bare', checkout, name);
  git(checkout, 'remote', 'add', 'origin', path.join(folder, name));
  const server = await startGitServer(folder, { host: BRIDGE_ADDRESS });
  return {
    url: `${server.url}/${name}`,
    place: path.join(folder, name),
    push: (content) => {
      writeFileSync(path.join(checkout, 'hello.txt'), content);
      git(checkout, 'commit', '--quiet', '--all', '--message', 'Another hello');
      git(checkout, 'push', '--quiet', 'origin', 'main');
    },
    stop: async () => server.stop(),
  };
}
