import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BRIDGE_ADDRESS } from '../cluster/control-plane/certificates.ts';
import { git } from '../cluster/sources/git-repository.ts';
import { startGitServer } from '../cluster/sources/git-server.ts';
import { SAMPLE_NAME } from './sample.ts';

/** The sample application's source. */
export interface SampleRepository {
  /** Where pods find it. */
  readonly url: string;
  /** Where it is on this machine; what is pushed there is served. */
  readonly place: string;
  readonly stop: () => Promise<void>;
}

/** Makes a repository with one commit below a folder, and serves it. */
export async function serveSample(folder: string): Promise<SampleRepository> {
  const checkout = path.join(folder, 'checkout');
  mkdirSync(checkout);
  writeFileSync(path.join(checkout, 'hello.txt'), 'world\n');
  git(checkout, 'init', '--quiet', '--initial-branch', 'main');
  git(checkout, 'add', '--all');
  git(checkout, 'commit', '--quiet', '--message', 'Hello');
  const name = `${SAMPLE_NAME}.git`;
  git(folder, 'clone', '--quiet', '--bare', checkout, name);
  const server = await startGitServer(folder, { host: BRIDGE_ADDRESS });
  return { url: `${server.url}/${name}`, place: path.join(folder, name), stop: async () => server.stop() };
}
