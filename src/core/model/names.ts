const LONGEST_LABEL = 63;
const LONGEST_SUBDOMAIN = 253;
const MD5_HEX_LENGTH = 32;
/** The hexadecimal digits of a hash that distinguish the objects of one namespace. */
const CONTENT_LENGTH = 8;

/**
 * Returns the name of an object that belongs to `parent`, at most 63 characters: `parent` and `suffix`. If that is too
 * long, returns the start of `parent`, the MD5 of `parent`, and `suffix`. kpack names Pods by the same rule (Knative's
 * kmeta.ChildName).
 */
export function childName(parent: string, suffix: string): string {
  if (parent.length + suffix.length <= LONGEST_LABEL) return parent + suffix;
  return `${parent.slice(0, LONGEST_LABEL - MD5_HEX_LENGTH - suffix.length)}${md5(parent)}${suffix}`;
}

/** Returns `prefix` and a hash of `content`, at most 63 characters. Different content gives a different name. */
export function contentName(prefix: string, content: string): string {
  return prefix.slice(0, LONGEST_LABEL - CONTENT_LENGTH) + md5(content).slice(0, CONTENT_LENGTH);
}

/**
 * Returns `prefix` and `name` as a DNS label (RFC 1123). Text that is not a valid label is shortened, cleaned and
 * hashed. So is text that ends like a hash, because it could be the label of another name.
 */
export function dnsLabel(prefix: string, name: string): string {
  const text = prefix + name;
  if (/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text) && !/-[0-9a-f]{32}$/.test(text)) return text;
  const head = text.toLowerCase().replace(/[^-a-z0-9]/g, '-');
  return `${head.slice(0, LONGEST_LABEL - MD5_HEX_LENGTH - 1)}-${md5(name)}`;
}

/** True if the text is a DNS subdomain (RFC 1123), the rule for the names of most Kubernetes objects. */
export function isDnsSubdomain(text: string): boolean {
  return (
    text.length <= LONGEST_SUBDOMAIN &&
    /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text)
  );
}

/** Loads node:crypto only if a name needs a hash, because loading takes as long as translating a Build. */
function md5(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('md5').update(text).digest('hex');
}
