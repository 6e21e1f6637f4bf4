import { expect } from 'chai';
import { readWebhookKeys, type WebhookKeys } from '../../../../../src/controller/sources/webhooks/webhook-keys.ts';
import type { KubeObject } from '../../../../../src/clients/kube/client/kube-object.ts';

const LONG = 'a key of sixteen or more';
const BYTES = Buffer.from('ab?>'.repeat(8));
const TOKEN = `whsec_${BYTES.toString('base64')}`;

type Data = Readonly<Record<string, string | Buffer>>;

async function read(data: Data): Promise<WebhookKeys> {
  const encoded = Object.entries(data).map(([name, value]) => [name, Buffer.from(value).toString('base64')]);
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'hooks' }, data: Object.fromEntries(encoded) };
  return readWebhookKeys({ get: async () => secret as KubeObject }, { namespace: 'taskpack', name: 'hooks' });
}

async function textsOf(data: Data): Promise<readonly string[]> {
  return (await read(data)).keys.map(({ text }) => text);
}

async function refusalOf(data: Data): Promise<string> {
  try {
    return `keys: ${(await textsOf(data)).length}`;
  } catch (error) {
    return String(error);
  }
}

describe('the keys of git servers', () => {
  it('are all values of the Secret, without the end of a line', async () => {
    expect(await textsOf({ github: `${LONG}\n`, gitlab: `another ${LONG}` })).to.deep.equal([LONG, `another ${LONG}`]);
  });

  it('are not the short values, which can be guessed', async () => {
    expect(await textsOf({ long: LONG, short: 'secret', empty: '' })).to.deep.equal([LONG]);
    const message = 'Error: the Secret taskpack/hooks has no key of at least 16 characters: add one';
    expect(await refusalOf({})).to.equal(message);
    for (const data of [{ short: 'secret' }, { empty: '' }]) expect(await refusalOf(data)).to.include(message);
  });

  it('sign with the bytes of a token of Standard Webhooks, in both alphabets and without padding', async () => {
    for (const text of [TOKEN, TOKEN.replace(/=+$/, ''), `whsec_${BYTES.toString('base64url')}`]) {
      expect((await read({ text })).keys).to.deep.equal([{ text, signingBytes: BYTES }]);
    }
  });

  const refused: Readonly<Record<string, readonly [value: string | Buffer, problem: string]>> = {
    'is empty': ['', 'is empty'],
    'is white space': [' \n\t ', 'is empty'],
    'is short': ['secret', 'fewer than 16 characters'],
    'is short with white space around it': [`${' '.repeat(20)}secret\n`, 'fewer than 16 characters'],
    'is a token without bytes': ['whsec_', 'fewer than 16 bytes'],
    'is a token of few bytes': [`whsec_${Buffer.alloc(15, 7).toString('base64')}`, 'fewer than 16 bytes'],
    'is a token of padding': [`whsec_${'='.repeat(32)}`, 'fewer than 16 bytes'],
    'is a token that is not base64': ['whsec_****************', 'not base64'],
    'is a token that is base64 only at its start': [`${TOKEN.slice(0, 30)}…${'*'.repeat(20)}`, 'not base64'],
    'is a token with a space': [`whsec_ ${TOKEN.slice(6)}`, 'not base64'],
    'is a token with the prefix twice': [`whsec_${TOKEN}`, 'not base64'],
    'is two tokens': [`${TOKEN} ${TOKEN}`, 'not base64'],
    'is several lines': [`${LONG}\n${LONG}\n`, 'several lines'],
    'has a NUL': [`${LONG}\0`, 'several lines or control characters'],
    'is not text': [Buffer.alloc(32, 0xfe), 'not UTF-8'],
  };
  for (const [title, [value, problem]] of Object.entries(refused)) {
    it(`are not a value that ${title}: the Secret and the name are reported, not the value`, async () => {
      const { keys, problems } = await read({ good: LONG, 'bad.name': value });
      expect(keys).to.deep.equal([{ text: LONG }]);
      expect(problems).to.have.length(1);
      expect(problems[0]).to.include('the Secret taskpack/hooks: the value of bad.name ').and.to.include(problem);
      const shown = value
        .toString()
        .replace(/^whsec_/, '')
        .trim();
      if (shown.length > 3) expect(problems[0]).not.to.include(shown);
      expect(await refusalOf({ 'bad.name': value }))
        .to.include('no key')
        .and.to.include(`bad.name ${problems[0]?.split('bad.name ')[1]}`);
    });
  }
});
