import { expect } from 'chai';
import { credentialsFor } from '../../../src/git-references/credentials-for.ts';
import { makeRedaction } from '../../../src/http/redaction.ts';
import { GIT_ANNOTATION } from '../../../src/model/credential-annotations.ts';
import { annotationFault } from '../../../src/model/server-annotations.ts';
import { isHttp, parseGitAddress } from '../../../src/steps/prepare/git/address.ts';
import { credentialsOfSecrets, loginFor } from '../../../src/steps/prepare/git/credentials.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { startLineProgram, type LineProgram } from '../kpack/line-program.ts';

/** A Secret and a URL (test/cluster/programs/kpack/cmd/keychain-oracle). */
interface Question {
  readonly annotation: string;
  readonly isSsh: boolean;
  readonly url: string;
}

const HOSTS = ['git.example', 'git.example:8443', 'git.example:443', 'git.example:22', 'Git.Example', 'other.example'];
const ANNOTATIONS = [
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

/** The host and port of a URL, with the default port of its scheme. */
function serverOf(url: string): string {
  const [, scheme = 'ssh', rest = ''] = /^(?:(\w+):\/\/)?(.*)$/.exec(url) ?? [];
  const [authority = ''] = rest.split('/', 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:(?!\d+$).*$/, '');
  const port = { https: ':443', http: ':80', ssh: ':22' }[scheme] ?? '';
  return (/:\d+$/.test(host) ? host : `${host}${port}`).toLowerCase();
}

describe('the annotations of git Secrets, compared with kpack', function () {
  this.timeout(120_000);
  let oracle: LineProgram<Question, { readonly isSent: boolean; readonly error?: string }>;
  before(async function () {
    this.timeout(1_800_000);
    const programs = await ensurePrograms(['keychain-oracle'], (line) => console.error(line));
    oracle = startLineProgram(programs['keychain-oracle']);
  });
  after(async () => oracle?.close());

  const isSentByUs = async ({ annotation, isSsh, url }: Question): Promise<boolean> => {
    const address = parseGitAddress(url);
    const values: Readonly<Record<string, string>> = { username: 'SENT', password: 'secret', 'ssh-privatekey': 'SENT' };
    const kind = isSsh ? 'git-ssh' : 'git-basic';
    const secret = { kind, name: 'login', server: annotation, read: async (key: string) => values[key] } as const;
    const all = credentialsFor(address, await credentialsOfSecrets([secret], address, makeRedaction()));
    if (isSsh) return all.some((credential) => credential.kind === 'ssh');
    // The list also has the login for HTTPS, which a server of plain HTTP can redirect to.
    const used = isHttp(address) ? loginFor(new URL(address.url).origin, all) : undefined;
    return used?.authorization === `Basic ${Buffer.from('SENT:secret').toString('base64')}`;
  };

  for (const isSsh of [false, true]) {
    it(`match the same URLs, apart from ports, case and plain HTTP: ${isSsh ? 'ssh' : 'HTTP'}`, async () => {
      const wrong: string[] = [];
      let matches = 0;
      for (const annotation of ANNOTATIONS) {
        for (const url of URLS) {
          const question = { annotation, isSsh, url };
          const kpack = await oracle.ask(question);
          const ours = await isSentByUs(question);
          if (kpack.isSent) matches += 1;
          const isPlain = annotation.startsWith('https://') && url.startsWith('http://');
          const [scheme = ''] = /^\w+:\/\//.exec(url) ?? [];
          const named = annotation.replace(/^(?:https?:\/\/|git@)/, '');
          const isSameServer = serverOf(url) === serverOf(`${scheme}${named}/`);
          // A login is for the server, however the URL writes it. Nothing else differs.
          const isExpected = kpack.isSent ? ours !== isPlain : !ours || isSameServer;
          if (!isExpected) wrong.push(`${JSON.stringify(question)}: kpack ${kpack.isSent}, taskpack ${ours}`);
        }
      }
      expect(matches).to.be.greaterThan(30);
      expect(wrong).to.deep.equal([]);
    });
  }

  it('are reported if they match no URL in kpack', async () => {
    for (const annotation of ANNOTATIONS) {
      const sent = await Promise.all(
        [false, true].flatMap((isSsh) => URLS.map(async (url) => ({ annotation, isSsh, url }))),
      );
      let isMatched = false;
      for (const question of sent) isMatched ||= (await oracle.ask(question)).isSent;
      expect(annotationFault(GIT_ANNOTATION, annotation) === undefined, annotation).to.equal(isMatched);
    }
  });
});
