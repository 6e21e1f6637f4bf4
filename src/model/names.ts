const LONGEST_LABEL = 63;
const MD5_HEX_LENGTH = 32;
/** Enough of a hash to tell the objects of one namespace apart. */
const CONTENT_LENGTH = 8;

/**
 * The name of an object that belongs to `parent`, at most 63 characters: `parent` and `suffix`, or the head of
 * `parent`, its MD5 and `suffix` where that is too long. Knative's rule (kmeta.ChildName), which names kpack's pods.
 */
export function childName(parent: string, suffix: string): string {
  if (parent.length + suffix.length <= LONGEST_LABEL) return parent + suffix;
  return `${parent.slice(0, LONGEST_LABEL - MD5_HEX_LENGTH - suffix.length)}${md5(parent)}${suffix}`;
}

/** A name that begins with `prefix`, at most 63 characters: another for another content. */
export function contentName(prefix: string, content: string): string {
  return prefix.slice(0, LONGEST_LABEL - CONTENT_LENGTH) + md5(content).slice(0, CONTENT_LENGTH);
}

/** `prefix` and `name` as a DNS label (RFC 1123): as they are if they make one, else with the rest of them as a hash. */
export function dnsLabel(prefix: string, name: string): string {
  const text = prefix + name;
  if (/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text)) return text;
  const head = text.toLowerCase().replace(/[^-a-z0-9]/g, '-');
  return `${head.slice(0, LONGEST_LABEL - MD5_HEX_LENGTH - 1)}-${md5(name)}`;
}

/** Loaded only for names that need it: loading it costs as much time as translating a Build. */
function md5(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('md5').update(text).digest('hex');
}
