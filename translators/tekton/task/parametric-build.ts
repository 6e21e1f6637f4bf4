import type { FullBuild, Rebase, ResolvedBuild } from '../../../src/core/model/resolved-build.ts';
import type { TaskBuilder } from '../../../src/core/model/resolved-builder.ts';
import { pathOfWorkspace, resultOfPrepare } from './substitutions.ts';
import type { TaskKind } from './task-metadata.ts';

/** A placeholder. The podTemplate of each run sets the user. */
const UNKNOWN_USER = { uid: -1, gid: -1 };

const NO_CREDENTIALS: ResolvedBuild['credentials'] = {
  source: [],
  registry: [],
  imagePull: { serviceAccount: [], builder: [] },
  signing: [],
};

/**
 * Returns a Build whose texts are Tekton variables, so that a Task has the same phases as any other Build. Values with a
 * default that depends on the builder or the registry come from prepare's results.
 */
export function parametricBuild(kind: TaskKind, name: string, builder: TaskBuilder | undefined): ResolvedBuild {
  const image = builder?.image ?? '$(params.BUILDER_IMAGE)$(params.CNB_BUILDER_IMAGE)';
  const { uid, gid } = builder ?? UNKNOWN_USER;
  return {
    name,
    labels: {},
    annotations: {},
    builder: { image, uid, gid, platformApi: builder?.platformApi ?? resultOfPrepare('platform-api') },
    tags: ['$(params.APP_IMAGE)'],
    tagList: resultOfPrepare('tags'),
    runImage: resultOfPrepare('run-image'),
    operation: kind === 'build' ? fullBuild() : rebase(),
    serviceAccountName: '',
    workloadIdentity: false,
    credentials: NO_CREDENTIALS,
    signatureAnnotations: [],
    placement: {},
    resources: { requests: {}, limits: {} },
    trustUnknownSshHosts: false,
    sourceLimits: { bytes: 0, entries: 0 },
  };
}

/** The lifecycle treats an empty image name as none. */
function fullBuild(): FullBuild {
  const cacheImage = resultOfPrepare('cache-image');
  return {
    kind: 'build',
    source: { kind: 'directory', path: pathOfWorkspace('source') },
    environment: [],
    bindings: [],
    cache: { kind: 'registry', tag: cacheImage, restoreFrom: cacheImage },
    previousImage: resultOfPrepare('previous-image'),
    defaultProcess: resultOfPrepare('process-type'),
    containers: 'per-phase',
  };
}

function rebase(): Rebase {
  return { kind: 'rebase', previousImage: resultOfPrepare('previous-image') };
}
