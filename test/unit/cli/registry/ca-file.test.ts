import { expect } from 'chai';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { rootCertificates } from 'node:tls';
import { connectionSettings } from '../../../../src/cli/controller/registries.ts';
import { CommandFailure } from '../../../../src/cli/problems.ts';
import { run } from '../../../../src/cli/program.ts';
import type { Terminal } from '../../../../src/cli/terminal.ts';

const [CERTIFICATE = ''] = rootCertificates;

/** Texts without a certificate that Node accepts, and ignores. */
const WITHOUT_CERTIFICATE: Readonly<Record<string, string | Buffer>> = {
  'an empty file': '',
  'a Build': 'kind: Build\n',
  'garbage between the lines of PEM': '-----BEGIN CERTIFICATE-----\nMIIBxxx\n-----END CERTIFICATE-----\n',
  'a certificate in DER': new X509Certificate(CERTIFICATE).raw,
  'a certificate that is cut short': CERTIFICATE.slice(0, 200),
};

describe('the file of --ca-file and REGISTRY_CA_FILE', () => {
  let file: string;
  beforeEach(async () => void (file = path.join(await mkdtemp(path.join(tmpdir(), 'taskpack-')), 'ca.pem')));
  afterEach(async () => rm(path.dirname(file), { recursive: true }));

  for (const [title, content] of Object.entries(WITHOUT_CERTIFICATE)) {
    it(`is refused before a connection if it is ${title}`, async () => {
      await writeFile(file, content);
      const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
      const terminal = { input, output, errors, environment: { DOCKER_CONFIG: '/nonexistent' } };
      expect(await run(['inspect', 'registry.invalid/app', '--ca-file', file], terminal)).to.equal(1);
      expect(await text(errors.end())).to.equal(`error: ${file} holds no PEM certificate\n`);
      const failure = await settings(file).then(undefined, (error: unknown) => error);
      expect(failure).to.be.instanceOf(CommandFailure).with.property('exitCode', 2);
      expect((failure as CommandFailure).problems).to.deep.equal([
        { severity: 'error', paths: [['REGISTRY_CA_FILE']], message: `${file} holds no PEM certificate` },
      ]);
    });
  }

  it('may have text around its certificates', async () => {
    await writeFile(file, `# Example CA\r\n${CERTIFICATE.replaceAll('\n', '\r\n')}\r\n# end`);
    expect(await settings(file)).to.have.property('caBundle');
  });
});

async function settings(caFile: string) {
  return connectionSettings({ caFile, allowedAddresses: [] }, { environment: {} } as Pick<Terminal, 'environment'>);
}
