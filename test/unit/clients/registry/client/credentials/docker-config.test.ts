import { expect } from 'chai';
import { parseDockerConfig } from '../../../../../../src/clients/registry/client/credentials/docker-config.ts';

const parse = (auths: object): unknown => parseDockerConfig(JSON.stringify({ auths }), 'Secret team/registry');

describe('a docker config with a long entry', () => {
  it('is refused without a quotation of the login that its key can contain', () => {
    expect(() => parse({ [`u:hunter2@registry.example.com/${'a'.repeat(1_024)}`]: {} })).to.throw(
      /one of its keys has more than 1024 characters; write HOST or HOST\/PATH$/,
    );
    expect(() => parse({ 'u:hunter2@registry.example.com': { password: 'p'.repeat(65_537) } })).to.throw(
      /the "password" of its entry for registry\.example\.com has more than 65536 characters/,
    );
  });
});
