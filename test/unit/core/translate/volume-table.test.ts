import { expect } from 'chai';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isPhaseName, PHASE_NAMES, type PhaseName } from '../../../../src/core/model/phase-name.ts';
import type { TranslateOptions } from '../../../../src/core/translate/options.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { makeTask } from '../../../../translators/tekton/task/task.ts';
import { arbitraryBuildWithSecretKeys } from '../../../support/arbitrary-build.ts';
import { someOptions } from '../../../support/translation-of.ts';
import { readWorkload, type Container } from '../../../support/workload.ts';

const PAGE = path.join(import.meta.dirname, '../../../../docs/explanation/security.md');

const BACKENDS: Readonly<Record<string, Partial<TranslateOptions>>> = {
  taskrun: { to: 'taskrun' },
  'pod in init layout': { to: 'pod', layout: 'init' },
  'pod in containers layout': { to: 'pod', layout: 'containers' },
  'taskrun in creator mode': { to: 'taskrun', creatorBuilders: ['*'] },
  'pod in creator mode': { to: 'pod', layout: 'containers', creatorBuilders: ['*'] },
};

/** These volumes exist only if the Build, a setting or the backend asks for them. */
const OPTIONAL = new Set([
  'cache-dir',
  'create-token-dir',
  'create-token-copy-dir',
  'run-images-dir',
  'kaniko-dir',
  'lifecycle-tmp-dir',
  'secret-volume-*',
  'pull-secret-volume-*',
  'registry-source-pull-secrets-dir*',
  'env-secret-volume-*',
  'binding-*',
  'downward-api-dir',
  'build-wait-dir',
  'empty-dir',
]);

/** All workloads of Tekton have these volumes, and no Pod of the other backends. */
const OF_TEKTON = new Set(
  ['analyze', 'detect', 'restore', 'build'].flatMap((phase) => [`${phase}-token-dir`, `${phase}-token-copy-dir`]),
);

/** A workload that has one of these volumes mounts it in all phases of the table. */
const WHOLE = new Set(['cache-dir', 'lifecycle-tmp-dir']);

/** completion reads the layers in a generated Task, and the others where it attests the image. */
const COMPLETION_ONLY_SOMETIMES = new Set(['layers-dir', 'analyzed-dir', 'detected-dir', 'project-metadata-dir']);

/** detect and restore run the check only with image extensions. */
const ONLY_WITH_EXTENSIONS = new Set(['detect lacks programs-dir', 'restore lacks programs-dir']);

type Access = 'none' | 'read' | 'write';

interface Row {
  readonly volume: string;
  readonly access: Readonly<Record<PhaseName, Access>>;
}

const ROWS = rowsOf(readFileSync(PAGE, 'utf8'));

describe('the table of volumes in docs/explanation/security.md', () => {
  for (const [backend, overrides] of Object.entries(BACKENDS)) {
    it(`holds for every generated Build as a ${backend}`, () => {
      fc.assert(
        fc.property(arbitraryBuildWithSecretKeys, ({ documents }) => {
          const workload = readWorkload(
            [...translate(documents, someOptions({ ...overrides, envFromSecrets: 'always' })).manifests].at(-1),
          );
          expect(workload.containers.flatMap(beyondTable)).to.deep.equal([]);
          expect(missing(workload.containers, backend === 'taskrun')).to.deep.equal([]);
        }),
        { numRuns: 60 },
      );
    });
  }

  for (const kind of ['build', 'rebase'] as const) {
    it(`holds for the generated Task of a ${kind}`, () => {
      const { steps } = makeTask({ kind, name: 'some', version: '1.2.3', stepsImage: 'r.example/steps:1' })[
        'spec'
      ] as unknown as { readonly steps: readonly Container[] };
      expect(steps.flatMap(beyondTable)).to.deep.equal([]);
      expect(missing(steps, true)).to.deep.equal([]);
    });
  }
});

/** Returns the mounts of a phase that allow more than the table. */
function beyondTable({ name: phase, volumeMounts = [] }: Container): readonly string[] {
  if (!isPhaseName(phase)) return [];
  return volumeMounts
    .filter((mount) => {
      const given = mount.readOnly === true ? 'read' : 'write';
      const allowed = isMark(mount.name) ? markAccess(mount.name, phase) : (rowOf(mount.name)?.access[phase] ?? 'none');
      return allowed === 'none' || (allowed === 'read' && given === 'write') || 'subPath' in mount;
    })
    .map(({ name, readOnly }) => `${phase} ${readOnly === true ? 'reads' : 'writes'} ${name}`);
}

/** Returns what the table lists and the workload does not mount. completion reads some volumes only in some workloads. */
function missing(containers: readonly Container[], isTekton: boolean): readonly string[] {
  const mounted = new Set(containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name)));
  const isWanted = (volume: string): boolean =>
    OF_TEKTON.has(volume) ? isTekton : !OPTIONAL.has(volume) || (WHOLE.has(volume) && mounted.has(volume));
  return containers.flatMap(({ name, volumeMounts = [] }) => {
    if (!isPhaseName(name)) return [];
    const isFull = containers.some((container) => container.name === 'build');
    return ROWS.filter(({ volume, access }) => access[name] !== 'none' && isWanted(volume))
      .filter(({ volume }) => !(name === 'completion' && COMPLETION_ONLY_SOMETIMES.has(volume)))
      .filter(({ volume }) => isFull || ['credentials-dir', 'report-dir', 'build-inputs-dir'].includes(volume))
      .filter(({ volume }) => !volumeMounts.some((mount) => mount.name === volume))
      .map(({ volume }) => `${name} lacks ${volume}`)
      .filter((lack) => !ONLY_WITH_EXTENSIONS.has(lack));
  });
}

function isMark(volume: string): boolean {
  return isPhaseName(volume.replace(/^build-wait-/, ''));
}

/** A phase writes its own mark, and prepare writes tokens beside it. The tests of the layout check which phase reads it. */
function markAccess(volume: string, phase: PhaseName): Access {
  return phase === 'prepare' || volume === `build-wait-${phase}` ? 'write' : 'read';
}

function rowOf(volume: string): Row | undefined {
  const name = volume.startsWith('$(params.PLATFORM_DIR)') ? 'empty-dir' : volume;
  return ROWS.find((row) =>
    row.volume.endsWith('*') ? name.startsWith(row.volume.slice(0, -1)) : name === row.volume,
  );
}

function rowsOf(page: string): readonly Row[] {
  const [, section = ''] = page.split('\n## Volumes\n');
  const lines = section.split('\n## ')[0]?.split('\n') ?? [];
  const header = cellsOf(lines.find((line) => line.startsWith('| volume')) ?? '');
  expect(header.slice(1, -1)).to.deep.equal(['phases that write', 'phases that read']);
  return lines
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [volume = '', write = '', read = ''] = cellsOf(line);
      const writers = phasesIn(write);
      const readers = phasesIn(read);
      expect(new Set([...writers, ...readers]), line).to.have.length(writers.length + readers.length);
      const accessOf = (phase: PhaseName): Access => {
        if (writers.includes(phase)) return 'write';
        return readers.includes(phase) ? 'read' : 'none';
      };
      const access = Object.fromEntries(PHASE_NAMES.map((phase) => [phase, accessOf(phase)]));
      return { volume: volume.replaceAll('`', ''), access: access as Row['access'] };
    });
}

function phasesIn(cell: string): readonly string[] {
  const names = cell === '' ? [] : cell.split(', ');
  expect(names.filter((name) => !isPhaseName(name))).to.deep.equal([]);
  return names;
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .map((cell) => cell.trim());
}
