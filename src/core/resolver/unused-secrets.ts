import type { Secret } from '../api/kubernetes/secret.ts';
import { closestMatch } from '../model/closest-match.ts';
import { BLOB_ANNOTATION, DOCKER_ANNOTATION, GIT_ANNOTATION } from '../model/credential-annotations.ts';
import { isJsonObject } from '../model/json.ts';
import { fieldWarning, type FieldPath, type FieldProblem } from '../model/problem.ts';
import { annotationFault } from '../model/server-annotations.ts';
import { blobServer } from './blob-server.ts';
import { isCredential } from './credentials.ts';
import { gitServer } from './git-server.ts';

const BASIC = 'kubernetes.io/basic-auth';
const SSH = 'kubernetes.io/ssh-auth';
const UNTYPED = 'Opaque';

/** The annotations that say which server a Secret is for, and the types of Secrets that kpack reads them from. */
const PURPOSES: Readonly<Record<string, readonly string[]>> = {
  [DOCKER_ANNOTATION]: [BASIC],
  [GIT_ANNOTATION]: [BASIC, SSH],
  [BLOB_ANNOTATION]: [UNTYPED],
};

/** The keys of Docker's two configuration formats, by the type of the Secret. */
const DOCKER_KEYS: Readonly<Record<string, string>> = {
  'kubernetes.io/dockerconfigjson': '.dockerconfigjson',
  'kubernetes.io/dockercfg': '.dockercfg',
};

/**
 * Warns of a Secret of a ServiceAccount that looks like a credential of Builds and is none. Secrets of other types, and
 * Secrets with Tekton's annotations, belong to other programs. Does not quote the Secret's values.
 */
export function unusedSecret(secret: Secret, account: string): readonly FieldProblem[] {
  if (isCredential(secret)) return [...checkDockerConfig(secret, account), ...checkServer(secret, account)];
  const { annotations = {}, name } = secret.metadata;
  const { type = '' } = secret;
  const keys = Object.keys(annotations);
  const isLogin = type === BASIC || type === SSH;
  if (![BASIC, SSH, UNTYPED, ''].includes(type) || keys.some((key) => key.startsWith('tekton.dev/'))) return [];
  const warn = (path: FieldPath, why: string): readonly FieldProblem[] => [
    fieldWarning(path, `Secret "${name}" of ServiceAccount "${account}" is unused: ${why}`),
  ];
  for (const [key, types] of Object.entries(PURPOSES)) {
    if (!keys.includes(key)) continue;
    const path = ['metadata', 'annotations', key];
    if (annotations[key] === '') return warn(path, `the annotation ${key} is empty; write the server`);
    const found = type === '' ? 'no type' : `the type ${type}`;
    return warn(['type'], `it has ${found}, and ${key} needs ${types.join(' or ')}`);
  }
  const needed = type === SSH ? [GIT_ANNOTATION] : [DOCKER_ANNOTATION, GIT_ANNOTATION];
  const lacks = `it has no annotation ${needed.join(' or ')}`;
  for (const key of keys) {
    const intended = closestMatch(key, Object.keys(PURPOSES), LARGEST_TYPO);
    if (intended !== undefined) return warn(['metadata', 'annotations', key], `${lacks}; did you mean ${intended}?`);
  }
  return isLogin ? warn([], `${lacks}, which names its server`) : [];
}

/** More differences are another annotation, such as kpack.io/cosign.repository. */
const LARGEST_TYPO = 3;

/** Warns of an annotation that no URL can match. */
function checkServer(secret: Secret, account: string): readonly FieldProblem[] {
  const { type, metadata } = secret;
  const fault = serverFault(type, metadata.annotations);
  if (fault === undefined) return [];
  const message = `Secret "${metadata.name}" of ServiceAccount "${account}" is unused: ${fault.message}`;
  return [fieldWarning(['metadata', 'annotations', fault.key], message)];
}

/** Returns why no URL of a source can match the annotation of a Secret. */
export function serverFault(
  type: string | undefined,
  annotations: Readonly<Record<string, string>> = {},
): { readonly key: string; readonly message: string } | undefined {
  const git = gitServer(type, annotations)?.server;
  const blob = blobServer(type, annotations);
  const [key, server] = git === undefined ? ([BLOB_ANNOTATION, blob] as const) : ([GIT_ANNOTATION, git] as const);
  const message = server === undefined ? undefined : annotationFault(key, server);
  return message === undefined ? undefined : { key, message };
}

/** Warns of a Docker configuration that is not a JSON object. Files need not contain the value, and SOPS may encrypt it. */
function checkDockerConfig(secret: Secret, account: string): readonly FieldProblem[] {
  const key = DOCKER_KEYS[secret.type ?? ''];
  if (key === undefined || secret.sops !== undefined) return [];
  const field = secret.stringData?.[key] === undefined ? 'data' : 'stringData';
  const written = secret[field]?.[key] ?? '';
  const text = field === 'data' ? Buffer.from(written, 'base64').toString() : written;
  if (text === '' || isObjectText(text)) return [];
  const message = `Secret "${secret.metadata.name}" of ServiceAccount "${account}" is unused: ${key} is not a JSON object`;
  return [fieldWarning([field, key], message)];
}

function isObjectText(text: string): boolean {
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}
