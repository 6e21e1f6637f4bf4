import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describeChanges } from '../../../../src/cli/why/describe-changes.ts';
import type { Paint } from '../../../../src/cli/objects/paint.ts';
import { textAt } from '../../../support/json-field.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { oneLine } from '../../../../src/core/model/one-line.ts';
import { buildChangesView, type BuildChangesInput } from '../../../../src/insight/views/build-changes-view.ts';
import { comparedImage } from '../../../../src/insight/views/compared-image.ts';
import { NOW_MS, someBuild, succeeded } from '../../insight/views/some-objects.ts';
import { someImageInput } from '../../insight/views/some-images.ts';

/** Set UPDATE_GOLDEN to write the pages. */
const TEXTS = path.join(import.meta.dirname, 'texts');

const PLAIN: Paint = { state: String, title: String, change: String };

const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];
const digest = (digit: string): string => `sha256:${digit.repeat(64)}`;
const image = (digit: string): string => `registry.example/a-team-with-a-long-name/shop@${digest(digit)}`;
/** A text that would write to the clipboard of a terminal, and turns the direction of text around. */
const HOSTILE = '\u001b]52;c;x\u0007\u202e';

function build(number: number, status: JsonObject, annotations: JsonObject = {}, spec: JsonObject = {}): JsonObject {
  return someBuild(
    { conditions: [succeeded('latestImage' in status ? 'True' : 'False')], ...status },
    {
      name: `shop-build-${number}`,
      labels: { 'image.kpack.io/image': 'shop', 'image.kpack.io/buildNumber': `${number}` },
      annotations,
    },
    spec,
  );
}

function cause(...changes: readonly JsonObject[]): JsonObject {
  return {
    'image.kpack.io/reason': changes.map((change) => textAt(change, 'reason') ?? '').join(','),
    'image.kpack.io/buildChanges': JSON.stringify(changes),
  };
}

const source = { source: { git: {} } };
const CONFIG = {
  reason: 'CONFIG',
  old: { env: [{ name: 'BP_JVM_VERSION', value: '17' }], ...source },
  new: {
    env: [{ name: 'BP_JVM_VERSION', value: `21\nsecond ${'long '.repeat(20)}line ${HOSTILE}` }],
    resources: { limits: { memory: '1Gi' } },
    services: [{ kind: 'Secret', name: 'db' }],
    ...source,
  },
};
const STATUS = (java: string, run: string, lifecycleVersion: string): JsonObject => ({
  buildMetadata: [
    { id: 'some/java', version: java },
    { id: 'some/ca', version: '3.0.0' },
  ],
  stack: { runImage: `registry.example/run@${digest(run)}` },
  lifecycleVersion,
});

const BEFORE = build(9, { latestImage: image('1'), ...STATUS('1.0.0', 'd', '0.20.11') });
const AFTER = build(
  10,
  { latestImage: image('2'), ...STATUS('1.1.0', 'e', '0.20.12') },
  cause({ reason: 'COMMIT', old: OLD, new: NEW }, CONFIG, {
    reason: 'BUILDPACK',
    old: [{ id: 'some/java', version: '1.0.0' }],
    new: null,
  }),
);

const PREVIOUS = {
  ...someImageInput([
    ['run-1', 30_000_000],
    ['run-2', 1_200_000],
    ['jre-1', 92_000_000, 'jre of some/java@1.0.0'],
    ['ca', 12_000, 'ca of some/ca@3.0.0'],
    ['gone', 900, `gone${HOSTILE} of some/java@1.0.0`],
    ['app-1', 1_100_000, 'application'],
    ['launcher', 1_300_000, 'launcher'],
  ]),
  packages: [
    { name: 'left-pad', version: '1.3.0', buildpack: 'some/java' },
    { name: 'gone', version: '1', buildpack: 'some/java' },
    { name: 'same', version: '1', buildpack: 'some/ca' },
  ],
};
const IMAGE = {
  ...someImageInput([
    ['run-1', 30_000_000],
    ['run-3', 1_250_000],
    ['jre-2', 93_000_000, 'jre of some/java@1.1.0'],
    ['ca', 12_000, 'ca of some/ca@3.0.0'],
    ['more', 5_000, 'more of some/java@1.1.0'],
    ['app-2', 1_200_000, 'application'],
    ['launcher', 1_300_000, 'launcher'],
  ]),
  packages: [
    { name: 'left-pad', version: '1.3.1', buildpack: 'some/java' },
    { name: 'same', version: '1', buildpack: 'some/ca' },
    { name: `a-name-${'x'.repeat(60)}${HOSTILE}`, version: '2', buildpack: 'some/java' },
    { name: 'no-version', buildpack: 'some/java' },
  ],
};

const LISTED: BuildChangesInput['commits'] = [
  {
    since: 'cause',
    old: OLD,
    new: NEW,
    kind: 'listed',
    added: {
      count: 14,
      commits: [
        { id: NEW, subject: `Adds a cart ${HOSTILE}` },
        { id: 'c'.repeat(40), subject: `Fixes the price${' of everything'.repeat(8)}` },
      ],
    },
    removed: { count: 1, commits: [{ id: OLD, subject: 'Tries something' }] },
  },
];
const UNLISTED: BuildChangesInput['commits'] = (['cause', 'compared-image'] as const).map((since) => ({
  since,
  old: OLD,
  new: NEW,
  kind: 'not-listed',
  advice:
    'To see the commits, run the command in a clone of https://git.example/shop.git, or name a clone with --source.',
}));

function input(subject: JsonObject, others: readonly JsonObject[], more: Partial<BuildChangesInput> = {}): string {
  const compared = comparedImage(asBuild(subject), others.map(asBuild));
  const view = buildChangesView({ build: asBuild(subject), compared, commits: [], gaps: [], nowMs: NOW_MS, ...more });
  return describeChanges(view, NOW_MS, PLAIN);
}

const LAST_BUILD = { lastBuild: { image: image('1') } };
const SHOWN: Readonly<Record<string, string>> = {
  'everything.txt': input(AFTER, [BEFORE], { image: IMAGE, previous: PREVIOUS, commits: LISTED }),
  'without-registry-and-clone.txt': input(
    AFTER,
    [build(9, {}), { ...BEFORE, metadata: build(8, {})['metadata'] ?? {} }],
    {
      commits: UNLISTED,
      gaps: ['The layers and packages: --offline reads no image.'],
    },
  ),
  'deleted-build.txt': input(
    build(10, { latestImage: image('2') }, cause({ reason: 'TRIGGER', old: '', new: '' }), LAST_BUILD),
    [],
    {
      image: IMAGE,
      previous: { ...PREVIOUS, packages: IMAGE.packages },
    },
  ),
  'nothing-changed.txt': input(build(10, { latestImage: image('2'), ...STATUS('1.0.0', 'd', '0.20.11') }), [BEFORE], {
    image: PREVIOUS,
    previous: PREVIOUS,
  }).replace(/[\s\S]*?(?=\nBuildpacks)/, ''),
  'same-image.txt': input(
    build(10, { latestImage: image('1') }, cause({ reason: 'STACK', old: digest('d'), new: digest('e') })),
    [BEFORE],
  ),
  'first-image.txt': input(build(1, { latestImage: image('1') }, cause({ reason: 'CONFIG', old: {}, new: {} })), []),
  'failed.txt': input(build(10, {}, cause({ reason: 'LIFECYCLE', old: '0.20.11', new: '0.20.12' })), [BEFORE]),
  'by-hand.txt': input(someBuild({}, { name: `by-hand${HOSTILE}`, labels: {} }), []),
};

describe('the page of taskpack why', () => {
  for (const [page, text] of Object.entries(SHOWN)) {
    it(`is ${page}, in 80 columns and without control characters`, () => {
      if (process.env['UPDATE_GOLDEN'] !== undefined) writeFileSync(path.join(TEXTS, page), text);
      expect(text).to.equal(readFileSync(path.join(TEXTS, page), 'utf8'));
      expect(text.split('\n').filter((line) => line.length > 80)).to.deep.equal([]);
      expect(text.split('\n').filter((line) => oneLine(line) !== line)).to.deep.equal([]);
    });
  }

  it('colours titles, states and changes', () => {
    const compared = comparedImage(asBuild(AFTER), [asBuild(BEFORE)]);
    const paint: Paint = {
      state: (text) => `<${text}>`,
      title: (text) => `# ${text}`,
      change: (text, change) => `[${change}:${text.trimEnd()}]`,
    };
    const view = buildChangesView({
      build: asBuild(AFTER),
      compared,
      image: IMAGE,
      previous: PREVIOUS,
      commits: [],
      gaps: [],
      nowMs: NOW_MS,
    });
    const page = describeChanges(view, NOW_MS, paint);
    for (const text of ['# Build team/', '<Succeeded>', '\n  [removed:- 17]\n  [added:+ 21]\n', '[reused:reused]'])
      expect(page).to.include(text);
  });

  it('cuts tables that hostile images make long, and says how many rows are missing', () => {
    const packages = Array.from({ length: 1500 }, (_, index) => ({ name: `p${index}`, buildpack: 'a/b' }));
    const page = input(AFTER, [BEFORE], { image: { ...IMAGE, packages }, previous: { ...PREVIOUS, packages: [] } });
    expect(page).to.match(/\n {2}and 500 more\n$/);
  });

  it('cuts long names and versions at once', () => {
    const long = 'x'.repeat(5_000_000);
    const packages = [{ name: long, version: long, buildpack: long }];
    const page = input(AFTER, [BEFORE], { image: { ...IMAGE, packages }, previous: { ...PREVIOUS, packages: [] } });
    expect(page).to.match(/\n {2}added {4}x+… {3}- {8}x+… {3}x+…\n$/);
    expect(page.length).to.be.lessThan(5000);
  }).timeout(2000);
});
