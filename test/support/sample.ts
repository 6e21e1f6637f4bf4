import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './command.ts';

/** What `npm start` translates. */
export const SAMPLE = {
  build: readFileSync(path.join(ROOT, 'config/samples/build.yaml'), 'utf8'),
  facts: readFileSync(path.join(ROOT, 'config/samples/facts.yaml'), 'utf8'),
};

/** The sample's Build alone, by another name. */
export function sampleBuild(name: string): string {
  return (SAMPLE.build.split('---\n').at(-1) ?? '').replace('name: sample\n', `name: ${name}\n`);
}

/** The sample's ServiceAccount and Secret and its facts: what any of its Builds needs. */
export const SAMPLE_SURROUNDINGS = [...SAMPLE.build.split('---\n').slice(0, -1), SAMPLE.facts].join('---\n');
