import { expect } from 'chai';
import { imageReader, type ImageReader } from '../../../../src/cli/registry/image-reader.ts';
import type { Keychain } from '../../../../src/clients/registry/client/credentials/keychain.ts';
import type { PulledConfig } from '../../../../src/clients/registry/client/manifests/pull-config.ts';
import { RegistryError, type RegistryErrorCode } from '../../../../src/clients/registry/client/registry-error.ts';
import { rejection } from '../../../integration/registry/rejection.ts';

const IMAGE = { registry: 'r.example', repository: 'app', tag: '1' };
const PLATFORM = { os: 'linux', architecture: 'amd64' };

function failure(code: RegistryErrorCode): RegistryError {
  return new RegistryError(code, { registry: 'r.example', image: 'r.example/app:1' }, 'refused');
}

/** A registry that knows one user, and fails with a code for any other. */
function registryOf(known: string, code: RegistryErrorCode = 'UNAUTHORIZED') {
  const seen: string[] = [];
  const makeClient = (keychain: Keychain): ImageReader => ({
    config: async (reference) => {
      const credential = await keychain(reference);
      const username = credential?.kind === 'password' ? credential.username : '';
      seen.push(username);
      if (username !== known) throw failure(code);
      return { json: username } as unknown as PulledConfig;
    },
  });
  return { seen, makeClient };
}

function login(username: string, registry = 'r.example') {
  const keychain: Keychain = async (place) =>
    place.registry === registry ? { kind: 'password', username, password: 'x' } : undefined;
  return { account: `account-${username}`, keychain };
}

async function failureOf(work: Promise<unknown>): Promise<RegistryError> {
  const error = await rejection(work);
  if (!(error instanceof RegistryError)) throw error;
  return error;
}

const NOBODY: Keychain = async () => undefined;

const BROKEN: Keychain = async () => {
  throw failure('CREDENTIALS');
};

function read(known: string, names: readonly string[], code?: RegistryErrorCode) {
  const { seen, makeClient } = registryOf(known, code);
  const accounts = names.map((name) => login(name));
  const reader = imageReader(accounts, makeClient, makeClient(NOBODY));
  return { seen, result: reader.config(IMAGE, PLATFORM) };
}

describe('reading an image with several logins', () => {
  for (const code of ['UNAUTHORIZED', 'DENIED', 'NOT_FOUND'] as const) {
    it(`tries the next login after ${code}, and equal logins once`, async () => {
      const { seen, result } = read('ada', ['bob', 'bob', 'ada', 'eve'], code);
      expect((await result).json).to.equal('ada');
      expect(seen).to.deep.equal(['bob', 'ada']);
    });
  }

  it("ends with the user's own credentials", async () => {
    const { seen, result } = read('', ['bob']);
    expect((await result).json).to.equal('');
    expect(seen).to.deep.equal(['bob', '']);
  });

  it('names the account of the first login if all are refused', async () => {
    const { result } = read('nobody', ['bob', 'ada']);
    const { message } = await failureOf(result);
    expect(message).to.equal('r.example/app:1 with the Secrets of ServiceAccount account-bob: refused');
  });

  it('tries no other login if the registry does not answer', async () => {
    const { seen, result } = read('nobody', ['bob', 'ada'], 'NETWORK');
    expect((await failureOf(result)).message).to.equal('r.example/app:1: refused');
    expect(seen).to.deep.equal(['bob']);
  });

  it('tries the next login if a registry with a mirror does not answer', async () => {
    const { seen, makeClient } = registryOf('', 'NETWORK');
    const reader = imageReader([login('bob')], makeClient, makeClient(NOBODY), { 'r.example': ['m.example'] });
    expect((await reader.config(IMAGE, PLATFORM)).json).to.equal('');
    expect(seen).to.deep.equal(['bob', '']);
  });

  it('passes over accounts without a login for the registry or its mirrors', async () => {
    const { makeClient } = registryOf('nobody');
    const accounts = [login('bob', 'other.example')];
    const message = async (mirrors = {}): Promise<string> =>
      failureOf(imageReader(accounts, makeClient, makeClient(NOBODY), mirrors).config(IMAGE, PLATFORM)).then(String);
    expect(await message()).to.not.include('ServiceAccount');
    expect(await message({ 'r.example': ['other.example/copies'] })).to.include('ServiceAccount account-bob');
  });

  it('reports an invalid Secret if no other login works', async () => {
    const { makeClient } = registryOf('nobody');
    const reader = imageReader([{ account: 'a', keychain: BROKEN }], makeClient, makeClient(NOBODY));
    expect((await failureOf(reader.config(IMAGE, PLATFORM))).code).to.equal('CREDENTIALS');
    const { makeClient: open } = registryOf('');
    const other = imageReader([{ account: 'a', keychain: BROKEN }], open, open(NOBODY));
    expect((await other.config(IMAGE, PLATFORM)).json).to.equal('');
  });
});
