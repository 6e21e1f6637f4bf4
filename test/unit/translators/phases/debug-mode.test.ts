import { expect } from 'chai';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container } from '../../../support/workload.ts';

const FACTS = someFacts({ lifecycle: { version: '0.20.12', apis: { platform: { supported: ['0.9', '0.11'] } } } });
const LIFECYCLE = `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}`;
const OF_LIFECYCLE = ['analyze', 'detect', 'restore', 'build', 'export'];

const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod in containers layout': { to: 'pod', layout: 'containers' },
};

function debugged(overrides: Partial<TranslateOptions>, mode: object): readonly Container[] {
  const build = someBuild({}, { annotations: { 'taskpack.dev/debug': JSON.stringify(mode) } });
  const { manifests } = translate([build, someAccount(), FACTS], someOptions(overrides));
  return readWorkload([...manifests].at(-1)).containers;
}

for (const [backend, to] of Object.entries(BACKENDS)) {
  for (const mode of [{}, { before: 'build' }, { push: true }]) {
    it(`a debugged ${backend} ends all processes of a phase before the next step, with ${JSON.stringify(mode)}`, () => {
      const phases = debugged(to, mode).filter(({ name }) => OF_LIFECYCLE.includes(name));
      expect(phases.map(({ name }) => name)).to.include('build');
      // Without one of these flags, a process of a buildpack outlives the phase.
      const open = phases.filter(({ args = [] }) => !args.some((arg) => /^--(?:token|lock)=/.test(arg)));
      // In a TaskRun, export takes no token, because it runs no buildpack and comes before no buildpack.
      expect(open.map(({ name }) => name)).to.deep.equal(backend === 'taskrun' && 'push' in mode ? ['export'] : []);
    });
  }
}

it('a debugged Pod that ends its proxies finds out at a mounted path which proxies it has', () => {
  const options = {
    to: 'pod',
    layout: 'containers',
    injectedSidecars: { kind: 'self-driving', readyUrls: [], stopUrls: [] },
  } as const;
  const phases = debugged({ ...options, lifecycleImages: { '0.20.12': LIFECYCLE } }, {});
  const last = phases.find(({ args = [] }) => args.some((arg) => arg.startsWith('--stop_url=')));
  const urls = (last?.args ?? []).filter((arg) => arg.startsWith('--stop_url='));
  expect(urls).to.have.length(2);
  const mounts = (last?.volumeMounts ?? []).map(({ mountPath }) => mountPath);
  for (const url of urls) expect(mounts).to.include(/=(.*)\/\w+,/.exec(url)?.[1]);
});
