import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../../../../src/cli/program.ts';

describe('proxies of commands', () => {
  it('are rejected in one sentence if they are invalid', async () => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const environment = { HTTPS_PROXY: 'socks5://me:s3cr3t@proxy:1080', DOCKER_CONFIG: '/nonexistent' };
    expect(await run(['inspect', 'registry.test/app'], { input, output, errors, environment })).to.equal(2);
    expect(await text(errors.end())).to.equal(
      'error: HTTPS_PROXY: expected the URL of the proxy for https requests, such as http://proxy:3128\n',
    );
  });
});
