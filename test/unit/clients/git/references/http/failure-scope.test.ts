import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { GitError } from '../../../../../../src/clients/git/references/git-error.ts';
import type { FailureScope } from '../../../../../../src/core/model/failure-scope.ts';
import { dataPacket } from '../../../../../../src/clients/git/references/http/packets.ts';
import { GitOverHttp } from '../../../../../support/git-over-http.ts';

const ADVERTISEMENT = `${dataPacket('version 2')}${dataPacket('ls-refs')}0000`;
const ADVERTISED = { 'content-type': 'application/x-git-upload-pack-advertisement' };
/** Nothing listens there. */
const CLOSED = 'http://127.0.0.1:1';

/** Returns a server that fails every request with this status. */
function failing(status: number): RequestListener {
  return (_, response) => void response.writeHead(status, { 'retry-after': '86400' }).end();
}

/** Returns a server that answers the discovery, and every command in another way. */
function discovered(command: RequestListener): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET') return command(request, response);
    return void response.writeHead(200, ADVERTISED).end(ADVERTISEMENT);
  };
}

const broken: RequestListener = (request) => void request.socket.destroy();
const silent: RequestListener = () => undefined;
const cut: RequestListener = (_, response) => {
  response.writeHead(200, { ...ADVERTISED, 'content-length': '1000' }).write(dataPacket('version 2'), () => {
    response.destroy();
  });
};

describe('the failure of a query to a git server', () => {
  const git = new GitOverHttp();
  afterEach(async () => git.end());

  const scopeOf = async (url: string, totalMs?: number): Promise<FailureScope> => {
    const options = { idleMs: 300, ...(totalMs !== undefined && { totalMs }) };
    const error: unknown = await git.list(url, ['refs/heads/main'], options).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(GitError);
    return (error as GitError).scope;
  };

  const OWN: Readonly<Record<string, readonly [RequestListener, FailureScope]>> = {
    'that fails with 503': [failing(503), 'host'],
    'that fails with 500': [failing(500), 'host'],
    'that limits requests': [failing(429), 'limit'],
    'that breaks each connection': [broken, 'host'],
    'that never answers': [silent, 'host'],
    'that denies access': [failing(403), 'query'],
    'that lacks the repository': [failing(404), 'query'],
    'that cuts its response': [cut, 'login'],
    'that fails with 503 after the discovery': [discovered(failing(503)), 'host'],
    'that limits requests after the discovery': [discovered(failing(429)), 'limit'],
    'that breaks the connection after the discovery': [discovered(broken), 'login'],
    'that never answers after the discovery': [discovered(silent), 'login'],
  };
  for (const [what, [listener, scope]] of Object.entries(OWN)) {
    it(`concerns ${scope} for a server ${what}`, async () => {
      expect(await scopeOf(await git.serve(listener))).to.equal(scope);
    });
    it(`concerns the query alone after a redirect to a server ${what}`, async () => {
      const target = await git.serve(listener);
      const redirect: RequestListener = ({ url = '' }, response) =>
        void response.writeHead(302, { location: `${new URL(target).origin}${url}` }).end();
      expect(await scopeOf(await git.serve(redirect))).to.equal('query');
    });
  }

  it('concerns the query alone after a redirect to a server that does not listen', async () => {
    const url = await git.serve(
      ({ url: path = '' }, response) => void response.writeHead(302, { location: `${CLOSED}${path}` }).end(),
    );
    expect(await scopeOf(url)).to.equal('query');
  });

  it('concerns the query alone if another server redirects it back', async () => {
    let named = '';
    const elsewhere = await git.serve(
      ({ url = '' }, response) => void response.writeHead(302, { location: `${named}${url}&back` }).end(),
    );
    const url = await git.serve(({ url: path = '' }, response) => {
      if (path.endsWith('&back')) return void response.writeHead(503).end();
      return void response.writeHead(302, { location: `${new URL(elsewhere).origin}${path}` }).end();
    });
    named = new URL(url).origin;
    expect(await scopeOf(url)).to.equal('query');
  });

  it('concerns the login if the query takes too long although the server answers', async () => {
    const drip = discovered((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' });
      const timer = setInterval(() => response.write(dataPacket(`${'a'.repeat(40)} refs/heads/x`)), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await scopeOf(await git.serve(drip), 500)).to.equal('login');
  });

  it('concerns the host if nothing listens', async () => {
    expect(await scopeOf(`${CLOSED}/app.git`)).to.equal('host');
  });
});
