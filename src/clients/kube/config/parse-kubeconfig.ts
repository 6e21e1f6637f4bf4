import path from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../../core/model/json.ts';
import { fields, json, list, text, texts } from '../../../core/model/objects/reader.ts';
import { KubeError } from '../kube-error.ts';
import type { Cluster, Context, ExecPlugin, Impersonation, Kubeconfig, User } from './kubeconfig.ts';

/** Parses one kubeconfig document. Ignores unknown fields and makes paths absolute. Throws `CONFIGURATION`. */
export function parseKubeconfig(document: unknown, file: string): Kubeconfig {
  if (!isJsonObject(document)) throw new KubeError('CONFIGURATION', file, 'not a kubeconfig');
  const folder = path.dirname(path.resolve(file));
  const currentContext = text(document['current-context']);
  return {
    clusters: named(document['clusters'], 'cluster', (cluster) => readCluster(cluster, folder)),
    users: named(document['users'], 'user', (user) => readUser(user, folder)),
    contexts: named(document['contexts'], 'context', readContext),
    ...(currentContext !== undefined && { currentContext }),
  };
}

function readCluster(cluster: JsonObject, folder: string): Cluster {
  return {
    server: text(cluster['server']),
    caFile: absolute(cluster['certificate-authority'], folder),
    caData: text(cluster['certificate-authority-data']),
    skipTlsVerify: cluster['insecure-skip-tls-verify'] === true ? true : undefined,
    tlsServerName: text(cluster['tls-server-name']),
    proxyUrl: text(cluster['proxy-url']),
  };
}

function readUser(user: JsonObject, folder: string): User {
  const { exec, 'auth-provider': authProvider } = user;
  return {
    certFile: absolute(user['client-certificate'], folder),
    certData: text(user['client-certificate-data']),
    keyFile: absolute(user['client-key'], folder),
    keyData: text(user['client-key-data']),
    token: text(user['token']),
    tokenFile: absolute(user['tokenFile'], folder),
    username: text(user['username']),
    password: text(user['password']),
    impersonation: readImpersonation(user),
    exec: isJsonObject(exec) ? readExecPlugin(exec, folder) : undefined,
    authProvider: isJsonObject(authProvider) ? authProvider : undefined,
  };
}

function readImpersonation(user: JsonObject): Impersonation {
  return {
    user: text(user['as']),
    uid: text(user['as-uid']),
    groups: texts(user['as-groups']),
    extra: Object.fromEntries(Object.entries(json(user['as-user-extra'])).map(([key, values]) => [key, texts(values)])),
  };
}

const variables = list(fields({ name: text, value: text }));

function readExecPlugin(exec: JsonObject, folder: string): ExecPlugin {
  const command = text(exec['command']) ?? '';
  return {
    apiVersion: text(exec['apiVersion']) ?? 'client.authentication.k8s.io/v1',
    // A command with a slash is a path relative to the kubeconfig. Other commands are looked up in PATH.
    command: command.includes('/') ? path.resolve(folder, command) : command,
    args: texts(exec['args']),
    env: Object.fromEntries(variables(exec['env']).map(({ name = '', value = '' }) => [name, value] as const)),
    providesClusterInfo: exec['provideClusterInfo'] === true,
    interactiveMode: text(exec['interactiveMode']),
    installHint: text(exec['installHint']),
  };
}

function readContext(context: JsonObject): Context {
  return {
    cluster: text(context['cluster']) ?? '',
    user: text(context['user']) ?? '',
    namespace: text(context['namespace']),
  };
}

/**
 * Reads a list of `{name, [field]}`. If two entries have one name, the last one wins, as for kubectl within one file.
 */
function named<T>(entries: Json | undefined, field: string, read: (entry: JsonObject) => T): ReadonlyMap<string, T> {
  return new Map(list(json)(entries).map((entry) => [text(entry['name']) ?? '', read(json(entry[field]))]));
}

function absolute(value: Json | undefined, folder: string): string | undefined {
  const file = text(value);
  return file === undefined ? undefined : path.resolve(folder, file);
}
