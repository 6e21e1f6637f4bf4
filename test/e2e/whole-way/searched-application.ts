import { expect } from 'chai';
import { conditionOf, runBuild } from '../controller/controlled-build.ts';
import { secret } from './account.ts';
import { applicationBuild, type BuildDetails } from './application-build.ts';
import { logOf } from './build-log.ts';
import { BUILDER_PULL_SECRET, createFullAccount, FULL_ACCOUNT } from './full-account.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/**
 * An application whose buildpack searches for credentials during detect and build. The Build's account has every kind
 * of Secret.
 */
export interface SearchedApplication {
  /** The PEM of the key that verifies the signatures of both Builds. */
  readonly publicKey: string;
  /** A Build that fails if the buildpack finds a credential. */
  readonly hidden: BuildDetails;
  /** A Build that exposes the credentials by an environment variable and a service binding. */
  readonly shown: BuildDetails;
  /** The places of the credentials, as the log names them. */
  readonly places: readonly RegExp[];
}

/** `create` creates an object in each namespace of the Builds. */
export async function searchedApplication(
  bed: Pick<WholeWayBed, 'base' | 'create' | 'sources'>,
): Promise<SearchedApplication> {
  const account = await createFullAccount(bed);
  const words = account.words.flatMap(formsOf);
  const [word = ''] = words;
  await bed.create(secret('shown', 'Opaque', { type: 'searched', ...named(words) }));
  const hidden = {
    source: bed.sources.publish('searched', filesOf(words)),
    serviceAccountName: FULL_ACCOUNT,
    builder: { image: bed.base.builders.searching, imagePullSecrets: [{ name: BUILDER_PULL_SECRET }] },
  };
  return {
    publicKey: account.publicKey,
    hidden,
    shown: {
      ...hidden,
      env: [{ name: 'SHOWN', value: word }],
      services: [{ apiVersion: 'v1', kind: 'Secret', name: 'shown' }],
    },
    places: [
      /\bthe environment$/m,
      /\/proc\/\d+\/environ$/m,
      ...Object.keys(named(words)).map((name) => new RegExp(`/shown/.*/${name}$`, 'm')),
    ],
  };
}

/** Returns the name of the hidden Build with a backend. */
export function hiddenName(backend: string): string {
  return `hidden-${backend}`;
}

/** Fails if the buildpack finds a credential. */
export async function expectHidden(bed: WholeWayBed, { hidden }: SearchedApplication, backend: string): Promise<void> {
  const build = applicationBuild(bed, hiddenName(backend), hidden);
  const status = await runBuild(bed.cluster.client, build, { seconds: 300 });
  expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
}

/** Fails unless the buildpack finds credentials in all these places. */
export async function expectFound(bed: WholeWayBed, { shown, places }: SearchedApplication): Promise<void> {
  const name = 'shown';
  const status = await runBuild(bed.cluster.client, applicationBuild(bed, name, shown), { seconds: 300 });
  expect(status.failure, JSON.stringify(status)).to.include({ phase: 'detect', reason: 'DetectionErrored' });
  const log = await logOf(bed, name);
  for (const place of places) expect(log).to.match(place);
}

/** Returns the forms of a text: plain, and in base64 at each of the three offsets in a longer text. */
function formsOf(text: string): readonly string[] {
  const encoded = [0, 1, 2].map((offset) => {
    const base64 = Buffer.from(`${'-'.repeat(offset)}${text}`).toString('base64');
    // A base64 character is six bits. Leaves out the characters at both ends, which share bits with the neighbouring
    // text.
    return base64.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + text.length) * 8) / 6));
  });
  return [text, ...encoded];
}

function named(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word, index) => [`word-${index}`, word]));
}

/**
 * Returns files with the words for the searching buildpack. The words are reversed, so that the buildpack does not find
 * them in these files.
 */
function filesOf(words: readonly string[]): Readonly<Record<string, string>> {
  const reversed = words.map((word) => `${Array.from(word).toReversed().join('')}\n`);
  return { 'hello.txt': 'searched', 'reversed.txt': reversed.join('') };
}
