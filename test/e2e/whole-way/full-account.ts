import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { signingOracle } from '../../integration/completion/signing-oracle.ts';
import { pullSecret, secret, SECRETS, serviceAccount } from './account.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** Has all that the account of Builds has, a key that signs images, and a Secret that pulls them. */
export const FULL_ACCOUNT = 'has-every-kind';

/** Pulls images, and is a builder's. */
export const BUILDER_PULL_SECRET = 'pull-builder';

/** Each is of a server that nobody asks. */
const PULL_PASSWORDS = { 'pull-any': 'battery staple', [BUILDER_PULL_SECRET]: 'pease porridge' };

const KEY_PASSWORD = 'open sesame';

/** Makes the account and what it has; gives a word of each credential that a Build of it and such a builder has. */
export async function createFullAccount({ create, sources }: WholeWayBed): Promise<readonly string[]> {
  const key = await makeKey();
  const pulls = Object.entries(PULL_PASSWORDS).map(([name, password]) =>
    pullSecret(name, `${name}.example.com`, { username: 'puller', password }),
  );
  const account = serviceAccount(FULL_ACCOUNT, [...SECRETS, 'signing'], ['pull-any']);
  for (const object of [secret('signing', 'Opaque', key), ...pulls, account]) await create(object);
  return [
    ACCOUNT.password,
    KEY_PASSWORD,
    ...Object.values(PULL_PASSWORDS),
    secondLine(sources.servers.ssh.privateKey),
    secondLine(key['cosign.key']),
    TOKEN,
  ];
}

/** How every JSON Web Token begins, those of ServiceAccounts among them: `{"alg":`. */
const TOKEN = 'eyJhbGciOi';

/** What follows the line that says what kind of key it is. */
function secondLine(pem: string): string {
  const [, line] = pem.split('\n');
  if (line === undefined) throw new Error('a key has no second line');
  return line;
}

/** As `cosign generate-key-pair` makes it, and kpack wants it in a Secret. */
async function makeKey(): Promise<Readonly<Record<'cosign.key' | 'cosign.password', string>>> {
  const programs = await ensurePrograms(['signing-oracle'], console.error);
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-key-'));
  const content = (name: string): string => readFileSync(path.join(folder, 'key', name), 'utf8');
  try {
    await signingOracle(programs['signing-oracle'], folder).makeKey(path.join(folder, 'key'), KEY_PASSWORD);
    return { 'cosign.key': content('cosign.key'), 'cosign.password': content('cosign.password') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
