import { expect } from 'chai';
import { fakeRegistries, type FakeAnswer } from '../../../../integration/registry/client-fake-registry.ts';
import { failureOf, nobody, testClients } from '../../../../integration/registry/client-fixture.ts';
import { RETRY_POLICY } from '../../../../../src/clients/http/retries.ts';
import { gitFailure as errorOfGit } from '../../../../../src/clients/git/git-failure.ts';
import { gitFailure, GitOverHttp } from '../../../../support/git-over-http.ts';

const SECRET = 'TOPSECRET';
const IMAGE = { repository: 'team/app', tag: '1' };

/** Answers of a server that is not meant to be a registry, each with a text that only its own users may read. */
function answersOf(status: number): Readonly<Record<string, FakeAnswer>> {
  const json = (body: object): FakeAnswer => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    'a message of a registry': json({ errors: [{ code: 'UNKNOWN', message: SECRET, detail: SECRET }] }),
    'a code that is no code of a registry': json({ errors: [{ code: SECRET }] }),
    'the message of a token server': json({ message: SECRET, details: SECRET }),
    'a page': { status, body: `<p>${SECRET}</p>` },
    'a challenge of another scheme': { status, headers: { 'www-authenticate': `Basic realm="${SECRET}"` } },
    'a challenge with a token server': {
      status,
      headers: { 'www-authenticate': `Bearer realm="http://${SECRET}.invalid/",service="${SECRET}"` },
    },
    'a redirect': { status: 307, headers: { location: `http://${SECRET}.invalid/${SECRET}` } },
    'a redirect to another scheme': { status: 307, headers: { location: `${SECRET}://${SECRET}/` } },
    'a header': { status, headers: { 'x-internal': SECRET, 'retry-after': SECRET } },
  };
}

describe('the error of a client for users who cannot reach the servers', () => {
  const fakes = fakeRegistries(1);
  const { make } = testClients();
  const git = new GitOverHttp();
  afterEach(async () => git.end());

  for (const status of [200, 400, 401, 403, 404, 418, 429, 500]) {
    for (const [title, answer] of Object.entries(answersOf(status))) {
      it(`has no text of a registry that answers ${status} with ${title}`, async () => {
        // A client takes a server with these statuses for no registry, and asks no more.
        const isRegistry = status !== 400 && status !== 418;
        fakes().answer = ({ path }) => (path === '/v2/' && !isRegistry ? undefined : answer);
        const client = make({
          quotesServers: false,
          keychain: nobody,
          retryPolicy: { ...RETRY_POLICY, retries: 0 },
        });
        const at = { registry: fakes().address, ...IMAGE };
        const failures = await Promise.all([
          failureOf(client.manifest(at)),
          failureOf(client.pushBlob(at, { digest: `sha256:${'a'.repeat(64)}`, size: 1 } as never, Buffer.from('a'))),
        ]);
        for (const failure of failures) {
          expect(failure).to.match(/^(?!TLS )[A-Z_]+ /);
          expect(failure.toLowerCase()).not.to.include(SECRET.toLowerCase());
        }
      });
    }
  }

  for (const [title, location] of Object.entries({
    'a git server': `http://${SECRET}.invalid/app.git/info/refs?service=git-upload-pack`,
    'no git server': `http://${SECRET}.invalid/${SECRET}`,
    'another scheme': `${SECRET}://x/info/refs`,
  })) {
    it(`has no name of a host to which a git server redirects: ${title}`, async () => {
      const url = await git.serve((_, response) => void response.writeHead(302, { location }).end(SECRET));
      expect((await gitFailure(git.list(url, ['refs/heads/main']))).toLowerCase()).not.to.include(SECRET.toLowerCase());
    });
  }

  it('has no text of the git program, and still the cause', () => {
    for (const [errors, code] of [
      [`remote: ${SECRET}\nfatal: Authentication failed for '${SECRET}'`, 'SourceDenied'],
      [`fatal: protocol error: bad line length character: ${SECRET}`, 'PrepareFailed'],
      [`${SECRET}\nfatal: ${SECRET}`, 'PrepareFailed'],
    ] as const) {
      const error = errorOfGit(errors, undefined, 'git.example');
      expect(error.code).to.equal(code);
      expect(error.message).not.to.include(SECRET);
      expect(errorOfGit(errors, (text) => text, 'git.example').message).to.include(SECRET);
    }
  });
});
