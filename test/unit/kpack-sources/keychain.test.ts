import { expect } from 'chai';
import { credentialsFor } from '../../../src/clients/git/references/credentials-for.ts';
import { makeRedaction } from '../../../src/clients/http/redaction.ts';
import { GIT_ANNOTATION } from '../../../src/core/model/credential-annotations.ts';
import { annotationFault } from '../../../src/core/model/server-annotations.ts';
import { isHttp, parseGitAddress } from '../../../src/clients/git/address.ts';
import { credentialsOfSecrets, loginFor } from '../../../src/clients/git/credentials.ts';
import { recordedAnswers } from '../kpack/recorded-answers.ts';
import { testUsed } from '../kpack/recorded-tests.ts';
import { ANNOTATIONS, keychainQuestions, type KeychainAnswer, type KeychainQuestion } from './git-annotations.ts';

/** The host and port of a URL, with the default port of its scheme. */
function serverOf(url: string): string {
  const [, scheme = 'ssh', rest = ''] = /^(?:(\w+):\/\/)?(.*)$/.exec(url) ?? [];
  const [authority = ''] = rest.split('/', 1);
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:(?!\d+$).*$/, '');
  const port = { https: ':443', http: ':80', ssh: ':22' }[scheme] ?? '';
  return (/:\d+$/.test(host) ? host : `${host}${port}`).toLowerCase();
}

/** True if taskpack sends the login of the Secret to the URL. */
async function isSentByUs({ annotation, isSsh, url }: KeychainQuestion): Promise<boolean> {
  const address = parseGitAddress(url);
  const values: Readonly<Record<string, string>> = { username: 'SENT', password: 'secret', 'ssh-privatekey': 'SENT' };
  const kind = isSsh ? 'git-ssh' : 'git-basic';
  const secret = { kind, name: 'login', server: annotation, read: async (key: string) => values[key] } as const;
  const all = credentialsFor(address, await credentialsOfSecrets([secret], address, makeRedaction()));
  if (isSsh) return all.some((credential) => credential.kind === 'ssh');
  // The list also has the login for HTTPS, which a server of plain HTTP can redirect to.
  const used = isHttp(address) ? loginFor(new URL(address.url).origin, all) : undefined;
  return used?.authorization === `Basic ${Buffer.from('SENT:secret').toString('base64')}`;
}

describe('the annotations of git Secrets, compared with kpack', () => {
  const recorded = recordedAnswers<KeychainQuestion, KeychainAnswer>('keychain-oracle');

  for (const isSsh of [false, true]) {
    it(`match the same URLs, apart from ports, case and plain HTTP: ${isSsh ? 'ssh' : 'HTTP'}`, async () => {
      const wrong: string[] = [];
      let matches = 0;
      for (const question of keychainQuestions(isSsh)) {
        const { annotation, url } = question;
        const kpack = recorded.answer(question);
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
      expect(matches).to.be.greaterThan(30);
      expect(wrong).to.deep.equal([]);
    });
  }

  it('are reported if they match no URL in kpack', () => {
    const matched = new Set(
      [false, true]
        .flatMap(keychainQuestions)
        .filter((question) => recorded.answer(question).isSent)
        .map(({ annotation }) => annotation),
    );
    for (const annotation of ANNOTATIONS)
      expect(annotationFault(GIT_ANNOTATION, annotation) === undefined, annotation).to.equal(matched.has(annotation));
  });

  testUsed(recorded);
});
