import { expect } from 'chai';
import type { IncomingHttpHeaders } from 'node:http';
import { dashboardName, refusalOf, tokenRefusal } from '../../../../src/insight/dashboard/server/guard.ts';

const HOST = `${dashboardName(Buffer.alloc(16, 1))}:8010`;
const GUARD = { host: HOST, token: 'the-token' };
const OWN = { host: HOST };

describe('the guard of the dashboard', () => {
  const requests: readonly (readonly [
    title: string,
    method: string,
    headers: IncomingHttpHeaders,
    status: number | undefined,
  ])[] = [
    ['a request of a program', 'GET', OWN, undefined],
    ['a request of the page', 'GET', { ...OWN, origin: `http://${HOST}`, 'sec-fetch-site': 'same-origin' }, undefined],
    ['a typed address', 'GET', { ...OWN, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, undefined],
    [
      'a link on another site',
      'GET',
      { ...OWN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      undefined,
    ],
    [
      'a frame of another site',
      'GET',
      { ...OWN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      403,
    ],
    ['a script of another site', 'GET', { ...OWN, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 403],
    ['a page on another port', 'GET', { ...OWN, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 403],
    ['another origin', 'GET', { ...OWN, origin: 'http://attacker.example' }, 403],
    ['a page without an origin', 'GET', { ...OWN, origin: 'null' }, 403],
    ['a name that resolves to this machine', 'GET', { host: 'attacker.example:8010' }, 403],
    ['a name of this machine', 'GET', { host: 'localhost:8010' }, 403],
    ['the address itself', 'GET', { host: '127.0.0.1:8010' }, 403],
    ['the IPv6 address itself', 'GET', { host: '[::1]:8010' }, 403],
    ['the name with a dot at its end', 'GET', { host: HOST.replace(':', '.:') }, 403],
    ['a name below its own', 'GET', { host: `a.${HOST}` }, 403],
    ['its own name without a port', 'GET', { host: HOST.replace(':8010', '') }, 401],
    ['another port', 'GET', { host: HOST.replace('8010', '8011') }, 401],
    ['the name of an earlier start', 'GET', { host: `${dashboardName(Buffer.alloc(16, 2))}:8010` }, 401],
    ['a page of an earlier start', 'GET', { ...OWN, origin: `http://${dashboardName(Buffer.alloc(16, 2))}:8010` }, 403],
    ['the script of a service worker', 'GET', { ...OWN, 'service-worker': 'script' }, 403],
    [
      'a service worker without the header',
      'GET',
      { ...OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'serviceworker' },
      403,
    ],
    ['a worker', 'GET', { ...OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'worker' }, 403],
    ['a shared worker', 'GET', { ...OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'sharedworker' }, 403],
    ['a worklet', 'GET', { ...OWN, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'audioworklet' }, 403],
    ['no host', 'GET', {}, 403],
    ['a write', 'POST', OWN, 405],
    ['a HEAD request', 'HEAD', OWN, 405],
  ];
  for (const [title, method, headers, status] of requests) {
    it(`${status === undefined ? 'accepts' : `answers ${status} to`} ${title}`, () => {
      expect(refusalOf({ method, headers }, GUARD)?.status).to.equal(status);
    });
  }

  for (const authorization of ['', 'Bearer ', 'Bearer the-toke', 'Bearer the-token2', 'Basic the-token', 'the-token']) {
    it(`answers 401 to a request for data with "${authorization}"`, () => {
      expect(tokenRefusal({ headers: { authorization } }, GUARD)?.status).to.equal(401);
    });
  }

  it('accepts the token', () => {
    expect(tokenRefusal({ headers: { authorization: 'Bearer the-token' } }, GUARD)).to.equal(undefined);
  });
});
