import { expect } from 'chai';
import path from 'node:path';
import { networkSettings } from '../../../src/steps/network-settings.ts';
import { makeWorkspace, type Workspace } from '../../support/workspace.ts';

const NO_PROXIES = { httpProxy: undefined, httpsProxy: undefined, noProxy: '' };

describe('networkSettings', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = makeWorkspace();
    workspace.write({ 'own.crt': 'of the variable' });
  });
  afterEach(() => workspace.remove());
  const at = (name: string): string => path.join(workspace.path, name);

  it('reads the certificates in SSL_CERT_FILE', async () => {
    expect(await networkSettings({})).to.deep.equal(NO_PROXIES);
    expect(await networkSettings({ SSL_CERT_FILE: at('own.crt') })).to.deep.equal({
      ...NO_PROXIES,
      caBundle: 'of the variable',
    });
    expect(await networkSettings({ SSL_CERT_FILE: '' })).to.deep.equal(NO_PROXIES);
  });

  it('adds the certificates in the directories of SSL_CERT_DIR', async () => {
    workspace.write({ 'a/2.pem': 'second', 'a/1.crt': 'first', 'a/README': 'none', 'b/3.crt': 'third' });
    const SSL_CERT_DIR = `${at('a')}::${at('missing')}:${at('b')}`;
    const { caBundle } = await networkSettings({ SSL_CERT_DIR, SSL_CERT_FILE: at('own.crt') });
    expect(caBundle).to.equal('of the variable\nfirst\nsecond\nthird');
    expect(await networkSettings({ SSL_CERT_DIR: at('missing') })).to.deep.equal(NO_PROXIES);
  });

  it('rejects if the file in SSL_CERT_FILE is missing', async () => {
    const error: unknown = await networkSettings({ SSL_CERT_FILE: at('none.crt') }).catch((caught: unknown) => caught);
    expect(error).to.include({ code: 'TlsFailed' });
  });

  it('reads the proxy variables in lower and upper case', async () => {
    const environment = { HTTP_PROXY: 'http://a:1', https_proxy: 'http://b:2', NO_PROXY: 'c' };
    expect(await networkSettings(environment)).to.deep.equal({
      httpProxy: 'http://a:1',
      httpsProxy: 'http://b:2',
      noProxy: 'c',
    });
  });

  it('rejects an invalid proxy', async () => {
    const environment = { https_proxy: 'socks5://me:s3cr3t@proxy' };
    const error: unknown = await networkSettings(environment).catch((caught: unknown) => caught);
    expect(error).to.deep.include({
      code: 'InputsUnusable',
      message: 'https_proxy: expected the URL of the proxy for https requests, such as http://proxy:3128',
    });
  });
});
