import { gitAccess, type GitAccess } from '../../../../../src/controller/sources/git-access/git-access.ts';
import type { WantedRevision } from '../../../../../src/controller/sources/git-access/watched-repository.ts';
import type { GitError } from '../../../../../src/clients/git/references/git-error.ts';
import type { GitQuery, References } from '../../../../../src/clients/git/references/references.ts';
import type { Tree } from '../../../../../src/clients/git/references/trees.ts';
import type { KubeClient } from '../../../../../src/clients/kube/client/kube-client.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';
import { VirtualClock } from '../../../../support/virtual-clock.ts';
import { clusterOf } from '../../registry-access/some-cluster.ts';

export const MINUTE = 60_000;

/** Returns the id of a commit or tree. */
export function id(digit: string): string {
  return digit.repeat(40);
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The access to git servers that all have the same references, with a virtual clock. */
export class GitBed {
  readonly clock = new VirtualClock();
  /** The queries: how they were asked, the URL, the logins and the names. */
  asked: string[] = [];
  /** The watchers whose answers have changed. */
  readonly told: string[] = [];
  readonly outcomes: string[] = [];
  readonly references = new Map([['refs/heads/main', id('1')]]);
  /** The failure of every query. */
  failure: GitError | undefined;
  /** Throws the failure of a query about this URL. */
  answerOf: (url: string) => void = () => undefined;
  /** The queries about trees: the first digit of the commit, and the paths. */
  askedTrees: string[] = [];
  treeAt: (commit: string) => Tree = (commit) => ({ kind: 'known', id: commit.replaceAll('1', 'a') });
  /** The time that a query about trees takes. */
  treesTakeMs = 0;
  /** The commits that the servers have removed. */
  removed: ReadonlySet<string> = new Set();
  access!: GitAccess;
  /** Reads objects of the cluster. */
  get!: KubeClient['get'];
  #stop = new AbortController();

  constructor() {
    this.start();
  }

  /** Starts the access again on a cluster with these objects. */
  start(...objects: readonly KubeObject[]): void {
    this.stop();
    ({ get: this.get } = clusterOf(...objects));
    this.#stop = new AbortController();
    this.access = gitAccess({
      client: { get: async (...request) => this.get(...request) },
      clock: this.clock,
      random: () => 0.5,
      overHttp: async (query) => this.#list('http', query),
      byProgram: async (query) => this.#list('git', query),
      findTrees: async ({ commit, paths, kept }, signal) => {
        this.askedTrees.push([commit[0], ...paths].join(' '));
        if (this.treesTakeMs > 0) await this.clock.sleep(this.treesTakeMs, signal);
        const trees = new Map(paths.map((path) => [path, this.treeAt(commit)]));
        return { trees, missing: new Set(kept.filter((one) => this.removed.has(one))) };
      },
      onAsked: (outcome) => void this.outcomes.push(outcome),
      signal: this.#stop.signal,
    });
    this.access.subscribe((watcher) => void this.told.push(watcher));
  }

  stop(): void {
    this.#stop.abort();
  }

  async #list(how: string, query: GitQuery): Promise<References> {
    const logins = query.credentials.map((credential) =>
      credential.kind === 'ssh' ? credential.key : credential.authorization.replace('Basic ', ''),
    );
    this.asked.push([how, query.address.url, ...logins, ...query.names].join(' '));
    this.answerOf(query.address.url);
    if (this.failure !== undefined) throw this.failure;
    const found = query.names.flatMap((name) => {
      const commit = this.references.get(name);
      return commit === undefined ? [] : [[name, { id: commit }] as const];
    });
    return new Map(found);
  }
}

/** Returns a revision that a watcher wants: by default, the main branch of one repository. */
export function wanted(changes: Partial<WantedRevision> = {}): WantedRevision {
  return {
    url: 'https://git.example/app',
    revision: 'main',
    account: { namespace: 'team', serviceAccount: 'builder' },
    intervalMs: MINUTE,
    isKnown: false,
    ...changes,
  };
}

/** Returns the answer for a branch with this commit. */
export function resolved(commit: string): object {
  return { kind: 'resolved', revision: { type: 'Branch', commit } };
}

export function secret(name: string, username: string, password: string, server = 'https://git.example'): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: 'team', annotations: { 'kpack.io/git': server } },
    type: 'kubernetes.io/basic-auth',
    data: { username: base64(username), password: base64(password) },
  };
}
