import { expect } from 'chai';
import { fakeRegistries } from '../../../../integration/registry/client-fake-registry.ts';
import { failureOf, nobody, testClients } from '../../../../integration/registry/client-fixture.ts';

describe('the error of a registry', () => {
  const fakes = fakeRegistries(1);
  const { make } = testClients();

  const failure = async (errors: readonly object[]): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    fakes().answer = ({ path }) =>
      path === '/v2/' ? undefined : { status: 418, headers, body: JSON.stringify({ errors }) };
    return failureOf(make({ keychain: nobody }).manifest({ registry: fakes().address, repository: 'app', tag: '1' }));
  };

  it('shows the first five entries, with 300 characters of each', async () => {
    const entries = Array.from({ length: 6 }, (_, place) => ({ code: 'UNKNOWN', message: `${place}`.repeat(501) }));
    const shown = await failure(entries);
    expect(shown.match(/UNKNOWN: /g)).to.have.length(5);
    expect(shown).to.match(/UNKNOWN: 4{300}…/);
    expect(shown).not.to.include('5555');
  });

  it('shows no entry that 64 KiB do not hold', async () => {
    expect(await failure([{ code: 'UNKNOWN', message: 'x', detail: 'y'.repeat(1_000_000) }])).not.to.include('UNKNOWN');
  });
});
