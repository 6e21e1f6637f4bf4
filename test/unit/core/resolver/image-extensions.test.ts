import { expect } from 'chai';
import { imageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import { taskBuilder } from '../../../../src/core/resolver/task-builder.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts, type TestDocument } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

const REFUSED = `error: spec.builder: builder image registry.example.com/builder@sha256:${'a'.repeat(64)} has image extensions in its order, and detect fails, because taskpack does not run extensions: use a builder without order-extensions, such as a ClusterBuilder of the same buildpacks`;
const WARNED =
  'warning: spec.builder: the builder has image extensions, which taskpack does not run: assumed that its buildpacks do not need them';
const RUN = { image: 'registry.example.com/run' };

function problemsOf(
  platform: Readonly<Record<string, readonly string[]>>,
  { build = someBuild(), options = {}, extensions = true }: Partial<Case> = {},
): readonly string[] {
  const facts = someFacts({ lifecycle: { apis: { platform } }, runImage: RUN, images: [RUN], extensions });
  return translate([build, someAccount(), facts], someOptions(options)).problems.map(
    (problem) => `${problem.severity}: ${formatProblem(problem)}`,
  );
}

interface Case {
  readonly build: TestDocument;
  readonly options: Partial<TranslateOptions>;
  readonly extensions: boolean;
}

describe('a builder with image extensions in its order', () => {
  it('is refused if its lifecycle reads them, at every Platform API', () => {
    for (const maximumPlatformApi of ['0.9', '0.12', '0.14'])
      expect(
        problemsOf({ supported: ['0.7', '0.9', '0.10', '0.14'] }, { options: { maximumPlatformApi } }),
      ).to.deep.equal([REFUSED]);
    expect(problemsOf({ deprecated: ['v0.10'], supported: ['0.9'] })).to.deep.equal([REFUSED]);
  });

  it('causes a warning if its lifecycle does not read them', () => {
    expect(problemsOf({ supported: ['0.3', '0.9'] })).to.deep.equal([WARNED]);
  });

  it('causes a warning in creator mode, which fails only if an extension applies', () => {
    const options = { creatorBuilders: ['*'] };
    expect(problemsOf({ supported: ['0.9', '0.10'] }, { options })).to.deep.equal([WARNED]);
    expect(problemsOf({ supported: ['0.12'] }, { options: { ...options, maximumPlatformApi: '0.12' } })).to.deep.equal([
      WARNED,
    ]);
  });

  it('rebases images', () => {
    const build = someBuild(
      { lastBuild: { image: 'registry.example.com/app', stackId: 'io.example.stack' } },
      { annotations: { 'image.kpack.io/reason': 'STACK' } },
    );
    expect(problemsOf({ supported: ['0.9', '0.10', '0.11'] }, { build })).to.deep.equal([]);
  });

  it('is refused by a Task that builds, and not by one that rebases', () => {
    const facts = imageFacts.parse(someFacts({ extensions: true }).value);
    const kindOf = (operation: 'build' | 'rebase'): string =>
      taskBuilder({ image: 'registry.example.com/builder' }, facts, { maximum: undefined, operation }).kind;
    expect([kindOf('build'), kindOf('rebase')]).to.deep.equal(['problems', 'builder']);
  });

  it('is accepted without extensions', () => {
    expect(problemsOf({ supported: ['0.9', '0.10'] }, { extensions: false })).to.deep.equal([]);
  });
});
