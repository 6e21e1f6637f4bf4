import { BUSYBOX_IMAGE } from '../../cluster/node/node-images.ts';
import { STACK } from '../../cluster/universe/stack.ts';
import type { BenchBed } from '../e2e/bed.ts';

const { uid, gid } = STACK.build;
const PLATFORM_API = '0.9';
const ROOT = { runAsUser: 0 };
const BUILDER_USER = { runAsUser: uid, runAsGroup: gid };
const LAYERS = { name: 'layers', mountPath: '/layers' };
const PLATFORM = { name: 'platform', mountPath: '/platform' };

/**
 * The steps of the catalog's buildpacks 0.6, with busybox instead of bash: a step changes the owner of all files, `creator` builds, and a script reads the digest from the report.
 */
export function creatorTask({ applications: { small }, runImage }: BenchBed): object {
  const create = {
    ...lifecycle('create', small.builder, ['creator', ...application(), `-run-image=${runImage}`, '-process-type=web']),
    volumeMounts: [LAYERS, PLATFORM],
    securityContext: BUILDER_USER,
  };
  return task([prepare(), { ...create, args: [...create.args, '$(params.APP_IMAGE)'] }, results()]);
}

/**
 * The steps of the catalog's buildpacks-phases 0.3, with busybox instead of skopeo, bash and python. The builder's labels are given, so no step requests them from the registry.
 */
export function phasesTask({ applications: { small }, runImage }: BenchBed): object {
  const phase = (name: string, args: readonly string[]): object => ({
    ...lifecycle(name, small.builder, args),
    volumeMounts: [LAYERS, PLATFORM],
    securityContext: BUILDER_USER,
  });
  const plan = ['-group=/layers/group.toml', '-plan=/layers/plan.toml', '-platform=/platform'];
  return task([
    { name: 'get-labels-and-env', image: BUSYBOX_IMAGE, script: script('echo "the builder has no extensions"') },
    prepare(),
    phase('analyze', ['analyzer', `-run-image=${runImage}`, '$(params.APP_IMAGE)']),
    phase('detect', ['detector', ...application(), ...plan]),
    {
      ...phase('restore', []),
      command: [],
      args: [],
      script: script('/cnb/lifecycle/restorer -group=/layers/group.toml'),
    },
    phase('build', ['builder', ...application(), ...plan]),
    phase('export', [
      'exporter',
      ...application(),
      '-group=/layers/group.toml',
      '-report=/layers/report.toml',
      '-process-type=web',
      '$(params.APP_IMAGE)',
    ]),
    results(),
  ]);
}

function application(): readonly string[] {
  return ['-app=$(workspaces.source.path)', '-layers=/layers'];
}

function lifecycle(name: string, image: string, [program = '', ...args]: readonly string[]) {
  const env = [{ name: 'CNB_PLATFORM_API', value: PLATFORM_API }];
  return { name, image, imagePullPolicy: 'Always', command: [`/cnb/lifecycle/${program}`], args, env };
}

function prepare(): object {
  const chown = `for place in /tekton/home /layers "$1"; do chown -R ${uid}:${gid} "$place"; done`;
  return {
    name: 'prepare',
    image: BUSYBOX_IMAGE,
    args: ['$(workspaces.source.path)'],
    script: script(chown, 'mkdir -p /platform/env'),
    volumeMounts: [LAYERS, PLATFORM],
    securityContext: ROOT,
  };
}

function results(): object {
  return {
    name: 'results',
    image: BUSYBOX_IMAGE,
    script: script(
      `sed -n 's/^ *digest = "\\(.*\\)"$/\\1/p' /layers/report.toml | tr -d '\\n' > "$(results.APP_IMAGE_DIGEST.path)"`,
    ),
    volumeMounts: [LAYERS],
    securityContext: ROOT,
  };
}

function script(...lines: readonly string[]): string {
  return ['#!/bin/sh', 'set -eu', ...lines, ''].join('\n');
}

function task(steps: readonly object[]): object {
  return {
    params: [{ name: 'APP_IMAGE' }],
    workspaces: [{ name: 'source' }],
    results: [{ name: 'APP_IMAGE_DIGEST' }],
    steps,
    volumes: [
      { name: 'layers', emptyDir: {} },
      { name: 'platform', emptyDir: {} },
    ],
  };
}
