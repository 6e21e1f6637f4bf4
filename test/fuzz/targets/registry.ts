import * as fc from 'fast-check';
import { text } from 'node:stream/consumers';
import { RegistryError } from '../../../src/clients/registry/client/registry-error.ts';
import type { Credential } from '../../../src/clients/registry/client/credentials/credential.ts';
import { registryClient, type RegistryClient } from '../../../src/clients/registry/client/registry-client.ts';
import { makeDispatcher } from '../../../src/clients/registry/client/transport/dispatcher.ts';
import { REQUEST_TIMEOUTS } from '../../../src/clients/registry/client/transport/transport.ts';
import { MEDIA_TYPES } from '../../../src/core/oci/media-types.ts';
import { type FuzzTarget, fuzzTarget } from '../fuzz-target.ts';
import { type Answers, answers, CONTENT } from '../hostile/registry-answers.ts';
import { hostileRegistry, startServer } from '../hostile/registry-server.ts';
import { BrokenPromise, endingOf } from '../oracle.ts';

interface RegistryCase {
  readonly operation: keyof typeof OPERATIONS;
  readonly credential: keyof typeof CREDENTIALS;
  readonly isPinned: boolean;
  readonly answers: Answers;
}

const PASSWORD = 'correct horse battery';
const TOKEN = 'identity.token.of.the.user';

const CREDENTIALS = {
  password: { kind: 'password', username: 'builder', password: PASSWORD },
  identity: { kind: 'identity-token', token: TOKEN },
  registry: { kind: 'registry-token', token: TOKEN },
  nobody: undefined,
} as const satisfies Record<string, Credential | undefined>;

/** Texts that no error may contain, also in the form of headers and forms. */
const SECRETS = [
  PASSWORD,
  encodeURIComponent(PASSWORD),
  Buffer.from(`builder:${PASSWORD}`).toString('base64'),
  TOKEN,
  'an-access-token',
];

type Operation = (client: RegistryClient, registry: string, digest: string | undefined) => Promise<unknown>;

const BLOB = { digest: CONTENT.layer.digest, size: CONTENT.layer.size };
const PLATFORM = { os: 'linux', architecture: 'amd64' };
const at = (registry: string) => ({ registry, repository: 'a/b' });
const named = (registry: string, digest: string | undefined) => ({
  ...at(registry),
  ...(digest !== undefined && { digest }),
});

const OPERATIONS = {
  resolve: async (client, registry, digest) => client.resolve(named(registry, digest)),
  manifest: async (client, registry, digest) => client.manifest(named(registry, digest)),
  image: async (client, registry, digest) => client.manifest(named(registry, digest), PLATFORM),
  config: async (client, registry, digest) => client.config(named(registry, digest), PLATFORM),
  blob: async (client, registry) => text(client.blob(at(registry), BLOB)),
  hasBlob: async (client, registry) => client.hasBlob(at(registry), BLOB.digest),
  push: async (client, registry) => client.pushBlob(at(registry), BLOB, Buffer.from(CONTENT.layer.text)),
  copy: async (client, registry) => client.copyBlob({ registry, repository: 'c/d' }, at(registry), BLOB),
  checkPush: async (client, registry) => client.checkPush(at(registry)),
  pushManifest: async (client, registry) =>
    client.pushManifest(at(registry), { mediaType: MEDIA_TYPES.oci.manifest, bytes: Buffer.from(CONTENT.image) }),
  referrers: async (client, registry) => client.referrers({ ...at(registry), digest: CONTENT.imageDigest }),
  pushReferrers: async (client, registry) => {
    const bytes = Buffer.from(CONTENT.image);
    const manifest = { mediaType: MEDIA_TYPES.oci.manifest, digest: CONTENT.imageDigest, size: bytes.length, bytes };
    const subject = { ...at(registry), digest: CONTENT.layer.digest };
    return client.pushReferrers(subject, [{ ...manifest, annotations: {} }], new Set([CONTENT.layer.digest]));
  },
} as const satisfies Record<string, Operation>;

const cases: fc.Arbitrary<RegistryCase> = fc.record({
  operation: fc.constantFrom(...(Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[])),
  credential: fc.constantFrom(...(Object.keys(CREDENTIALS) as (keyof typeof CREDENTIALS)[])),
  isPinned: fc.boolean(),
  answers,
});

/** Shared by all cases. It has no connections after a case, because the servers close them. */
const DISPATCHER = makeDispatcher();

/** A registry gets nothing by its answers but an error of the client, and no server but the realm gets the credentials. */
export const REGISTRY: FuzzTarget = fuzzTarget('registry', cases, async (input: RegistryCase) => {
  const names = (): Readonly<Record<string, string>> => ({ self: self.address, other: other.address });
  const other = await startServer(hostileRegistry(input.answers, () => names()));
  const self = await startServer(hostileRegistry(input.answers, () => names()));
  try {
    const client = registryClient({
      network: { dispatcher: DISPATCHER, clock: { now: () => 0, sleep: async () => undefined }, random: () => 0 },
      keychain: async () => CREDENTIALS[input.credential],
      retryPolicy: { retries: 2, initialDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 },
      timeouts: { ...REQUEST_TIMEOUTS, idleMs: 2_000 },
    });
    const digest = input.isPinned ? CONTENT.imageDigest : undefined;
    const work = async () => OPERATIONS[input.operation](client, self.address, digest);
    const ending = await endingOf(work, { codeOf, secrets: SECRETS });
    const leak = other.received.find(({ path, authorization }) => authorization !== '' && !path.startsWith('/token'));
    if (leak !== undefined) throw new BrokenPromise(`another host gets the credentials by ${leak.method} ${leak.path}`);
    return ending.kind === 'value' ? 'value' : ending.code;
  } finally {
    await Promise.all([self.close(), other.close()]);
  }
});

function codeOf(error: unknown): string | undefined {
  return error instanceof RegistryError ? error.code : undefined;
}
