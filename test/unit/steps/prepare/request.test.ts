import { expect } from 'chai';
import type { Dispatcher } from 'undici';
import type { GuardOptions } from '../../../../src/clients/http/addresses/guarded-dispatcher.ts';
import { makeDispatcher } from '../../../../src/clients/registry/client/transport/dispatcher.ts';
import { request } from '../../../../src/steps/prepare/request.ts';
import { fakeRegistries } from '../../../integration/registry/client-fake-registry.ts';
import { failureOf } from '../../../integration/registry/client-fixture.ts';
import { resolverOf } from '../../../support/resolver.ts';

const resolve = resolverOf({
  'inside.evil.test': ['127.0.0.1'],
  'public.test': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
});

describe('a request for a blob', () => {
  const fake = fakeRegistries(2);
  let dispatcher: Dispatcher | undefined;
  afterEach(async () => dispatcher?.destroy());
  const get = async (url: string, guard: GuardOptions = {}): Promise<number> => {
    dispatcher = makeDispatcher({ guard: { resolve, ...guard } });
    const network = { dispatcher, clock: { now: Date.now, sleep: async () => undefined }, random: () => 0 };
    const answer = await request({ network, signal: new AbortController().signal }, new URL(url), {});
    answer.discard();
    return answer.status;
  };
  const port = (): string => fake(1).address.split(':')[1] ?? '';

  const refused = ['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', 'metadata.google.internal', '[fe80::1]'];
  for (const host of refused) {
    it(`is not sent to ${host}`, async () => {
      expect(await failureOf(get(`http://${host}/x`))).to.match(
        /^AddressRefused .*, which taskpack does not connect to/,
      );
    });
    it(`does not follow a redirect to ${host}`, async () => {
      fake().answer = () => ({ status: 302, headers: { location: `http://${host}/x` } });
      expect(await failureOf(get(`http://${fake().address}/x`))).to.match(/^AddressRefused /);
    });
  }

  for (const host of ['127.0.0.1', '0.0.0.0', '[::ffff:127.0.0.1]', 'inside.evil.test']) {
    it(`does not follow a redirect from another machine to ${host}`, async () => {
      fake().answer = () => ({ status: 302, headers: { location: `http://${host}:${port()}/x` } });
      const url = `http://${fake().address.replace('127.0.0.1', 'public.test')}/x`;
      expect(await failureOf(get(url, { allowed: 'public.test' }))).to.match(/^AddressRefused .* a loopback address/);
      expect(fake(1).seen).to.deep.equal([]);
    });
  }

  it('is sent to a loopback host if the URL names it, with redirects, but not if its name hides it', async () => {
    fake().answer = () => ({ status: 302, headers: { location: `http://${fake(1).address}/x` } });
    fake(1).answer = () => ({});
    expect(await get(`http://${fake().address}/x`)).to.equal(200);
    expect(await failureOf(get(`http://inside.evil.test:${port()}/x`))).to.match(/^AddressRefused /);
  });
});
