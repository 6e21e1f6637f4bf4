import type { Constraints } from './crd-definition.ts';

// An RE2 expression for the references that `parseImageReference` (src/core/model/image-reference.ts) accepts. The
// expression
// also accepts two kinds of invalid paths: longer than 255 characters, and a single character at `localhost`.
const DOTTED = '[A-Za-z0-9_][A-Za-z0-9_-]*\\.[A-Za-z0-9._-]*(:[0-9]*)?|\\.[A-Za-z0-9._-]*(:[0-9]*)?';
const PORTED = '[A-Za-z0-9_][A-Za-z0-9_-]*:[0-9]*';
const BRACKETED = '\\[[0-9A-Fa-f]*[:.][0-9A-Fa-f:.]*\\](:[0-9]*)?|\\[[0-9A-Fa-f]+\\]:[0-9]*';
const REGISTRY = `(${DOTTED}|${PORTED}|${BRACKETED}|localhost)`;

/** A segment of a path, except `.` and `..`. */
const PART = '(\\.*[a-z0-9_-][a-z0-9._-]*|\\.{3,})';
const LONG_PART = '([a-z0-9_-][a-z0-9._-]+|\\.+[a-z0-9_-][a-z0-9._-]*|\\.{3,})';
const FURTHER_PARTS = `(/${PART})`;
const PATH = `(${LONG_PART}${FURTHER_PARTS}*|[a-z0-9_-]${FURTHER_PARTS}+)`;

/** A path without a registry. A leading `-` would be an option, and a first segment with a `.` would be a registry. */
const BARE_PATH = `([a-z0-9_][a-z0-9._-]+|\\.+[a-z0-9_-][a-z0-9._-]*|\\.{3,}|[a-z0-9_][a-z0-9_-]*${FURTHER_PARTS}+)`;
const TAG = '(:[A-Za-z0-9_.-]{1,128})?';
const DIGEST = '(@sha256:[0-9a-f]{64})?';

/** Matches an image reference without a digest. */
export const TAG_PATTERN = `^(${REGISTRY}/${PATH}|${BARE_PATH})${TAG}$`;

/** Matches an image reference. */
export const IMAGE_PATTERN = `^(${REGISTRY}/${PATH}|${BARE_PATH})${TAG}${DIGEST}$`;

/** Longer than any reference that registries accept: host, path, tag and digest. */
const maxLength = 512;

/** Constraints on an image reference to push to. */
export const TAG_CONSTRAINTS: Constraints = {
  maxLength,
  rules: [
    {
      rule: `self.matches(r'${TAG_PATTERN}')`,
      message: 'must be an image tag such as registry.example.com/app:1.0, without a digest',
    },
  ],
};

/** Constraints on an image reference to pull. */
export const IMAGE_CONSTRAINTS: Constraints = {
  maxLength,
  rules: [
    {
      rule: `self.matches(r'${IMAGE_PATTERN}')`,
      message: 'must be the name of an image, such as registry.example.com/app:1.0',
    },
  ],
};

/** Constraints on an image reference to pull, or an empty string. */
export const OPTIONAL_IMAGE_CONSTRAINTS: Constraints = {
  maxLength,
  rules: IMAGE_CONSTRAINTS.rules?.map(({ rule, ...rest }) => ({ rule: `self == '' || ${rule}`, ...rest })) ?? [],
};

const REGISTRY_IN_FRONT = "find(r'^([^/]*[.:][^/]*|localhost)/')";

/** Returns the CEL expression for the registry of a tag. The registry is empty for Docker Hub. */
export function registryOf(tag: string): string {
  const registry = `${tag}.${REGISTRY_IN_FRONT}`;
  return `(${registry} in ['docker.io/', 'index.docker.io/'] ? '' : ${registry})`;
}
