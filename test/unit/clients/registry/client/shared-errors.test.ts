import { expect } from 'chai';
import { DEFAULT_PLATFORM } from '../../../../../src/cli/options.ts';
import { readFactsOfImages } from '../../../../../src/cli/registry/inspect-images.ts';
import { registryClient } from '../../../../../src/clients/registry/client/registry-client.ts';

const IMAGES = ['registry.example.com/build:1', 'registry.example.com/run:2', 'registry.example.com/lifecycle:3'];

describe('requests that share a connection to a registry', () => {
  it('fail with the name of their own image, and are not repeated one by one', async () => {
    let count = 0;
    const dispatch = (): never => {
      count += 1;
      throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    };
    const client = registryClient({
      network: {
        dispatcher: { dispatch } as never,
        clock: { now: () => 0, sleep: async () => undefined },
        random: () => 0,
      },
      keychain: async () => undefined,
    });
    const answers = [...(await readFactsOfImages(client, IMAGES, DEFAULT_PLATFORM)).values()];
    const messages = answers.flatMap((answer) => (answer.kind === 'problems' ? answer.messages : []));
    expect(messages.map((message) => message.split(': ')[0])).to.deep.equal(IMAGES);
    expect(count).to.equal(6);
  });
});
