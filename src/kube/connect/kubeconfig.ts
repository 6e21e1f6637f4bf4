import type { JsonObject } from '../../model/json.ts';

/** What a kubeconfig says of one server. Files are absolute. */
export interface Cluster {
  readonly server?: string | undefined;
  readonly caFile?: string | undefined;
  /** base64. */
  readonly caData?: string | undefined;
  readonly skipTlsVerify?: boolean | undefined;
  readonly tlsServerName?: string | undefined;
  readonly proxyUrl?: string | undefined;
}

/** Whom the server should take us for. */
export interface Impersonation {
  readonly user?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A program that gives credentials (client-go credential plugins). */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly providesClusterInfo: boolean;
  readonly interactiveMode?: string | undefined;
  readonly installHint?: string | undefined;
}

/** Who a kubeconfig lets us be. Files are absolute; data is base64. */
export interface User {
  readonly certFile?: string | undefined;
  readonly certData?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly keyData?: string | undefined;
  readonly token?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly impersonation: Impersonation;
  readonly exec?: ExecPlugin | undefined;
  /** As it is written; the Kubernetes client library knows what it means. */
  readonly authProvider?: JsonObject | undefined;
}

/** A cluster and a user by their names. */
export interface Context {
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string | undefined;
}

/** One or several kubeconfig files. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, User>;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly currentContext?: string;
}

/** Several as one, as kubectl has it: of each name, and of the current context, the first to say it wins. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const lastFirst = configs.toReversed();
  const currentContext = configs.find((config) => config.currentContext !== undefined)?.currentContext;
  return {
    clusters: new Map(lastFirst.flatMap(({ clusters }) => [...clusters])),
    users: new Map(lastFirst.flatMap(({ users }) => [...users])),
    contexts: new Map(lastFirst.flatMap(({ contexts }) => [...contexts])),
    ...(currentContext !== undefined && { currentContext }),
  };
}
