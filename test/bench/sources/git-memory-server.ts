import { createHash } from 'node:crypto';
import { serveHttp } from '../../support/http-server.ts';

/** A git server with any number of repositories, each with one branch. It keeps commit ids only, so that it costs little. */
export interface GitMemoryServer {
  readonly url: string;
  /** Moves the branch of a repository. */
  readonly push: (repository: string) => string;
  readonly commitOf: (repository: string) => string;
  /** The number of queries for references. */
  readonly queries: () => number;
  readonly stop: () => Promise<void>;
}

const CAPABILITIES = ['version 2', 'agent=bench', 'ls-refs', 'fetch=shallow', 'object-format=sha1'];

/** Starts a server of git's protocol version 2 (gitprotocol-v2(5)): the capabilities, and the command `ls-refs`. */
export async function startGitMemoryServer(): Promise<GitMemoryServer> {
  const pushes = new Map<string, number>();
  const commitOf = (repository: string): string =>
    createHash('sha1')
      .update(`${repository} ${pushes.get(repository) ?? 0}`)
      .digest('hex');
  let queries = 0;
  const { address, stop } = await serveHttp('127.0.0.1', (request, response) => {
    const [repository = ''] = (request.url ?? '').slice(1).split('.git/', 1);
    request.resume();
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      response.end(`${CAPABILITIES.map((line) => packet(`${line}\n`)).join('')}0000`);
      return;
    }
    queries += 1;
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
    response.end(`${packet(`${commitOf(repository)} refs/heads/main\n`)}0000`);
  });
  return {
    url: `http://${address}`,
    commitOf,
    push: (repository) => {
      pushes.set(repository, (pushes.get(repository) ?? 0) + 1);
      return commitOf(repository);
    },
    queries: () => queries,
    stop,
  };
}

function packet(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
}
