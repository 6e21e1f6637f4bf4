import { expect } from 'chai';
import * as fc from 'fast-check';
import path from 'node:path';
import type { TranslateOptions } from '../../../src/core/translate/options.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { arbitraryBuild, type GeneratedBuild } from '../../support/arbitrary-build.ts';
import { someOptions } from '../../support/translation-of.ts';
import { readWorkload, type Container, type Workload } from '../../support/workload.ts';

const ISTIO = 'sidecar.istio.io/inject';

interface Marked {
  readonly kind: string;
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly taskSpec?: { readonly sidecars?: readonly Container[] } };
}

// Known bugs: forged-marks, tektoncd/pipeline#1347, opt-out-by-annotation-only.
describe('every Build that is translated', () => {
  for (const waiterDelivery of ['hook', 'init'] as const) {
    it(`lets only a phase, and prepare before it, write its mark, and no container change the waiter (${waiterDelivery})`, () => {
      always({ to: 'pod', layout: 'containers', waiterDelivery }, (manifest) => {
        const workload = readWorkload(manifest);
        const phases = workload.containers.filter(({ name }) => name !== 'pre-start');
        expect(phases).to.have.length.above(2);
        for (const { name, args = [] } of phases) {
          const [mark = ''] = args.filter((arg) => arg.startsWith('--post_file='));
          const writers = writersOf(path.dirname(mark.replace('--post_file=', '')), workload);
          // prepare runs no buildpack, and writes the tokens of the phases.
          expect(writers.filter((writer) => writer !== 'prepare' || name === 'prepare')).to.deep.equal([name]);
        }
        const copies = waiterDelivery === 'hook' ? 'prepare' : 'pre-start';
        expect(writersOf('/buildWait/bin', workload)).to.deep.equal([copies]);
      });
    });
  }

  it('starts no phase before the lock of its predecessor is free, because a buildpack can write the mark of its own phase', () => {
    always({ to: 'pod', layout: 'containers' }, (manifest) => {
      const phases = readWorkload(manifest).containers.filter(({ name }) => name !== 'pre-start');
      const [, ...successors] = phases.map(({ name }) => name);
      const locked = phases.filter(({ name, args = [] }) => {
        const own = args.slice(0, args.indexOf('--'));
        return own.includes('--wait_lock') && own.includes(`--lock=/buildWait/${name}`);
      });
      expect(locked.map(({ name }) => name)).to.deep.equal(successors);
    });
  });

  it('declares a dummy sidecar without a command, so that an image that replaces its image runs its own command', () => {
    always({ to: 'taskrun', dummySidecar: 'always' }, ({ spec }) => {
      const [dummy, ...others] = spec.taskSpec?.sidecars ?? [];
      expect(others).to.deep.equal([]);
      expect(dummy).to.include.all.keys('image', 'args').and.not.have.any.keys('command', 'script');
    });
  });

  it('opts out of every mesh by label and by annotation in the init layout, whatever the Build sets', () => {
    always({ to: 'pod', layout: 'init' }, ({ metadata }) => {
      expect(metadata.labels).to.include({ [ISTIO]: 'false', 'kuma.io/sidecar-injection': 'disabled' });
      expect(metadata.annotations).to.include({
        [ISTIO]: 'false',
        'linkerd.io/inject': 'disabled',
        'consul.hashicorp.com/connect-inject': 'false',
        'kuma.io/sidecar-injection': 'disabled',
      });
    });
  });
});

function always(overrides: Partial<TranslateOptions>, check: (manifest: Marked) => void): void {
  fc.assert(
    fc.property(arbitraryBuild, (generated) => {
      const { manifests, problems } = translate(wantingProxies(generated), someOptions(overrides));
      expect(problems.filter(({ severity }) => severity === 'error')).to.deep.equal([]);
      check([...manifests].at(-1) as unknown as Marked);
    }),
    { numRuns: 50 },
  );
}

/** The same Build, with marks by which a mesh would come. */
function wantingProxies({ documents, build }: GeneratedBuild): GeneratedBuild['documents'] {
  const marks = { [ISTIO]: 'true', 'linkerd.io/inject': 'enabled', 'kuma.io/sidecar-injection': 'enabled' };
  const { annotations } = build.metadata as Marked['metadata'];
  const metadata = { ...build.metadata, labels: marks, annotations: { ...annotations, ...marks } };
  return [{ value: { ...build, metadata } }, ...documents.slice(1)];
}

/** Returns the containers that can write below a directory. */
function writersOf(folder: string, { containers }: Workload): readonly string[] {
  const mounts = containers.flatMap(({ name, volumeMounts = [] }) => volumeMounts.map((one) => ({ ...one, by: name })));
  const volumes = new Set(mounts.filter(({ mountPath }) => mountPath === folder).map(({ name }) => name));
  return mounts.filter(({ name, readOnly }) => volumes.has(name) && readOnly !== true).map(({ by }) => by);
}
