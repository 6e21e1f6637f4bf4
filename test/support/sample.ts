import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './command.ts';

/** The documents that `npm start` translates. */
export const SAMPLE = {
  build: readFileSync(path.join(ROOT, 'config/samples/build.yaml'), 'utf8'),
  facts: readFileSync(path.join(ROOT, 'config/samples/facts.yaml'), 'utf8'),
};

/** Returns the sample's Build alone, with another name. */
export function sampleBuild(name: string): string {
  return (SAMPLE.build.split('---\n').at(-1) ?? '').replace('name: sample\n', `name: ${name}\n`);
}

/** The sample's ServiceAccount, Secret and facts, which every Build of the sample needs. */
export const SAMPLE_SURROUNDINGS = [...SAMPLE.build.split('---\n').slice(0, -1), SAMPLE.facts].join('---\n');
