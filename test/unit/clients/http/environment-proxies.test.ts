import { expect } from 'chai';
import {
  proxiesFromEnvironment,
  proxySelector,
  type ProxySettings,
} from '../../../../src/clients/http/environment-proxies.ts';
import { parseProxyUrl } from '../../../../src/core/model/proxy-url.ts';

const refusal = (variable: string, sentence: string): Error => new Error(`${variable}: ${sentence}`);

describe('the proxies of an environment', () => {
  const urls: readonly (readonly [string, string | undefined])[] = [
    ['http://proxy:3128', 'http://proxy:3128'],
    ['HTTPS://proxy', 'HTTPS://proxy'],
    ['proxy:3128', 'http://proxy:3128'],
    ['proxy.test', 'http://proxy.test'],
    ['10.0.0.1:3128', 'http://10.0.0.1:3128'],
    ['[fd00::1]:3128', 'http://[fd00::1]:3128'],
    ['me:s3cr3t@proxy:3128', 'http://me:s3cr3t@proxy:3128'],
    ['socks5://proxy', undefined],
    ['http://', undefined],
    ['http://pro xy', undefined],
    ['proxy:port', undefined],
    ['http://me:100%@proxy', undefined],
  ];
  for (const [text, url] of urls) {
    it(`${text} is ${url ?? 'none'}`, () => {
      expect(parseProxyUrl(text)).to.equal(url);
    });
  }

  const environments: readonly (readonly [string, Readonly<Record<string, string>>, ProxySettings])[] = [
    ['are none where it says nothing', {}, {}],
    [
      'are told in either case',
      { http_proxy: 'http://a', HTTPS_PROXY: 'b:1' },
      { httpProxy: 'http://a', httpsProxy: 'http://b:1' },
    ],
    ['are those in upper case first', { HTTPS_PROXY: 'http://a', https_proxy: 'http://b' }, { httpsProxy: 'http://a' }],
    ['are none where it is empty', { HTTPS_PROXY: ' ', https_proxy: 'http://b\n' }, { httpsProxy: 'http://b' }],
    ['are left out for some', { NO_PROXY: '', no_proxy: 'x' }, { noProxy: 'x' }],
  ];
  for (const [what, environment, proxies] of environments) {
    it(what, () => {
      const none = { httpProxy: undefined, httpsProxy: undefined, noProxy: '' };
      expect(proxiesFromEnvironment(environment, refusal)).to.deep.equal({ ...none, ...proxies });
    });
  }

  it('are rejected by variable name, without the value', () => {
    const environment = { http_proxy: 'socks5://me:s3cr3t@proxy' };
    expect(() => proxiesFromEnvironment(environment, refusal)).to.throw(
      /^http_proxy: expected the URL of the proxy for http requests, such as http:\/\/proxy:3128$/,
    );
  });

  it('apply to one scheme each, except for hosts in NO_PROXY', () => {
    const leads = proxySelector({ httpProxy: 'http://a', noProxy: '.svc,10.0.0.0/8' });
    expect(
      ['http://x.test', 'https://x.test', 'http://a.svc', 'http://10.1.1.1'].map((url) => leads(new URL(url))),
    ).to.deep.equal(['http://a', undefined, undefined, undefined]);
  });
});
