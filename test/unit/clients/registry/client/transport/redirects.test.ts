import { expect } from 'chai';
import type { HttpRequest } from '../../../../../../src/clients/registry/client/transport/http-request.ts';
import { bytesBody } from '../../../../../../src/clients/registry/client/transport/http-request.ts';
import { resolveLocation, followRedirect } from '../../../../../../src/clients/registry/client/transport/redirects.ts';
import { candidateSchemes } from '../../../../../../src/clients/registry/client/transport/hosts.ts';

const subject = { registry: 'r.test', image: 'r.test/a:1' };
const FROM = 'https://r.test/v2/a/blobs/x';

function outcome(work: () => URL): string {
  try {
    return work().href;
  } catch (error) {
    expect(error).to.have.property('code', 'BAD_ANSWER');
    return (error as Error).message;
  }
}

const refusal = (host: string, where: string): string =>
  `r.test/a:1: ${host} redirects ${where}; taskpack does not follow this redirect`;

describe('locations', () => {
  const table: readonly (readonly [string | undefined, string, string?])[] = [
    ['/v2/b?_state=s', 'https://r.test/v2/b?_state=s'],
    ['y#part', 'https://r.test/v2/a/blobs/y'],
    ['https://s3.test/x?sig=1', 'https://s3.test/x?sig=1'],
    ['//s3.test/x', 'https://s3.test/x'],
    ['https://me:pw@s3.test/', 'https://s3.test/'],
    ['https://10.0.0.1/x', 'https://10.0.0.1/x'],
    [undefined, refusal('r.test', 'without a usable Location')],
    ['https://[', refusal('r.test', 'without a usable Location')],
    [`https://${'a'.repeat(254)}/`, refusal('r.test', 'without a usable Location')],
    ['file:///etc/passwd', refusal('r.test', 'to an unsupported scheme')],
    ['http://r.test/x?sig=secret', 'https://r.test/x?sig=secret'],
    ['http://r.test:81/x?sig=secret', refusal('r.test', 'from HTTPS to HTTP')],
    ['http://s3.test/x?sig=secret', refusal('r.test', 'from HTTPS to HTTP')],
    ['http://r.test/x', 'https://r.test/x', 'https://s3.test/y'],
    ['https://r.test/x', 'https://r.test/x', 'http://r.test/y'],
    ['http://127.0.0.1:2/', 'http://127.0.0.1:2/', 'http://127.0.0.1:1/'],
  ];
  for (const [location, expected, from = FROM] of table) {
    it(`${location} from ${from} is ${expected}`, () => {
      expect(outcome(() => resolveLocation(location, new URL(from), subject))).to.equal(expected);
    });
  }
});

describe('redirects', () => {
  const request: HttpRequest = {
    method: 'GET',
    url: new URL(FROM),
    headers: { authorization: 'Basic x', accept: 'a' },
    reach: ['public'],
    subject,
  };

  it('keep Authorization within the origin only, and never restore it', () => {
    expect(followRedirect(request, 307, '/y').headers).to.deep.equal(request.headers);
    for (const elsewhere of ['https://r.test:444/', 'https://s3.test/']) {
      const away = followRedirect(request, 307, elsewhere);
      expect(away.headers).to.deep.equal({ accept: 'a' });
      expect(followRedirect(away, 307, FROM).headers).to.deep.equal({ accept: 'a' });
    }
  });

  it('do not resend a body', () => {
    const body = bytesBody(Buffer.from('secret'));
    for (const [status, location] of [
      [307, '/y'],
      [302, '/y'],
      [307, 'https://s3.test/'],
    ] as const) {
      expect(() => followRedirect({ ...request, method: 'POST', body }, status, location)).to.throw(
        /taskpack does not follow this redirect$/,
      );
    }
    expect(followRedirect({ ...request, method: 'POST' }, 308, '/y').url.href).to.equal('https://r.test/y');
  });
});

describe('schemes of registries', () => {
  const both = ['https', 'http'];
  const plain = [
    'localhost:5000',
    '127.0.0.1',
    '127.1.2.3:5000',
    '[::1]:5000',
    'x.local',
    'x.localhost:1',
    '10.1.2.3:5000',
    '172.16.0.1',
    '192.168.1.1',
    'told.test:80',
  ];
  const secure = [
    'r.test',
    'localhost.test',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '10.evil.test',
    '127.0.0.1.evil.test',
    'told.test',
  ];
  for (const registry of plain)
    it(`${registry} may be plain`, () => expect(candidateSchemes(registry, ['told.test:80'])).to.deep.equal(both));
  for (const registry of secure)
    it(`${registry} may not`, () => expect(candidateSchemes(registry, ['told.test:80'])).to.deep.equal(['https']));
});
