import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { credentialHelperPrograms } from '../../../../../../src/clients/registry/client/credentials/credential-helper.ts';
import { rejection } from '../../../../../integration/registry/rejection.ts';

describe('credential helpers', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-helpers-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function ask(script: string, name = 'test', timeout = 5000): Promise<unknown> {
    writeFileSync(path.join(folder, `docker-credential-${name}`), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const environment = { PATH: `${folder}:/usr/bin:/bin`, TOLD: 'told' };
    return credentialHelperPrograms({ environment, timeoutMs: timeout })(name, 'r.test');
  }

  const answers: readonly (readonly [string, string, unknown])[] = [
    [
      'are told the server and the environment',
      'read server; echo "{\\"Username\\":\\"$1 $server\\",\\"Secret\\":\\"$TOLD$HOME\\"}"',
      { kind: 'password', username: 'get r.test', password: 'told' },
    ],
    [
      'may give an identity token',
      `echo '{"Username":"<token>","Secret":"t"}'`,
      { kind: 'identity-token', token: 't' },
    ],
    ['may have nothing', 'echo credentials not found in native keychain; exit 1', undefined],
    ['may have nobody', `echo '{"Username":"","Secret":""}'`, undefined],
  ];
  for (const [what, script, credential] of answers) {
    it(what, async () => expect(await ask(script)).to.deep.equal(credential));
  }

  const failures: readonly (readonly [string, string])[] = [
    ['echo secret >&2; echo secret; exit 3', 'the credential helper fails with status 3; run it by hand to see why'],
    ['echo secret', 'the credential helper does not print a JSON object'],
    [`echo '{"Secret":"secret"}'`, 'the credential helper prints no Username and Secret'],
    ['kill $$', 'the credential helper fails with status unknown; run it by hand to see why'],
    [
      'head -c 3000000 /dev/zero; sleep 9',
      'the credential helper fails with status unknown; run it by hand to see why',
    ],
  ];
  for (const [script, sentence] of failures) {
    it(`fail without showing their output: ${script}`, async () => {
      const error = await rejection(ask(script));
      expect(error).to.include({ code: 'CREDENTIALS', message: `docker-credential-test for r.test: ${sentence}` });
    });
  }

  it('time out', async () => {
    // Longer than the timeout of the test.
    expect(await rejection(ask('exec sleep 100', 'test', 100))).to.have.property('code', 'CREDENTIALS');
  });

  it('must exist and have a valid name', async () => {
    const missing = credentialHelperPrograms({ environment: { PATH: folder } });
    const error = await rejection(missing('none', 'r.test'));
    expect(error).to.have.property(
      'message',
      'docker-credential-none for r.test: the credential helper cannot be started; check that it is installed and in PATH',
    );
    expect(error).to.have.nested.property('cause.code', 'ENOENT');
    for (const name of ['../evil', 'a/b', '', '.', 'a b', 'a;b']) {
      expect(await rejection(missing(name, 'r.test')), name)
        .to.have.property('message')
        .that.matches(/not a valid name/);
    }
  });
});
