import { IMAGES } from '../../clients/kube/client/resources.ts';
import { imageGenerationOf } from '../../core/images/build-history.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { defined } from '../../core/model/defined.ts';
import { EXEC_ENV_ANNOTATION } from '../../core/model/exec-env.ts';
import { asImage } from '../../core/model/objects/image.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { fieldNote } from '../../core/model/problem.ts';
import type { OpenCluster } from '../cluster.ts';
import { historyOf, namespacedNameOf } from '../image-builds.ts';
import { failure, reportProblems } from '../problems.ts';
import { writeTexts, type Terminal } from '../terminal.ts';
import { stateOfNext } from '../trigger/triggered-build.ts';
import { reportEnd } from '../wait/report-end.ts';
import { waitForEnd, waiting, type Observed } from '../wait/wait-for-build.ts';
import type { Awaited } from '../wait/wait-until.ts';

/** An Image and the image with the source that it shall build. */
export interface WantedSource {
  readonly image: KubeObject;
  /** A reference with a digest. */
  readonly source: string;
  /** The wanted execution environment. Absent: the Image keeps its own. */
  readonly execEnv?: string;
}

/** Changes the source of an Image. With `wait`, waits for the Build of this source and reports its end. */
export async function buildSource(
  cluster: OpenCluster,
  { image, source, execEnv }: WantedSource,
  { wait = false }: { readonly wait?: boolean },
  terminal: Terminal,
): Promise<void> {
  const { name } = image.metadata;
  const { metadata, spec } = asImage(image);
  const changes = {
    source: spec.source.registry?.image !== source,
    execEnv: execEnv !== undefined && metadata.annotations.raw[EXEC_ENV_ANNOTATION] !== execEnv,
  };
  const isChanged = changes.source || changes.execEnv;
  const patch = { ...sourcePatch(source), ...(changes.execEnv && execEnvPatch(execEnv)) };
  const now = isChanged ? await cluster.client.patch(IMAGES, namespacedNameOf(image), patch) : image;
  await writeTexts(terminal.output, [`image.kpack.io/${name} ${isChanged ? 'patched' : 'unchanged'}\n`]);
  if (!isChanged) reportProblems([unchangedNote(name)], terminal.errors);
  if (!wait) return;
  const build = await waiting(cluster, terminal, async (wanted) => {
    wanted.onInterrupt(`Image ${name} keeps the new source`);
    const seen = wanted.observeImage(now);
    const found = await wanted.wait.until(seen, (observed) =>
      buildOfSource({ image: now, source, ...defined({ execEnv }) }, observed, changes),
    );
    return waitForEnd(wanted, seen, found);
  });
  await reportEnd(build, terminal);
}

/** A source has one kind (kpack, validateSource). Pull secrets of an earlier source image stay, as does the sub path. */
function sourcePatch(image: string): JsonObject {
  return { spec: { source: { git: null, blob: null, registry: { image } } } };
}

function execEnvPatch(execEnv: string | undefined): JsonObject {
  return { metadata: { annotations: { ...defined({ [EXEC_ENV_ANNOTATION]: execEnv }) } } };
}

/** True for each part of the Image that the command changes. */
interface Changes {
  readonly source: boolean;
  readonly execEnv: boolean;
}

function unchangedNote(name: string): ReturnType<typeof fieldNote> {
  return fieldNote([], `Image ${name} has this source already; "taskpack trigger ${name}" builds it again`);
}

/**
 * Finds the Build of a source. For a new source, it is the first Build since the change. For a new execution environment alone, which does
 * not change the Image's generation, it is the newest Build, once that Build has the environment. Without a change, it is the newest
 * Build of this source.
 */
function buildOfSource(
  { image, source, execEnv }: WantedSource,
  observed: Observed,
  changes: Changes,
): Awaited<KubeObject> {
  const { name, generation = 0 } = image.metadata;
  // An unchanged source has its Build already, as a rule, so there is nothing to wait for yet.
  if (!changes.source && !observed.isListed) return { kind: 'pending', doing: undefined };
  if (observed.image === undefined) throw failure(`Image ${name} was deleted before its Build had started`);
  const { builds } = historyOf(image, observed.builds);
  const newest = builds.at(-1);
  const withExecEnv = newest?.metadata.annotations?.[EXEC_ENV_ANNOTATION] === execEnv ? newest : undefined;
  const build = changes.source
    ? builds.find((each) => imageGenerationOf(each) >= Number(generation))
    : changes.execEnv
      ? withExecEnv
      : builds.findLast((each) => each.spec.source.registry?.image === source);
  const object = observed.builds.find(({ metadata }) => metadata['uid'] === build?.metadata.uid);
  if (object === undefined) return stateOfNext(observed.image, builds);
  if (build?.spec.source.registry?.image === source) return { kind: 'done', value: object };
  throw failure(`another source was set on Image ${name} meanwhile, and Build ${object.metadata.name} builds that one`);
}
