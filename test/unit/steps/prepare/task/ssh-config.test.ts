import { expect } from 'chai';
import { parseGitAddress } from '../../../../../src/clients/git/address.ts';
import { identityFiles } from '../../../../../src/steps/prepare/task/ssh-config.ts';

/** As Tekton writes it of Secrets for hosts, of which two are one with two ports, and of one for a repository. */
const TEKTON = `Host g.example
    HostName g.example
    Port 22
    IdentityFile /tekton/creds/.ssh/id_one
    IdentityFile /tekton/creds/.ssh/id_two
Host g.example
    HostName g.example
    Port 2222
    IdentityFile /tekton/creds/.ssh/id_other-port
Host g.example--org--repo
    HostName g.example
    Port 22
    IdentityFile /tekton/creds/.ssh/id_repo
`;

const PEOPLE = `IdentityFile ~/.ssh/id_of-no-host
# a comment
host other.example  g.example
\tIdentityFile = "~/.ssh/id_work"\r
Match host g.example
  IdentityFile ~/.ssh/id_of-a-match
`;

function keys(config: string, url: string): readonly string[] {
  return identityFiles(config, parseGitAddress(url));
}

describe("prepare: a Task's .ssh/config", () => {
  for (const [url, files] of [
    ['git@g.example:org/other.git', ['id_one', 'id_two', 'id_other-port']],
    ['ssh://git@g.example/org/other', ['id_one', 'id_two', 'id_other-port']],
    ['ssh://git@g.example:2222/org/other', ['id_other-port', 'id_one', 'id_two']],
    ['git@g.example:org/repo.git', ['id_repo', 'id_one', 'id_two', 'id_other-port']],
    ['ssh://git@g.example/org/repo', ['id_repo', 'id_one', 'id_two', 'id_other-port']],
    ['git@h.example:org/repo.git', []],
  ] as const) {
    it(`selects for ${url} the keys ${files.join(', ') || '(none)'}`, () => {
      expect(keys(TEKTON, url)).to.deep.equal(files);
    });
  }

  it('is read with any indentation, case and separator', () => {
    expect(keys(PEOPLE, 'git@g.example:a')).to.deep.equal(['id_work']);
    expect(keys(PEOPLE, 'ssh://git@g.example:2222/a')).to.deep.equal(['id_work']);
    expect(keys('', 'git@g.example:a')).to.deep.equal([]);
    expect(keys('Host ::1\n IdentityFile six', 'ssh://git@[::1]:2222/a')).to.deep.equal(['six']);
  });
});
