import { readFileSync } from 'node:fs';
import { makeImage, type Image } from '../../../src/core/oci/image.ts';
import { makeLayer } from '../../../src/core/oci/layer.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';
import { busyboxLayer } from '../../cluster/images/busybox-image.ts';
import { CREATED, PLATFORM } from '../../cluster/images/platform.ts';

/** The phases of a full build, in order. */
export const PHASES = ['prepare', 'analyze', 'detect', 'restore', 'build', 'export', 'completion'] as const;

export type PhaseName = (typeof PHASES)[number];

/** Shell scripts that phases run between two time stamps. */
export type Scripts = Readonly<Partial<Record<PhaseName | 'waiter', string>>>;

/** Programs of this machine that the images contain. */
export interface StandInPrograms {
  readonly stamp: string;
  readonly waiter: string;
}

const LIFECYCLE: Readonly<Partial<Record<PhaseName, string>>> = {
  analyze: 'analyzer',
  detect: 'detector',
  restore: 'restorer',
  build: 'builder',
  export: 'exporter',
};

const BUILDER_LABELS = {
  'io.buildpacks.stack.id': 'test.stack',
  'io.buildpacks.builder.metadata': JSON.stringify({
    stack: { runImage: { image: 'registry.example.com/run' } },
    lifecycle: { version: '0.20.12', apis: { platform: { deprecated: [], supported: ['0.7', '0.8', '0.9', '0.11'] } } },
  }),
};

/** The default script of completion, which writes a report. */
const REPORT = `for argument in "$@"; do case $argument in
  -outcome=*) echo reported > "\${argument#*=}";;
  -image-*=*) printf reported > "\${argument#*=}";;
esac; done`;

/** In place of the program that checks files before export: runs the exporter unchecked. */
const GUARD = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n';

const COPY_GUARD = '[ ! -d /var/taskpack ] || cp /taskpack/bin/taskpack-export /var/taskpack/';

/** The tokens of the phases. A hook or an init container of a Pod has copied the waiter already. */
const WRITE_TOKENS = `if [ -d /var/tokens ]; then
  [ -e /buildWait/bin/taskpack-entrypoint ] || cp /taskpack/bin/taskpack-entrypoint /buildWait/bin/
  for phase in analyze detect restore build; do printf %064d 1 | tee /var/tokens/copies/$phase/copy > /var/tokens/$phase/token; done
fi`;

/** Makes an image with a builder's labels, in which each phase of the lifecycle is a script. */
export function standInBuilder({ stamp }: StandInPrograms, scripts: Scripts = {}): Image {
  const phases = Object.entries(LIFECYCLE) as [PhaseName, string][];
  const entries = [
    program('/bin/stamp', readFileSync(stamp)),
    ...phases.map(([phase, name]) => program(`/cnb/lifecycle/${name}`, stamped(scripts[phase]))),
  ];
  return shellImage(entries, { Labels: BUILDER_LABELS });
}

/** Makes an image in place of taskpack's steps image, with the real waiter unless a script replaces the waiter. */
export function standInSteps({ stamp, waiter }: StandInPrograms, scripts: Scripts = {}): Image {
  const own = scripts.waiter === undefined ? readFileSync(waiter) : `#!/bin/sh\n${scripts.waiter}\n`;
  const entries = [
    program('/bin/stamp', readFileSync(stamp)),
    program('/bin/waiter', readFileSync(waiter)),
    program('/taskpack/bin/prepare', stamped(`${COPY_GUARD}\n${WRITE_TOKENS}\n${scripts.prepare ?? ''}`)),
    program('/taskpack/bin/taskpack-export', GUARD),
    program('/taskpack/bin/completion', stamped(scripts.completion ?? REPORT)),
    program('/taskpack/bin/taskpack-entrypoint', own),
  ];
  return shellImage(entries, { Entrypoint: ['/taskpack/bin/taskpack-entrypoint'] });
}

function shellImage(entries: readonly TarEntry[], own: Readonly<Record<string, unknown>>): Image {
  const env = ['PATH=/bin', 'CNB_USER_ID=1000', 'CNB_GROUP_ID=1000'];
  const config = { ...PLATFORM, created: CREATED, config: { User: '1000:1000', Env: env, ...own } };
  return makeImage({ config, layers: [busyboxLayer(), makeLayer(entries, { parents: true })] });
}

function program(path: string, content: Uint8Array | string): TarEntry {
  return { path, kind: 'file', content, mode: 0o755 };
}

function stamped(script = ''): string {
  return `#!/bin/sh\nstamp begins\n${script}\nstamp ends\n`;
}
