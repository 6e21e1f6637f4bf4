import { expect } from 'chai';
import { ACCOUNT, basicAuthorization } from '../../cluster/registry/account.ts';
import { pushImage } from '../../cluster/registry/push-image.ts';
import { MEDIA_TYPES, type ImageFamily } from '../../../src/core/oci/media-types.ts';
import { rejection } from './rejection.ts';
import { digestAt, smallImage } from './stored-image.ts';
import { temporaryRegistry } from './temporary-registry.ts';

const FAMILIES: readonly ImageFamily[] = ['oci', 'docker'];

describe('the registry of the test bed', () => {
  describe('without users', () => {
    const registry = temporaryRegistry('none');

    for (const family of FAMILIES) {
      it(`stores an image of taskpack's writer: ${family}`, async () => {
        const image = smallImage(family);
        const digest = await pushImage(image, { url: registry().url, repository: 'a/b' }, family);
        const repository = `${registry().url}/v2/a/b`;
        const accept = MEDIA_TYPES[family].manifest;
        expect(await digestAt(`${repository}/manifests/${family}`, { accept })).to.equal(digest);
        for (const blob of [image.config, ...image.layers]) {
          expect(await digestAt(`${repository}/blobs/${blob.digest}`)).to.equal(blob.digest);
        }
      });
    }

    it('deletes an image', async () => {
      const digest = await pushImage(smallImage(), { url: registry().url, repository: 'gone' }, '1');
      const place = `${registry().url}/v2/gone/manifests/${digest}`;
      expect((await fetch(place, { method: 'DELETE' })).status).to.equal(202);
      expect((await fetch(place)).status).to.equal(404);
    });
  });

  describe('with names and passwords', () => {
    const registry = temporaryRegistry('basic');

    for (const [who, authorization] of [
      ['nobody', undefined],
      ['a wrong password', basicAuthorization({ ...ACCOUNT, password: 'wrong' })],
    ] as const) {
      it(`rejects ${who}`, async () => {
        const target = { url: registry().url, repository: 'a', ...(authorization && { authorization }) };
        expect(await rejection(pushImage(smallImage(), target, '1'))).to.match(/: 401 .*UNAUTHORIZED/);
      });
    }

    it('accepts its user', async () => {
      const target = { url: registry().url, repository: 'a', authorization: basicAuthorization() };
      expect(await pushImage(smallImage(), target, '1')).to.equal(smallImage().manifest.digest);
    });
  });

  describe('with tokens', () => {
    const registry = temporaryRegistry('bearer');

    /** Returns the token server's response to the registry's challenge, with other scopes. */
    async function askForToken(scopes: readonly string[], authorization?: string): Promise<Response> {
      const { headers } = await fetch(`${registry().url}/v2/`);
      const challenge = /^Bearer realm="(?<realm>[^"]+)",service="(?<service>[^"]+)"/.exec(
        headers.get('www-authenticate') ?? '',
      );
      const place = new URL(challenge?.groups?.['realm'] ?? '');
      place.searchParams.set('service', challenge?.groups?.['service'] ?? '');
      for (const scope of scopes) place.searchParams.append('scope', scope);
      return fetch(place, { headers: authorization === undefined ? {} : { authorization } });
    }

    async function token(...scopes: readonly string[]): Promise<string> {
      const { token: value } = (await (await askForToken(scopes, basicAuthorization())).json()) as { token: string };
      return `Bearer ${value}`;
    }

    it('sends a challenge', async () => {
      const { headers, status } = await fetch(`${registry().url}/v2/a/b/manifests/1`);
      expect(status).to.equal(401);
      expect(headers.get('www-authenticate')).to.contain('scope="repository:a/b:pull"');
    });

    it('gives no token to an anonymous client', async () => {
      expect((await askForToken(['repository:a:pull'])).status).to.equal(401);
    });

    it('accepts a token for the repository', async () => {
      const target = { url: registry().url, repository: 'a', authorization: await token('repository:a:pull,push') };
      expect(await pushImage(smallImage(), target, '1')).to.equal(smallImage().manifest.digest);
    });

    for (const [what, scope] of [
      ['reading only', 'repository:a:pull'],
      ['another repository', 'repository:b:pull,push'],
    ] as const) {
      it(`rejects a token for ${what}`, async () => {
        const target = { url: registry().url, repository: 'a', authorization: await token(scope) };
        expect(await rejection(pushImage(smallImage(), target, 'refused'))).to.match(/: 401 /);
      });
    }

    it('mounts from a repository that the token may read', async () => {
      const [layer] = smallImage().layers;
      const authorization = await token('repository:c:pull,push', 'repository:a:pull');
      const place = `${registry().url}/v2/c/blobs/uploads/?mount=${layer?.digest}&from=a`;
      expect((await fetch(place, { method: 'POST', headers: { authorization } })).status).to.equal(201);
    });
  });
});
