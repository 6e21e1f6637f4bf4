import { expect } from 'chai';
import { conditionOf, runBuild } from '../controller/controlled-build.ts';
import { secret } from './account.ts';
import { applicationBuild, type BuildDetails } from './application-build.ts';
import { logOf } from './build-log.ts';
import { BUILDER_PULL_SECRET, createFullAccount, FULL_ACCOUNT } from './full-account.ts';
import type { WholeWayBed } from './whole-way-bed.ts';

/** An application while whose Builds detect and build look for credentials, of an account that has every kind. */
export interface SearchedApplication {
  /** A Build that fails if any is found. */
  readonly hidden: BuildDetails;
  /** One that shows them all, wherever they could be found. */
  readonly shown: BuildDetails;
  /** Where, as the log says it. */
  readonly places: readonly RegExp[];
}

export async function searchedApplication(bed: WholeWayBed): Promise<SearchedApplication> {
  const words = (await createFullAccount(bed)).flatMap(formsOf);
  const [word = ''] = words;
  await bed.create(secret('shown', 'Opaque', { type: 'searched', ...named(words) }));
  const hidden = {
    source: bed.sources.publish('searched', filesOf(words)),
    serviceAccountName: FULL_ACCOUNT,
    builder: { image: bed.base.builders.searching, imagePullSecrets: [{ name: BUILDER_PULL_SECRET }] },
  };
  return {
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

/** Fails where a buildpack finds one. */
export async function expectHidden(bed: WholeWayBed, { hidden }: SearchedApplication, backend: string): Promise<void> {
  const build = applicationBuild(bed, `hidden-${backend}`, hidden);
  const status = await runBuild(bed.cluster.client, build, { seconds: 300 });
  expect(conditionOf(status), JSON.stringify(status)).to.include({ status: 'True' });
}

/** Fails unless a buildpack finds them all. */
export async function expectFound(bed: WholeWayBed, { shown, places }: SearchedApplication): Promise<void> {
  const name = 'shown';
  const status = await runBuild(bed.cluster.client, applicationBuild(bed, name, shown), { seconds: 300 });
  expect(status.failure, JSON.stringify(status)).to.include({ phase: 'detect', reason: 'DetectionErrored' });
  const log = await logOf(bed, name);
  for (const place of places) expect(log).to.match(place);
}

/** A text as it is, and as base64 has it in the middle of something longer, wherever it begins there. */
function formsOf(text: string): readonly string[] {
  const encoded = [0, 1, 2].map((offset) => {
    const base64 = Buffer.from(`${'-'.repeat(offset)}${text}`).toString('base64');
    // A character is of six bits: those at the ends that are of its neighbours' as well are left out.
    return base64.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + text.length) * 8) / 6));
  });
  return [text, ...encoded];
}

function named(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(words.map((word, index) => [`word-${index}`, word]));
}

/** The words are there for the searching buildpack alone: it must not find them there. */
function filesOf(words: readonly string[]): Readonly<Record<string, string>> {
  const reversed = words.map((word) => `${Array.from(word).toReversed().join('')}\n`);
  return { 'hello.txt': 'searched', 'reversed.txt': reversed.join('') };
}
