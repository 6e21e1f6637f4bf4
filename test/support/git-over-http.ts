import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { GitError } from '../../src/clients/git/references/git-error.ts';
import { listOverHttp } from '../../src/clients/git/references/http/list-references.ts';
import { treesOverHttp } from '../../src/clients/git/references/http/trees-over-http.ts';
import type { References } from '../../src/clients/git/references/references.ts';
import type { FoundTrees, TreeQuery } from '../../src/clients/git/references/trees.ts';
import { makeDispatcher } from '../../src/clients/registry/client/transport/dispatcher.ts';
import { parseGitAddress } from '../../src/clients/git/address.ts';
import type { GitCredential } from '../../src/clients/git/credentials.ts';
import { serveHttp } from './http-server.ts';

export interface ListOptions {
  readonly credentials?: readonly GitCredential[];
  readonly allowedAddresses?: string;
  readonly totalMs?: number;
  readonly idleMs?: number;
  readonly signal?: AbortSignal;
}

/** Asks git servers over HTTP, as the controller does. */
export class GitOverHttp {
  readonly #ends: (() => Promise<unknown>)[] = [];

  /** Lists the references of these names. */
  async list(url: string, names: readonly string[], options: ListOptions = {}): Promise<References> {
    const { credentials = [], allowedAddresses, totalMs = 60_000, idleMs = 15_000, signal } = options;
    const query = { address: parseGitAddress(url), credentials, names };
    const http = this.#http(allowedAddresses, { idleMs, totalMs });
    return listOverHttp(http, query, signal ?? new AbortController().signal);
  }

  async findTrees(query: TreeQuery): Promise<FoundTrees> {
    const http = this.#http('127.0.0.0/8', { idleMs: 30_000, totalMs: 300_000 });
    return treesOverHttp(http, query, new AbortController().signal);
  }

  /** Starts a server and returns the URL of a repository on it. */
  async serve(listener: RequestListener): Promise<string> {
    const { address, stop } = await serveHttp('127.0.0.1', listener);
    this.#ends.push(async () => stop());
    return `http://${address}/app.git`;
  }

  /** Runs `stop` at the end. */
  stopAtEnd(stop: () => Promise<unknown>): void {
    this.#ends.push(stop);
  }

  /** Ends all connections and servers. */
  async end(): Promise<void> {
    await Promise.all(this.#ends.splice(0).map(async (end) => end()));
  }

  #http(allowed = '127.0.0.0/8', timeouts: { readonly idleMs: number; readonly totalMs: number }) {
    const dispatcher = makeDispatcher({ guard: { allowed, setting: 'ALLOWED_ADDRESSES' } });
    this.#ends.push(async () => dispatcher.destroy());
    return { dispatcher, now: Date.now, timeouts };
  }
}

/** Returns the reason and message of a failure, which may not contain secrets of the tests. */
export async function gitFailure(references: Promise<References>): Promise<string> {
  const error: unknown = await references.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(GitError);
  const { reason, message } = error as GitError;
  expect(message).not.to.match(/my secret|bWU6c2VjcmV0/);
  return `${reason}: ${message}`;
}
