import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GitError } from '../../../src/clients/git/references/git-error.ts';
import { listByProgram } from '../../../src/clients/git/references/list-by-program.ts';
import type { References } from '../../../src/clients/git/references/references.ts';
import { parseGitAddress } from '../../../src/clients/git/address.ts';
import { startGitProtocolServer } from '../../cluster/sources/git-protocol-server.ts';

const MAIN = 'refs/heads/main';
const NEXT_STEP = 'use the HTTPS URL of the repository, or one with fewer references';

describe('the references that the git program lists', function () {
  this.timeout(180_000);
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-program-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Asks a server with these references about the names. */
  const list = async (lines: () => Iterable<string>, names: readonly string[]): Promise<References> => {
    const server = await startGitProtocolServer(lines);
    const program = {
      environment: process.env,
      folder,
      trustUnknownSshHosts: false,
      allowedAddresses: '127.0.0.1',
      timeoutMs: 120_000,
    };
    const address = parseGitAddress(`git://${server.host}/app.git`);
    const end = new AbortController().signal;
    return listByProgram(program, { address, credentials: [], names }, end).finally(async () => server.stop());
  };

  it('may be 100,000', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `refs/heads/${'y'.repeat(1_000)}${index}`);
    for (const names of [[MAIN], [MAIN, ...many]]) {
      const references = await list(() => linesOf(100_000, branch), [...names, branch(100_000)]);
      expect(Object.fromEntries(references)).to.deep.equal({ [branch(100_000)]: { id: id(100_000) } });
    }
  });

  it('may not be more than its memory can hold', async () => {
    const error = await failure(list(() => linesOf(Infinity, branch), [MAIN]));
    expect(error.reason).to.equal('InvalidResponse');
    expect(error.message).to.match(
      new RegExp(`^127.0.0.1:\\d+ sends more references than git can read with 64 MiB of memory: ${NEXT_STEP}$`),
    );
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('may not be more than 16 MiB of those that it prints', async () => {
    const longNamed = (index: number): string => `refs/heads/${index}/${'x'.repeat(1_000)}/${MAIN}`;
    const error = await failure(list(() => linesOf(17_000, longNamed), [MAIN]));
    expect(error.reason).to.equal('InvalidResponse');
    expect(error.message).to.match(
      new RegExp(`^127.0.0.1:\\d+ sends more references than fit into 16777216 bytes: ${NEXT_STEP}$`),
    );
  });

  it('may be asked for by more names than the arguments of a program can have', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `refs/heads/${'y'.repeat(1_000)}${index}`);
    const lines = [`${id(1)} ${MAIN}`, `${id(2)} ${names[0]}`, `${id(3)} ${names[1_999]}`, `${id(4)} ${names[0]}^{}`];
    expect(Object.fromEntries(await list(() => lines, names))).to.deep.equal({
      [`${names[0]}`]: { id: id(2), peeled: id(4) },
      [`${names[1_999]}`]: { id: id(3) },
    });
  });
});

function* linesOf(count: number, name: (index: number) => string): Generator<string> {
  for (let index = 1; index <= count; index += 1) yield `${id(index)} ${name(index)}`;
}

function branch(index: number): string {
  return `refs/heads/a-branch-with-the-number-${index}`;
}

function id(index: number): string {
  return index.toString(16).padStart(40, '0');
}

async function failure(references: Promise<unknown>): Promise<GitError> {
  const error: unknown = await references.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(GitError);
  return error as GitError;
}
