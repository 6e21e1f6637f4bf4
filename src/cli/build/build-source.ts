import { IMAGES } from '../../clients/kube/client/resources.ts';
import { imageGenerationOf } from '../../core/images/build-history.ts';
import type { KubeObject } from '../../clients/kube/client/kube-object.ts';
import { defined } from '../../core/model/defined.ts';
import { EXEC_ENV_ANNOTATION, execEnvOf } from '../../core/model/exec-env.ts';
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
  const change = changeOf(image, source, execEnv);
  const patch = { ...sourcePatch(source), ...(execEnv !== undefined && execEnvPatch(execEnv)) };
  const now = change === 'none' ? image : await cluster.client.patch(IMAGES, namespacedNameOf(image), patch);
  await writeTexts(terminal.output, [`image.kpack.io/${name} ${change === 'none' ? 'unchanged' : 'patched'}\n`]);
  if (change === 'none') reportProblems([unchangedNote(name)], terminal.errors);
  if (!wait) return;
  const build = await waiting(cluster, terminal, async (wanted) => {
    wanted.onInterrupt(`Image ${name} keeps the change`);
    const seen = wanted.observeImage(now);
    const found = await wanted.wait.until(seen, (observed) =>
      buildOfSource({ image: now, source, ...defined({ execEnv }) }, observed, change),
    );
    return waitForEnd(wanted, seen, found);
  });
  await reportEnd(build, terminal);
}

/** A source has one kind (kpack, validateSource). Pull secrets of an earlier source image stay, as does the sub path. */
function sourcePatch(image: string): JsonObject {
  return { spec: { source: { git: null, blob: null, registry: { image } } } };
}

function execEnvPatch(execEnv: string): JsonObject {
  return { metadata: { annotations: { [EXEC_ENV_ANNOTATION]: execEnv } } };
}

/** The change of the Image by the command. A new source can come with a new execution environment. */
type Change = 'source' | 'execution environment' | 'none';

function changeOf(image: KubeObject, source: string, execEnv: string | undefined): Change {
  const { metadata, spec } = asImage(image);
  if (spec.source.registry?.image !== source) return 'source';
  const isSame = execEnv === undefined || execEnvOf({ annotations: metadata.annotations.all() }) === execEnv;
  return isSame ? 'none' : 'execution environment';
}

function unchangedNote(name: string): ReturnType<typeof fieldNote> {
  return fieldNote([], `Image ${name} has this source already; "taskpack trigger ${name}" builds it again`);
}

/** Finds the Build of a source, and reports if it has begun. */
function buildOfSource(wanted: WantedSource, observed: Observed, change: Change): Awaited<KubeObject> {
  const { image, source } = wanted;
  const { name } = image.metadata;
  // An unchanged source has its Build already, as a rule, so there is nothing to wait for yet.
  if (change !== 'source' && !observed.isListed) return { kind: 'pending', doing: undefined };
  if (observed.image === undefined) throw failure(`Image ${name} was deleted before its Build had started`);
  const { builds } = historyOf(image, observed.builds);
  const build = buildAfter(change, wanted, builds);
  const object = observed.builds.find(({ metadata }) => metadata['uid'] === build?.metadata.uid);
  if (object === undefined) return stateOfNext(observed.image, builds);
  if (build?.spec.source.registry?.image === source) return { kind: 'done', value: object };
  throw failure(`another source was set on Image ${name} meanwhile, and Build ${object.metadata.name} builds that one`);
}

/**
 * Returns the first Build since the change of the source. A new execution environment does not change the Image's generation: its Build is
 * the newest one, once that Build has the environment. Without a change, it is the newest Build of the source.
 */
function buildAfter(
  change: Change,
  { image, source, execEnv }: WantedSource,
  builds: ReturnType<typeof historyOf>['builds'],
): (typeof builds)[number] | undefined {
  const { generation = 0 } = image.metadata;
  switch (change) {
    case 'source':
      return builds.find((each) => imageGenerationOf(each) >= Number(generation));
    case 'execution environment':
      return builds.slice(-1).find(({ metadata }) => metadata.annotations?.[EXEC_ENV_ANNOTATION] === execEnv);
    case 'none':
      return builds.findLast((each) => each.spec.source.registry?.image === source);
  }
}
