/** A Secret and a URL (test/cluster/programs/kpack/cmd/keychain-oracle). */
export interface KeychainQuestion {
  readonly annotation: string;
  readonly isSsh: boolean;
  readonly url: string;
}

/** True if kpack sends the login of the Secret to the URL. */
export interface KeychainAnswer {
  readonly isSent: boolean;
  readonly error?: string;
}

const HOSTS = ['git.example', 'git.example:8443', 'git.example:443', 'git.example:22', 'Git.Example', 'other.example'];
/** The annotations of Secrets. */
export const ANNOTATIONS = [
  ...HOSTS.flatMap((host) => ['', 'https://', 'http://', 'git@'].map((start) => `${start}${host}`)),
  'https://git.example/',
  'https://git.example/org',
  'git.example/org',
  'git.example/',
  'https://me@git.example',
  'me@git.example',
  'ssh://git.example',
  'ssh://git@git.example',
  'HTTPS://git.example',
  'git@git.example:org/app.git',
  'git://git.example',
  '*.example',
  ' git.example',
  '[::1]:8443',
  'https://[::1]:8443',
];
/** The URLs of sources. */
const URLS = [
  ...HOSTS.flatMap((host) => [`https://${host}/org/app`, `http://${host}/org/app`, `ssh://git@${host}/org/app`]),
  'https://ORG@git.example/org/app',
  'https://me:word@git.example/org/app',
  'https://a%40b@git.example/app',
  'git@git.example:org/app',
  'me@git.example:org/app',
  'git.example:org/app',
  'https://[::1]:8443/app',
];

/** Returns one question for each annotation and URL. */
export function keychainQuestions(isSsh: boolean): readonly KeychainQuestion[] {
  return ANNOTATIONS.flatMap((annotation) => URLS.map((url) => ({ annotation, isSsh, url })));
}
