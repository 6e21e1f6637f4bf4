import type { JsonObject } from '../../../src/model/json.ts';
import type { PhaseName } from '../../../src/model/phase-name.ts';
import { BINDINGS_PATH, CACHE } from '../../phases/mounts.ts';
import { secretPath } from '../../phases/secrets.ts';
import type { TaskKind } from './task-kind.ts';

/** A workspace of our Tasks, and the phases that see it: a step that does not list it has no mount of it. */
export interface Workspace {
  readonly name: string;
  readonly description: string;
  readonly optional: boolean;
  readonly readOnly: boolean;
  /** Outside of `/workspace`, which is the application's directory. */
  readonly mountPath: string;
  readonly of: readonly TaskKind[];
  readonly phases: readonly PhaseName[];
}

const REPORT = {
  optional: true,
  readOnly: false,
  mountPath: '/var/build-report',
  phases: ['completion'],
} as const satisfies Partial<Workspace>;

export const WORKSPACES: readonly Workspace[] = [
  {
    name: 'source',
    description: 'The source. It is copied, and so never written to.',
    optional: false,
    readOnly: true,
    mountPath: '/var/build-source',
    of: ['build'],
    phases: ['prepare'],
  },
  {
    name: 'cache',
    description: 'What builds keep for each other, where no image keeps it.',
    optional: true,
    readOnly: false,
    mountPath: CACHE.mountPath,
    of: ['build'],
    phases: ['restore', 'export'],
  },
  {
    name: 'dockerconfig',
    description:
      'Credentials for registries: a Secret with config.json or .dockerconfigjson. Steps that run buildpacks do not see it.',
    optional: true,
    readOnly: true,
    mountPath: secretPath('dockerconfig'),
    of: ['build', 'rebase'],
    phases: ['prepare'],
  },
  {
    name: 'bindings',
    description: 'Service bindings, a directory each: a projected volume of Secrets, for instance.',
    optional: true,
    readOnly: true,
    mountPath: BINDINGS_PATH,
    of: ['build'],
    phases: ['detect', 'build'],
  },
  {
    name: 'report',
    description: "Gets the lifecycle's report.toml and, below sbom, what buildpacks say of what they have put in.",
    ...REPORT,
    of: ['build'],
  },
  { name: 'report', description: "Gets the lifecycle's report.toml.", ...REPORT, of: ['rebase'] },
];

/** As Tekton has it. */
export function workspaceDeclaration({ name, description, optional, readOnly, mountPath }: Workspace): JsonObject {
  return { name, description, mountPath, ...(readOnly && { readOnly }), ...(optional && { optional }) };
}

/** The workspaces of a phase's step. */
export function workspacesOf(phase: PhaseName, kind: TaskKind): JsonObject {
  const seen = WORKSPACES.filter(({ of, phases }) => of.includes(kind) && phases.includes(phase));
  return seen.length === 0 ? {} : { workspaces: seen.map(({ name }) => ({ name })) };
}
