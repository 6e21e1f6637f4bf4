import type { FullBuild, Rebase, ResolvedBuild } from '../../../src/model/resolved-build.ts';
import type { TaskBuilder } from '../../../src/model/task-builder.ts';
import { pathOfWorkspace, resultOfPrepare } from './substitutions.ts';
import type { TaskKind } from './task-kind.ts';

/** Nobody's: as whom a Task's steps run is the run's to say. */
const UNKNOWN_USER = { uid: -1, gid: -1 };

const NO_CREDENTIALS: ResolvedBuild['credentials'] = {
  source: [],
  registry: [],
  imagePull: { serviceAccount: [], builder: [] },
  signing: [],
};

/**
 * A Build whose texts are what Tekton replaces in each run, so that the phases of a Task are those of any other Build.
 * What a parameter may leave open is filled in by prepare, and comes from its results.
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
    credentials: NO_CREDENTIALS,
    signatureAnnotations: [],
    placement: {},
    resources: { requests: {}, limits: {} },
    trustUnknownSshHosts: false,
    sourceLimits: { bytes: 0, entries: 0 },
  };
}

/** The lifecycle takes an empty image for none. */
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
  };
}

function rebase(): Rebase {
  return { kind: 'rebase', previousImage: resultOfPrepare('previous-image') };
}
