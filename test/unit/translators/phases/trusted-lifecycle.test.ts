import { expect } from 'chai';
import type { BuildInputs } from '../../../../src/core/model/build-inputs.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { someAccount, someBuild, someFacts } from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container, type Workload } from '../../../support/workload.ts';

const LIFECYCLE = `registry.example.com/lifecycle@sha256:${'e'.repeat(64)}`;
const ARM = `registry.example.com/lifecycle@sha256:${'f'.repeat(64)}`;
const RUN = { image: 'registry.example.com/run', mirrors: ['mirror.example.com/run'] };

const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod in init layout': { to: 'pod', layout: 'init' },
  'pod in containers layout': { to: 'pod', layout: 'containers' },
};

interface Facts {
  readonly api?: string;
  readonly platform?: { readonly os: string; readonly architecture: string };
  readonly indexDigest?: string;
  readonly digest?: string;
}

function translated(overrides: Partial<TranslateOptions>, { api = '0.9', ...facts }: Facts = {}, build = someBuild()) {
  const lifecycle = { version: '0.20.12', apis: { platform: { supported: [api] } } };
  const documents = [build, someAccount(), someFacts({ lifecycle, runImage: RUN, images: [RUN], ...facts })];
  const { manifests, problems } = translate(documents, someOptions({ maximumPlatformApi: '0.14', ...overrides }));
  expect(problems).to.deep.equal([]);
  return readWorkload([...manifests].at(-1));
}

const REBASE = someBuild(
  { lastBuild: { image: `registry.example.com/app@sha256:${'b'.repeat(64)}`, stackId: 'io.example.stack' } },
  { annotations: { 'image.kpack.io/reason': 'STACK' } },
);

for (const [backend, to] of Object.entries(BACKENDS)) {
  describe(`a trusted lifecycle in a ${backend}`, () => {
    const trusted = { ...to, lifecycleImages: { '0.20.12': LIFECYCLE, '0.20.12/arm64': ARM } };

    it('is the image of exactly the phases with registry credentials that run no buildpacks', () => {
      expect(phasesIn(translated(trusted), LIFECYCLE)).to.deep.equal(['analyze', 'restore', 'export']);
      expect(phasesIn(translated(trusted, { api: '0.11' }, REBASE), LIFECYCLE)).to.deep.equal(['rebase']);
      expect(phasesIn(translated(to), LIFECYCLE)).to.deep.equal([]);
      expect(phasesIn(translated({ ...to, lifecycleImages: { '0.20.11': LIFECYCLE } }), LIFECYCLE)).to.deep.equal([]);
    });

    it("has the builder's architecture", () => {
      const arm = { platform: { os: 'linux', architecture: 'arm64' } };
      const index = { ...arm, indexDigest: `sha256:${'d'.repeat(64)}` };
      for (const facts of [arm, index]) expect(phasesIn(translated(trusted, facts), ARM)).to.have.length(3);
    });

    it("gets the builder's user, stack.toml or run.toml, and a /tmp of its own", () => {
      const expected: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
        '0.11': { restore: [], export: ['-stack=/var/run-images/stack.toml'] },
        '0.12': { restore: [], export: ['-run=/var/run-images/run.toml'] },
        '0.14': { restore: ['-run=/var/run-images/run.toml'], export: ['-run=/var/run-images/run.toml'] },
      };
      for (const [api, phases] of Object.entries(expected)) {
        const [plain, workload] = [translated(to, { api }), translated(trusted, { api })];
        for (const phase of ['analyze', 'restore', 'export']) {
          const added = addedArgs(phaseIn(plain, phase), phaseIn(workload, phase));
          expect(added, `${phase} at ${api}`).to.deep.equal(['-uid=1001', '-gid=1000', ...(phases[phase] ?? [])]);
          expect(mountsOf(phaseIn(workload, phase)), phase).to.include('lifecycle-tmp-dir');
        }
      }
      const rebase = phaseIn(translated(trusted, { api: '0.11' }, REBASE), 'rebase');
      expect(addedArgs(phaseIn(translated(to, { api: '0.11' }, REBASE), 'rebase'), rebase)).to.deep.equal([
        '-uid=1001',
        '-gid=1000',
      ]);
      expect(mountsOf(rebase)).to.include('lifecycle-tmp-dir');
    });

    it('adds no volume to the phases that run buildpacks, and only prepare writes the run images', () => {
      const [plain, workload] = [translated(to), translated(trusted)];
      for (const phase of ['detect', 'build']) {
        expect(mountsOf(phaseIn(workload, phase))).to.deep.equal(mountsOf(phaseIn(plain, phase)));
      }
      const writers = workload.containers.filter(({ volumeMounts = [] }) =>
        volumeMounts.some(({ name, readOnly }) => name === 'run-images-dir' && readOnly !== true),
      );
      expect(writers.map(({ name }) => name.replace('step-', ''))).to.deep.equal(['prepare']);
      const declared = workload.volumes.map(({ name }) => name);
      expect(declared).to.include.members(workload.containers.flatMap(mountsOf));
    });

    it('puts the waiter, its tokens and its marks where the builder image has no link, and nothing else', () => {
      const [hidden, plain] = [translated(trusted), translated(to)];
      const [image, ...others] = ['a', 'b'].map((digit) => directoryOf(trusted, `sha256:${digit.repeat(64)}`));
      if (to.layout === 'init') {
        expect([image, ...others]).to.deep.equal([undefined, undefined]);
        return;
      }
      expect(image).to.match(/^\/taskpack-[0-9a-f]{32}$/);
      expect(others).to.not.include(image);
      for (const phase of ['detect', 'build']) {
        expect(withoutDirectory(phaseIn(hidden, phase), image)).to.deep.equal(phaseIn(plain, phase));
        const foreseen = (phaseIn(hidden, phase).volumeMounts ?? []).filter(
          ({ mountPath }) => !mountPath.startsWith(`${image}/`),
        );
        expect(foreseen.filter(({ name }) => /token|build-wait/.test(name))).to.deep.equal([]);
      }
    });

    it("gives prepare the run images of the builder's label", () => {
      const inputs = JSON.parse(translated(trusted).annotations['taskpack.dev/inputs'] ?? '{}') as BuildInputs;
      expect(inputs.application?.runImages).to.deep.equal({ stack: RUN, images: [RUN] });
    });
  });
}

/** Returns the directory of the waiter's files in detect, if it is not the root. */
function directoryOf(to: Partial<TranslateOptions>, digest: string): string | undefined {
  const [program = ''] = phaseIn(translated(to, { digest }), 'detect').command ?? [];
  return /^(\/taskpack-[^/]*)\/buildWait\//.exec(program)?.[1];
}

function withoutDirectory(container: Container, directory: string | undefined): Container {
  return JSON.parse(JSON.stringify(container).replaceAll(directory ?? '', '')) as Container;
}

function phasesIn({ containers }: Workload, image: string): readonly string[] {
  return containers.filter((container) => 'image' in container && container.image === image).map(({ name }) => name);
}

function phaseIn({ containers }: Workload, phase: string): Container {
  const container = containers.find(({ name }) => name === phase);
  if (container === undefined) throw new Error(`no container ${phase}`);
  return container;
}

function addedArgs(plain: Container, changed: Container): readonly string[] {
  const before = new Set(textsOf(plain));
  return textsOf(changed).filter((text) => !before.has(text));
}

function textsOf({ command = [], args = [] }: Container): readonly string[] {
  return [...command, ...args];
}

function mountsOf({ volumeMounts = [] }: Container): readonly string[] {
  return volumeMounts.map(({ name }) => name);
}
