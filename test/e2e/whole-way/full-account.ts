import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { ACCOUNT } from '../../cluster/registry/account.ts';
import { signingOracle } from '../../integration/completion/signing-oracle.ts';
import { pullSecret, secret, SECRETS, serviceAccount } from './account.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** An account that has the Secrets of the Builds' account, a signing key and an image pull Secret. */
export const FULL_ACCOUNT = 'has-every-kind';

/** A builder's image pull Secret. */
export const BUILDER_PULL_SECRET = 'pull-builder';

/** Each Secret is for a server that no Build contacts. */
const PULL_PASSWORDS = { 'pull-any': 'battery staple', [BUILDER_PULL_SECRET]: 'pease porridge' };

const KEY_PASSWORD = 'open sesame';

interface FullAccount {
  /** A word of each credential of the account's Builds. */
  readonly words: readonly string[];
  /** The PEM of the key that verifies the signatures of the account's Builds. */
  readonly publicKey: string;
}

/** Creates the account with its Secrets. */
export async function createFullAccount({
  create,
  sources,
}: Pick<WholeWayBed, 'create' | 'sources'>): Promise<FullAccount> {
  const { 'cosign.pub': publicKey, ...key } = await makeKey();
  const pulls = Object.entries(PULL_PASSWORDS).map(([name, password]) =>
    pullSecret(name, `${name}.example.com`, { username: 'puller', password }),
  );
  const account = serviceAccount(FULL_ACCOUNT, [...SECRETS, 'signing'], ['pull-any']);
  for (const object of [secret('signing', 'Opaque', key), ...pulls, account]) await create(object);
  const words = [
    ACCOUNT.password,
    KEY_PASSWORD,
    ...Object.values(PULL_PASSWORDS),
    secondLine(sources.servers.ssh.privateKey),
    secondLine(key['cosign.key']),
    TOKEN,
  ];
  return { words, publicKey };
}

/** The first characters of every JSON Web Token, such as a ServiceAccount's token: `{"alg":` in base64. */
const TOKEN = 'eyJhbGciOi';

/** Returns the second line of a PEM key; the first line names the kind of key. */
function secondLine(pem: string): string {
  const [, line] = pem.split('\n');
  if (line === undefined) throw new Error('a key has no second line');
  return line;
}

/** Makes a key pair as `cosign generate-key-pair` does, with the names that kpack expects in a Secret. */
async function makeKey(): Promise<Readonly<Record<'cosign.key' | 'cosign.password' | 'cosign.pub', string>>> {
  const programs = await ensurePrograms(['signing-oracle'], console.error);
  const folder = mkdtempSync(path.join(tmpdir(), 'taskpack-key-'));
  const content = (name: string): string => readFileSync(path.join(folder, 'key', name), 'utf8');
  try {
    await signingOracle(programs['signing-oracle'], folder).makeKey(path.join(folder, 'key'), KEY_PASSWORD);
    return {
      'cosign.key': content('cosign.key'),
      'cosign.password': content('cosign.password'),
      'cosign.pub': content('cosign.pub'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
