import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { factsOfImage } from '../../inspection/facts-of-image.ts';
import { parseImageReference } from '../../model/image-reference.ts';
import { isJsonObject, type JsonObject } from '../../model/json.ts';
import type { Problem } from '../../model/problem.ts';
import { makeDispatcher } from '../../registry/client/dispatcher.ts';
import { registryClient, type RegistryClient } from '../../registry/client/registry-client.ts';
import { RegistryError } from '../../registry/client/registry-error.ts';
import { CommandFailure } from '../command-failure.ts';
import { systemMessage } from '../system-message.ts';
import type { Terminal } from '../terminal.ts';
import { jsonTexts } from '../translate/output/json-texts.ts';
import { yamlTexts } from '../translate/output/yaml-texts.ts';
import { writeTexts } from '../write-texts.ts';
import { dockerKeychain } from './docker-keychain.ts';
import type { InspectFlags } from './flags.ts';

/** What `taskpack inspect` does: all facts, or every problem and no facts. */
export async function runInspect(images: readonly string[], flags: InspectFlags, terminal: Terminal): Promise<void> {
  const found = await withClient(flags, terminal, async (client) =>
    Promise.all(images.map(async (image) => inspect(client, image, flags))),
  );
  const problems = found.flatMap((inspection) => (inspection.kind === 'problems' ? inspection.problems : []));
  if (problems.length > 0) throw new CommandFailure(problems, 1);
  const facts = found.flatMap((inspection) => (inspection.kind === 'facts' ? [inspection.facts] : []));
  await writeTexts(terminal.output, flags.output === 'yaml' ? yamlTexts(facts) : jsonTexts(facts));
}

type Found =
  | { readonly kind: 'facts'; readonly facts: JsonObject }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

async function withClient<T>(
  { insecureRegistry = [], caFile }: InspectFlags,
  { environment }: Terminal,
  work: (client: RegistryClient) => Promise<T>,
): Promise<T> {
  const keychain = await orFailure('docker config', async () => dockerKeychain(environment));
  const caBundle = caFile === undefined ? undefined : await orFailure(caFile, async () => readFile(caFile, 'utf8'));
  const dispatcher = makeDispatcher({ ...proxies(environment), ...(caBundle !== undefined && { caBundle }) });
  try {
    const collaborators = { dispatcher, now: Date.now, random: Math.random, sleep: pause };
    return await work(registryClient({ collaborators, keychain, insecure: insecureRegistry }));
  } finally {
    await dispatcher.close();
  }
}

async function inspect(client: RegistryClient, image: string, { platform }: InspectFlags): Promise<Found> {
  const reference = parseImageReference(image);
  if (reference === undefined) return failed([`${image} is no image reference`]);
  try {
    const { manifest, layers, bytes, json } = await client.config(reference, platform);
    const inspection = factsOfImage({
      name: image,
      digest: manifest.digest,
      layers,
      manifest: Buffer.from(manifest.bytes).toString(),
      configuration: Buffer.from(bytes).toString(),
      config: json,
    });
    if (inspection.kind === 'problems') return failed(inspection.problems.map((problem) => `${image}: ${problem}`));
    const facts: unknown = inspection.facts;
    if (!isJsonObject(facts)) throw new Error('facts are an object');
    return { kind: 'facts', facts };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return failed([error.message]);
  }
}

function failed(messages: readonly string[]): Found {
  return { kind: 'problems', problems: messages.map(problemOf) };
}

function problemOf(message: string): Problem {
  return { severity: 'error', paths: [[]], message };
}

/** What is wrong with a file of the user's is the user's to mend. */
async function orFailure<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof RegistryError ? error.message : `${what}: ${systemMessage(error)}`;
    throw new CommandFailure([problemOf(message)], 1);
  }
}

/** Lower case first, as curl has it. */
function proxies(environment: Terminal['environment']): {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
} {
  const variable = (name: string): string => environment[name.toLowerCase()] ?? environment[name] ?? '';
  return { httpProxy: variable('HTTP_PROXY'), httpsProxy: variable('HTTPS_PROXY'), noProxy: variable('NO_PROXY') };
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
}
