import { expect } from 'chai';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container } from '../../../support/workload.ts';

const LIFECYCLE = `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}`;
const FACTS = someFacts({ lifecycle: { version: '0.20.12', apis: { platform: { supported: ['0.9', '0.11'] } } } });
const APP = `registry.example.com/app@sha256:${'b'.repeat(64)}`;

const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod in init layout': { to: 'pod', layout: 'init' },
  'pod in containers layout': { to: 'pod', layout: 'containers' },
};

function translated(overrides: Partial<TranslateOptions>, build = someBuild()) {
  const { manifests, problems } = translate(
    [build, someAccount(), FACTS],
    someOptions({ creatorBuilders: ['*'], ...overrides }),
  );
  const list = [...manifests];
  return {
    problems: problems.map(({ severity, message }) => `${severity}: ${message}`),
    phases: list.length === 0 ? [] : readWorkload(list.at(-1)).containers.filter(({ name }) => name !== 'dummy'),
  };
}

for (const [backend, to] of Object.entries(BACKENDS)) {
  describe(`creator mode in a ${backend}`, () => {
    it('replaces the phases between prepare and completion', () => {
      expect(namesOf(translated(to).phases)).to.deep.equal(['prepare', 'create', 'completion']);
    });

    it('gives the creator the arguments of the phases that it replaces', () => {
      const build = someBuild({
        tags: ['registry.example.com/app', 'registry.example.com/app:2'],
        lastBuild: { image: APP },
        defaultProcess: 'worker',
        creationTime: '1700000000',
        cache: { registry: { tag: 'registry.example.com/cache' } },
      });
      const create = translated(to, build).phases.find(({ name }) => name === 'create');
      expect(create?.args?.slice(create.args.indexOf('-layers=/layers'))).to.deep.equal([
        '-layers=/layers',
        '-app=/workspace',
        '-run-image=registry.example.com/run',
        '-project-metadata=/projectMetadata/project-metadata.toml',
        '-cache-image=registry.example.com/cache',
        `-previous-image=${APP}`,
        '-process-type=worker',
        '-report=/var/report/report.toml',
        '-tag=registry.example.com/app:2',
        'registry.example.com/app',
      ]);
      expect(create?.env).to.deep.include({ name: 'SOURCE_DATE_EPOCH', value: '1700000000' });
    });

    it('runs the lifecycle of the builder, and says so if LIFECYCLE_IMAGES names another', () => {
      const { phases, problems } = translated({ ...to, lifecycleImages: { '0.20.12': LIFECYCLE } });
      expect(JSON.stringify(phases)).to.not.include(LIFECYCLE);
      expect(problems.join()).to.include('note: one container runs all phases of the lifecycle');
    });

    it('counts as trust where REQUIRE_TRUSTED_LIFECYCLE asks for it', () => {
      expect(translated({ ...to, requireTrustedLifecycle: true }).problems).to.deep.equal([]);
      const others = { creatorBuilders: ['registry.example.com/other'], requireTrustedLifecycle: true };
      expect(translated({ ...to, ...others }).problems.join()).to.include('is not trusted');
    });

    it('does not change a rebase, which a lifecycle image still runs', () => {
      const rebase = someBuild(
        { lastBuild: { image: APP, stackId: 'io.example.stack' } },
        { annotations: { 'image.kpack.io/reason': 'STACK' } },
      );
      const { phases } = translated({ ...to, lifecycleImages: { '0.20.12': LIFECYCLE } }, rebase);
      expect(namesOf(phases)).to.deep.equal(['prepare', 'rebase', 'completion']);
      expect(JSON.stringify(phases)).to.include(LIFECYCLE);
    });

    it('cannot be switched on by a Build that names the builder of the platform in its annotations', () => {
      const image = 'registry.example.com/tenant/builder';
      const build = someBuild(
        { builder: { image } },
        { annotations: { 'image.kpack.io/builderKind': 'ClusterBuilder', 'image.kpack.io/builderName': 'platform' } },
      );
      const creatorBuilders = ['registry.example.com/platform/*'];
      const facts = someFacts({ image });
      const { manifests } = translate([build, someAccount(), facts], someOptions({ ...to, creatorBuilders }));
      expect(namesOf(readWorkload([...manifests].at(-1)).containers)).to.include.members([
        'analyze',
        'build',
        'export',
      ]);
    });

    it('is off for a Build that is debugged, which stops between phases and pushes nothing', () => {
      if (to.layout === 'init') return;
      const build = someBuild({}, { annotations: { 'taskpack.dev/debug': '{"before":"build"}' } });
      expect(namesOf(translated(to, build).phases)).to.include.members(['analyze', 'detect', 'restore', 'build']);
      expect(namesOf(translated(to, build).phases)).to.not.include('create');
    });

    it('is off for every builder that no pattern matches', () => {
      const { phases } = translated({ ...to, creatorBuilders: ['registry.example.com/platform/*'] });
      expect(namesOf(phases)).to.include.members(['analyze', 'detect', 'restore', 'build', 'export']);
    });
  });
}

function namesOf(phases: readonly Container[]): readonly string[] {
  return phases.map(({ name }) => name);
}
