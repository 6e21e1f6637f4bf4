import type { Build } from '../api/kpack/build.ts';
import { isCredential } from './credentials.ts';
import type { ReferencedObjects } from './referenced-objects.ts';

/**
 * The types of Secrets that give access to the cluster: tokens of ServiceAccounts, tokens with which nodes join the cluster,
 * and releases of Helm. A release contains the content of its Secrets.
 */
const CLUSTER_SECRET =
  /^(?:kubernetes\.io\/service-account-token|bootstrap\.kubernetes\.io\/token|helm\.sh\/release\..*)$/;

/**
 * Returns why a variable may not have a value of a Secret that is a credential of Builds, as the end of a sentence. A
 * ServiceAccount may list the Secret only later, and every program that prints its environment prints the variable.
 */
export function credentialRefusals(build: Build, objects: ReferencedObjects): (secret: string) => readonly string[] {
  return (name) => {
    const secret = objects.secret(build.metadata.namespace, name);
    const message = `secret "${name}", which is a login or a signing key of Builds: name a Secret with only this value`;
    return secret !== undefined && isCredential(secret) ? [message] : [];
  };
}

/**
 * Returns a function that says why buildpacks may not read a Secret, as ends of sentences. The Secrets that a ServiceAccount
 * of the namespace lists are refused, and so are Secrets with tokens or with the values of Helm releases.
 */
export function secretRefusals(build: Build, objects: ReferencedObjects): (secret: string) => readonly string[] {
  const credentials = credentialSecrets(build, objects);
  return (secret) => {
    const { type = '' } = objects.secret(build.metadata.namespace, secret) ?? {};
    const ofCluster = `secret "${secret}" of type ${type}, which gives access to the cluster: bind a Secret with only what the buildpacks need`;
    return [
      ...(credentials.has(secret) ? [`forbidden secret "${secret}"`] : []),
      ...(CLUSTER_SECRET.test(type) ? [ofCluster] : []),
    ];
  };
}

/**
 * Returns the names of all Secrets with credentials. kpack checks only `secrets` of accounts. taskpack also checks
 * image pull Secrets.
 */
function credentialSecrets(build: Build, objects: ReferencedObjects): ReadonlySet<string> {
  const { builder, source } = build.spec;
  const references = [
    ...objects
      .serviceAccounts(build.metadata.namespace)
      .flatMap(({ secrets = [], imagePullSecrets = [] }) => [...secrets, ...imagePullSecrets]),
    ...(builder.imagePullSecrets ?? []),
    ...(source.registry?.imagePullSecrets ?? []),
  ];
  return new Set(references.flatMap(({ name }) => name ?? []));
}
