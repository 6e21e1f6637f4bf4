import type { Constraints } from '../definition.ts';

// What `parseImageReference` (src/model/image-reference.ts) takes, as an expression that RE2 knows. Left to it are paths of
// more than 255 characters, and of a single one at `localhost`.
const DOTTED = '[A-Za-z0-9_][A-Za-z0-9_-]*\\.[A-Za-z0-9._-]*(:[0-9]*)?|\\.[A-Za-z0-9._-]*(:[0-9]*)?';
const PORTED = '[A-Za-z0-9_][A-Za-z0-9_-]*:[0-9]*';
const BRACKETED = '\\[[0-9A-Fa-f]*[:.][0-9A-Fa-f:.]*\\](:[0-9]*)?|\\[[0-9A-Fa-f]+\\]:[0-9]*';
const REGISTRY = `(${DOTTED}|${PORTED}|${BRACKETED}|localhost)`;

/** A part of a path: neither `.` nor `..`. */
const PART = '(\\.*[a-z0-9_-][a-z0-9._-]*|\\.{3,})';
const LONG_PART = '([a-z0-9_-][a-z0-9._-]+|\\.+[a-z0-9_-][a-z0-9._-]*|\\.{3,})';
const FURTHER_PARTS = `(/${PART})`;
const PATH = `(${LONG_PART}${FURTHER_PARTS}*|[a-z0-9_-]${FURTHER_PARTS}+)`;

/** Without a registry: a `-` in front would be an option, and a `.` before a slash make a registry of what it is in. */
const BARE_PATH = `([a-z0-9_][a-z0-9._-]+|\\.+[a-z0-9_-][a-z0-9._-]*|\\.{3,}|[a-z0-9_][a-z0-9_-]*${FURTHER_PARTS}+)`;
const TAG = '(:[A-Za-z0-9_.-]{1,128})?';
const DIGEST = '(@sha256:[0-9a-f]{64})?';

/** What a tag is: the name of an image without a digest. */
export const TAG_PATTERN = `^(${REGISTRY}/${PATH}|${BARE_PATH})${TAG}$`;

/** What the name of an image is. */
export const IMAGE_PATTERN = `^(${REGISTRY}/${PATH}|${BARE_PATH})${TAG}${DIGEST}$`;

/** Longer than any name that a registry takes: host, path, tag and digest. */
const maxLength = 512;

/** A place to push to. */
export const TAG_CONSTRAINTS: Constraints = {
  maxLength,
  rules: [
    {
      rule: `self.matches(r'${TAG_PATTERN}')`,
      message: 'must be an image tag such as registry.example.com/app:1.0, without a digest',
    },
  ],
};

/** Something to pull. */
export const IMAGE_CONSTRAINTS: Constraints = {
  maxLength,
  rules: [
    {
      rule: `self.matches(r'${IMAGE_PATTERN}')`,
      message: 'must be the name of an image, such as registry.example.com/app:1.0',
    },
  ],
};

/** The same, of a field that may be empty. */
export const OPTIONAL_IMAGE_CONSTRAINTS: Constraints = {
  maxLength,
  rules: IMAGE_CONSTRAINTS.rules?.map(({ rule, ...rest }) => ({ rule: `self == '' || ${rule}`, ...rest })) ?? [],
};

const REGISTRY_IN_FRONT = "find(r'^([^/]*[.:][^/]*|localhost)/')";

/** CEL for the registry that a tag names, empty for Docker Hub. */
export function registryOf(tag: string): string {
  const registry = `${tag}.${REGISTRY_IN_FRONT}`;
  return `(${registry} in ['docker.io/', 'index.docker.io/'] ? '' : ${registry})`;
}
