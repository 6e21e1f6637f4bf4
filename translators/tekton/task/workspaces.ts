import type { JsonObject } from '../../../src/core/model/json.ts';
import type { PhaseName } from '../../../src/core/model/phase-name.ts';
import { BINDINGS_PATH, CACHE, readOnlyMount } from '../../phases/volumes.ts';
import { CERTIFICATES } from '../../phases/network.ts';
import { secretPath } from '../../phases/secrets.ts';
import type { TaskKind } from './task-metadata.ts';

/** A workspace of taskpack's Tasks. Only the steps of the listed phases mount it. */
export interface Workspace {
  readonly name: string;
  readonly description: string;
  readonly optional: boolean;
  readonly readOnly: boolean;
  /** A path outside `/workspace`, which is the application directory. */
  readonly mountPath: string;
  readonly of: readonly TaskKind[];
  readonly phases: readonly PhaseName[];
}

/** The name is that of git-clone in Tekton's catalog. */
export const CERTIFICATES_WORKSPACE = {
  name: 'ssl-ca-directory',
  description:
    'Certificates of authorities to trust in addition to the well-known ones: a ConfigMap or Secret with PEM files whose names end with .crt or .pem.',
  optional: true,
  readOnly: true,
  mountPath: CERTIFICATES.mountPath,
} as const satisfies Partial<Workspace>;

const REPORT = {
  optional: true,
  readOnly: false,
  mountPath: '/var/build-report',
  phases: ['completion'],
} as const satisfies Partial<Workspace>;

export const WORKSPACES: readonly Workspace[] = [
  {
    name: 'source',
    description: 'The source. The Task copies it and never writes to it.',
    optional: false,
    readOnly: true,
    mountPath: '/var/build-source',
    of: ['build'],
    phases: ['prepare'],
  },
  {
    name: 'cache',
    description: 'The cache that builds share. The parameter CACHE_IMAGE replaces it.',
    optional: true,
    readOnly: false,
    mountPath: CACHE.mountPath,
    of: ['build'],
    phases: ['restore', 'export'],
  },
  {
    name: 'dockerconfig',
    description:
      'Credentials for registries: a Secret with the key config.json or .dockerconfigjson. Steps that run buildpacks cannot read it.',
    optional: true,
    readOnly: true,
    mountPath: secretPath('dockerconfig'),
    of: ['build', 'rebase'],
    phases: ['prepare'],
  },
  {
    ...CERTIFICATES_WORKSPACE,
    of: ['build', 'rebase'],
    phases: ['prepare', 'analyze', 'restore', 'export', 'rebase', 'completion'],
  },
  {
    name: 'bindings',
    description: 'Service bindings, with one directory for each. For example, a projected volume of Secrets.',
    optional: true,
    readOnly: true,
    mountPath: BINDINGS_PATH,
    of: ['build'],
    phases: ['detect', 'build'],
  },
  {
    name: 'report',
    description:
      "The lifecycle's report.toml is written here, and the buildpacks' software bills of materials below sbom.",
    ...REPORT,
    of: ['build'],
  },
  { name: 'report', description: "The lifecycle's report.toml is written here.", ...REPORT, of: ['rebase'] },
];

/** Returns the declaration of a workspace (tekton.dev/v1 WorkspaceDeclaration). */
export function workspaceDeclaration({ name, description, optional, readOnly, mountPath }: Workspace): JsonObject {
  return { name, description, mountPath, ...(readOnly && { readOnly }), ...(optional && { optional }) };
}

/** Returns the workspaces that a phase's step mounts. */
export function workspacesOf(phase: PhaseName, kind: TaskKind): JsonObject {
  const seen = WORKSPACES.filter(({ of, phases }) => of.includes(kind) && phases.includes(phase));
  return seen.length === 0 ? {} : { workspaces: seen.map(({ name }) => ({ name })) };
}

/** prepare mounts the volume that the parameter PLATFORM_DIR names. */
export const PLATFORM_SOURCE = readOnlyMount('$(params.PLATFORM_DIR)', '/var/build-platform');

/** The default of PLATFORM_DIR: a volume of the Task without content. */
export const NO_PLATFORM = 'empty-dir';
