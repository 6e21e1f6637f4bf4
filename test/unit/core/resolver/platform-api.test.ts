import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload } from '../../../support/workload.ts';

type Facts = Parameters<typeof someFacts>[0];

const RUN_TOML = { images: [{ image: 'registry.example.com/run' }] };
const NO_STACK = { stackId: undefined };

/** Returns the facts of a lifecycle with these Platform APIs. */
function apis(...supported: readonly string[]): Facts {
  return { lifecycle: { apis: { platform: { supported } } } };
}

/** The Platform API of a builder's phases, without a maximum and with one. */
const CHOSEN: readonly (readonly [title: string, facts: Facts, maximum: string | undefined, api: string])[] = [
  [
    "kpack's newest version, although there are newer ones",
    { ...apis('0.7', '0.9', '0.15'), ...RUN_TOML },
    undefined,
    '0.9',
  ],
  ['an older version of an old builder', { ...apis('0.3', '0.7', '0.8'), ...RUN_TOML }, undefined, '0.8'],
  ['the oldest of newer versions alone', { ...apis('0.13', '0.14', '0.15'), ...RUN_TOML }, undefined, '0.13'],
  ['the oldest that needs no run.toml, if the builder has none', apis('0.10', '0.11', '0.12'), undefined, '0.10'],
  [
    'the oldest that needs no stack, if the builder has none',
    { ...apis('0.7', '0.9', '0.12', '0.15'), ...RUN_TOML, ...NO_STACK },
    undefined,
    '0.12',
  ],
  ['the newest up to the maximum', { ...apis('0.9', '0.14', '0.15'), ...RUN_TOML }, '0.14', '0.14'],
  ['the newest of all at the highest maximum', { ...apis('0.9', '0.15'), ...RUN_TOML }, '0.15', '0.15'],
];

const REFUSED: readonly (readonly [title: string, facts: Facts, maximum: string | undefined, says: string])[] = [
  [
    'newer versions alone above the maximum',
    { ...apis('0.12', '0.13'), ...RUN_TOML },
    '0.9',
    'unsupported builder platform API versions: 0.12,0.13 (the builder works with platform API 0.12, but MAXIMUM_PLATFORM_API_VERSION is 0.9: ask the operator to raise the setting, or use another builder)',
  ],
  [
    'a builder without a stack at a maximum that requires one',
    { ...apis('0.9', '0.12'), ...RUN_TOML, ...NO_STACK },
    '0.9',
    'builder image stack ID label not present: platform API 0.9 requires the label (the builder works with platform API 0.12, but MAXIMUM_PLATFORM_API_VERSION is 0.9: ask the operator to raise the setting, or use another builder)',
  ],
  [
    'a builder with neither a stack nor run.toml',
    { ...apis('0.9', '0.12'), ...NO_STACK },
    undefined,
    'builder image stack ID label not present: platform API 0.9 requires the label (use a builder with the label io.buildpacks.stack.id, or with run.toml and a lifecycle that supports platform API 0.12)',
  ],
  [
    'newer versions alone without run.toml',
    apis('0.12', '0.13'),
    undefined,
    'unsupported builder platform API versions: 0.12,0.13',
  ],
  [
    'versions that are all too new',
    { ...apis('0.16'), ...RUN_TOML },
    undefined,
    'unsupported builder platform API versions: 0.16',
  ],
];

describe('the Platform API of a Build', () => {
  for (const [title, facts, maximum, api] of CHOSEN) {
    it(`is ${title}`, () => {
      const { manifests, problems } = translated(facts, maximum);
      expect(problems.map(formatProblem)).to.deep.equal([]);
      const spoken = readWorkload([...manifests].at(-1)).containers.flatMap(({ env = [] }) =>
        env.flatMap((variable) => (variable.name === 'CNB_PLATFORM_API' ? [variable.value] : [])),
      );
      expect(new Set(spoken)).to.deep.equal(new Set([api]));
    });
  }

  for (const [title, facts, maximum, says] of REFUSED) {
    it(`refuses ${title}`, () => {
      const { manifests, problems } = translated(facts, maximum);
      expect(problems.map(formatProblem)).to.deep.equal([`spec.builder: ${says}`]);
      expect([...manifests]).to.deep.equal([]);
    });
  }
});

function translated(facts: Facts, maximum: string | undefined): ReturnType<typeof translate> {
  const options: Partial<TranslateOptions> = maximum === undefined ? {} : { maximumPlatformApi: maximum };
  return translate([someBuild(), someAccount(), someFacts(facts)], someOptions(options));
}
