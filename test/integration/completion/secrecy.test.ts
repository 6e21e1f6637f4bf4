import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import type { HttpServer } from '../../support/http-server.ts';
import { serveEcho } from '../steps/echoing-server.ts';
import { runCompletion, type Completion } from './completed-build.ts';
import { signingOracle } from './signing-oracle.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const PASSWORD = 'p@ss w/rd?';
const KEY_PASSWORD = 'open sesame';
const LOGIN = Buffer.from(`me:${PASSWORD}`).toString('base64');
const FORMS = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(PASSWORD).toString('base64'), LOGIN, KEY_PASSWORD];

describe('completion: a registry that repeats its requests', function () {
  this.timeout(600_000);
  let folder = '';
  let server: HttpServer;
  before(async () => {
    const programs = await ensurePrograms(['signing-oracle'], (line) => console.error(line));
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-completion-'));
    await signingOracle(programs['signing-oracle'], folder).makeKey(path.join(folder, 'key'), KEY_PASSWORD);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => server.stop());

  for (const [status, code] of [
    [401, 42],
    [403, 42],
    [400, 43],
    [500, 32],
  ] as const) {
    it(`does not print secrets from the response: ${status}`, async () => {
      server = await serveEcho(status);
      const home = path.join(folder, `home-${status}`);
      mkdirSync(path.join(home, '.docker'), { recursive: true });
      const auths = { [server.address]: { auth: LOGIN } };
      writeFileSync(path.join(home, '.docker/config.json'), JSON.stringify({ auths }));
      const outcomes: Completion[] = [];
      for (const keys of [[{ path: path.join(folder, 'key') }], []]) {
        const part = { cacheTag: `${server.address}/team/cache:1`, signing: keys, signatureAnnotations: [] };
        const image = { tag: `${server.address}/team/app:1`, digest: DIGEST };
        outcomes.push(await runCompletion(home, image, part, [`-outcome=${home}/message`]));
      }
      expect(outcomes.map((outcome) => outcome.code)).to.deep.equal([code, 0]);
      const texts = outcomes.flatMap(({ log, errors }) => [log, errors]);
      expect(texts.join(''))
        .to.include('the image was built, but its signature cannot be stored')
        .and.to.include('cache image is not reported');
      for (const form of FORMS) for (const text of texts) expect(text).not.to.include(form);
    });
  }
});
