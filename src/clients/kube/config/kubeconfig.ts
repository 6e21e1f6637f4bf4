import type { JsonObject } from '../../../core/model/json.ts';

/** A cluster of a kubeconfig. File paths are absolute. */
export interface Cluster {
  readonly server?: string | undefined;
  readonly caFile?: string | undefined;
  /** The certificate authority in base64. */
  readonly caData?: string | undefined;
  readonly skipTlsVerify?: boolean | undefined;
  readonly tlsServerName?: string | undefined;
  readonly proxyUrl?: string | undefined;
}

/** The user to impersonate. */
export interface Impersonation {
  readonly user?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** An exec plugin (client-go credential plugins). */
export interface ExecPlugin {
  readonly apiVersion: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly providesClusterInfo: boolean;
  readonly interactiveMode?: string | undefined;
  readonly installHint?: string | undefined;
}

/** A user of a kubeconfig. File paths are absolute; data is base64. */
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
  /** The auth provider as written. The Kubernetes client library interprets it. */
  readonly authProvider?: JsonObject | undefined;
}

/** A context of a kubeconfig. */
export interface Context {
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string | undefined;
}

/** The content of one or several kubeconfig files. */
export interface Kubeconfig {
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, User>;
  readonly contexts: ReadonlyMap<string, Context>;
  readonly currentContext?: string;
}

/** Merges kubeconfigs as kubectl does: for each name, and for the current context, the first file that sets it wins. */
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

/** Returns the headers of user impersonation (Kubernetes documentation, "User impersonation"). */
export function impersonationHeaders({
  user,
  uid,
  groups,
  extra,
}: Impersonation): Readonly<Record<string, string | readonly string[]>> {
  return {
    ...(user !== undefined && { 'Impersonate-User': user }),
    ...(uid !== undefined && { 'Impersonate-Uid': uid }),
    ...(groups.length > 0 && { 'Impersonate-Group': groups }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`Impersonate-Extra-${encodeURIComponent(key)}`, values]),
    ),
  };
}
