import type { Remains } from './remains.ts';

/** The hostile buildpacks print this, the phase and the token, for each token of a ServiceAccount that they can read. */
const FOUND = 'canary-of-a-token-in';

/** The file of the application in which detect leaves its tokens, because the lifecycle does not print its output. */
const OF_DETECT = 'tokens-of-detect';

/** A JSON web token, which is the form of every token of a ServiceAccount. */
const TOKEN = String.raw`eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+`;

/**
 * Reads the environment of each process, all small files and all open files. The volumes of the webhooks, and the files
 * that their variables name, are among them. busybox reads a line only up to its first NUL, so NULs become line breaks.
 */
const SEARCH = `tokens() {
  {
    cat /proc/[0-9]*/environ
    find / -path /proc -prune -o -path /sys -prune -o -type f -size -64k -exec cat {} +
    find -L /proc/[0-9]*/fd /proc/[0-9]*/root/var/run/secrets -maxdepth 4 -type f -size -64k -exec cat {} +
  } 2>/dev/null | tr -s '\\000' '\\n' | grep -oE '${TOKEN}' | sort -u | while read -r token; do
    echo "${FOUND} $1 $token"
  done
}`;

/** The part of detect that searches for tokens. */
export const SEARCH_IN_DETECT = `${SEARCH}
if attacks identity; then tokens detect > ${OF_DETECT}; fi`;

/** Returns the part of build that searches for tokens. It shows them in the log, and in a layer and a label of the image. */
export function searchInBuild(layers: string): string {
  return `${SEARCH}
if attacks identity; then
  mkdir -p ${layers}/tokens
  tokens build > ${layers}/tokens/found
  cat ${OF_DETECT} ${layers}/tokens/found
  printf '[types]\\nlaunch = true\\ncache = true\\n' > ${layers}/tokens.toml
  sed -n 's/.* /[[labels]]\\nkey = "token"\\nvalue = "/; s/$/"/; 1p' ${layers}/tokens/found > ${layers}/launch.toml
fi`;
}

/** True if a buildpack in the phase has found a token. */
export function foundIn(phase: 'detect' | 'build', { logs }: Remains): boolean {
  return new RegExp(`${FOUND} ${phase} ${TOKEN}`).test(logs);
}

/** True if the text contains a token of a ServiceAccount. */
export function hasToken(text: string): boolean {
  return [...text.matchAll(new RegExp(TOKEN, 'g'))].some(([token]) => isOfAccount(token));
}

function isOfAccount(token: string): boolean {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return payload.includes('"sub":"system:serviceaccount:');
}
