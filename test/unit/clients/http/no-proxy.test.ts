import { expect } from 'chai';
import { noProxyMatcher } from '../../../../src/clients/http/no-proxy.ts';

/**
 * A value of NO_PROXY, hosts that it exempts, and hosts that it does not, as golang.org/x/net/http/httpproxy decides.
 */
const TABLE: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['', [], ['http://a.test', 'https://10.0.0.1', 'http://[fd00::1]', 'http://0.0.0.0']],
  ['*', ['http://a.test', 'https://10.0.0.1', 'http://[fd00::1]'], []],
  ['x, * ', ['http://a.test'], []],
  ['*:80', [], ['http://a.test']],
  ['10.0.0.0/8,.svc', ['https://10.255.0.1:6443', 'https://a.b.svc'], ['https://172.30.0.1', 'https://svc']],
  ['172.30.7.7/16', ['https://172.30.0.1', 'http://[::ffff:172.30.0.1]'], ['https://172.31.0.1']],
  ['fd00::/8', ['https://[fd12::1]:6443'], ['https://[2001:db8::1]', 'https://10.0.0.1', 'https://fd00.test']],
  ['::/0', ['https://[fd12::1]'], ['https://10.0.0.1']],
  ['10.0.0.0/33, 10.0.0.0/255.0.0.0, 10.0.0.0/8:443', [], ['https://10.0.0.0']],
  ['10.0.0.1', ['http://10.0.0.1', 'https://10.0.0.1:5000'], ['http://10.0.0.10', 'http://10.0.0.1.test']],
  ['10.0.0.1:5000', ['http://10.0.0.1:5000'], ['http://10.0.0.1', 'https://10.0.0.1:5001']],
  ['10.0.0.1:443', ['https://10.0.0.1'], ['http://10.0.0.1']],
  ['FD00:0::1', ['http://[fd00::1]:5000'], ['http://[fd00::2]']],
  ['[fd00::1]:80', ['http://[fd00::1]'], ['https://[fd00::1]']],
  ['::ffff:10.0.0.1', ['http://10.0.0.1'], ['http://10.0.0.2']],
  ['example.com', ['http://example.com', 'https://a.b.example.com:1'], ['http://badexample.com', 'http://com']],
  ['.example.com', ['http://a.example.com', 'http://a.b.example.com'], ['http://example.com']],
  ['*.example.com', ['http://a.example.com'], ['http://example.com', 'http://badexample.com']],
  ['Example.COM:8080', ['http://EXAMPLE.com:8080', 'http://a.example.com:8080'], ['http://example.com']],
  ['example.com:', ['http://example.com', 'https://example.com'], []],
  ['a.test b.test', [], ['http://a.test', 'http://b.test']],
  [' a.test ,,\tb.test', ['http://a.test', 'http://b.test'], ['http://c.test']],
  ['bücher.test', ['http://a.bücher.test'], ['http://bucher.test']],
  ['1', [], ['http://10.0.0.1']],
  [':80, :, [], [', [], ['http://a.test']],
];

describe('NO_PROXY', () => {
  for (const [text, straight, proxied] of TABLE) {
    it(`"${text}" means ${straight.join(', ') || 'nothing'}`, () => {
      const isDirect = noProxyMatcher(text);
      const answers = [...straight, ...proxied].map((url): [string, boolean] => [url, isDirect(new URL(url))]);
      const wanted = [...straight.map((url) => [url, true]), ...proxied.map((url) => [url, false])];
      expect(answers).to.deep.equal(wanted);
    });
  }

  const loopback = ['http://localhost:5000', 'https://127.0.0.1:6443', 'http://127.9.9.9', 'http://[::1]:5000'];
  for (const url of [...loopback, 'http://[::ffff:127.0.0.1]', 'http://LOCALHOST']) {
    it(`need not name ${url}`, () => {
      expect(noProxyMatcher('')(new URL(url))).to.equal(true);
    });
  }
});
