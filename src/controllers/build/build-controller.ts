import type { Outcome } from '../../runtime/outcome.ts';
import type { BuilderCaches } from '../builders/builder-caches.ts';
import type { CacheCollaborators } from '../cluster/cached.ts';
import type { Controller } from '../start-controller.ts';
import { apply } from './apply/apply.ts';
import { makeDenials } from './apply/denials.ts';
import { makePace } from './apply/pace.ts';
import type { BuildContext } from './build-context.ts';
import type { BuildPorts } from './build-ports.ts';
import type { BuildSettings } from './build-settings.ts';
import { decide } from './decide/decide.ts';
import { startBuildCaches } from './kept/build-caches.ts';
import { knownCluster, type KnownCluster } from './kept/known-cluster.ts';
import { makeRecent } from './kept/recent.ts';
import { makeSightings, type SeenFor } from './kept/sightings.ts';
import { observe } from './observe/observe.ts';
import { pluralFinder } from './start/find-plural.ts';
import { tektonFlags } from './start/tekton-flags.ts';
import { watchBuilds } from './watch-builds.ts';

export interface BuildControllerOptions {
  readonly settings: BuildSettings;
  readonly ports: Omit<BuildPorts, 'findPlural'>;
  readonly caches: CacheCollaborators;
  /** Kept by those who make builders. */
  readonly builders: BuilderCaches;
  readonly workers: number;
}

/** A Build takes fewer decisions in a row than this; one that takes more goes on after the others. */
const MOST_DECISIONS = 8;

/** Somebody waits for what is built: what fails is tried again after so many milliseconds at the latest. */
const LONGEST_DELAY = 60_000;

/** Runs Builds. Its caches begin to fill at once. */
export function buildController(options: BuildControllerOptions): Controller {
  const { settings, builders, workers } = options;
  const ports: BuildPorts = { ...options.ports, findPlural: pluralFinder(options.caches.transport) };
  const { elapsed } = ports;
  const caches = startBuildCaches(options.caches);
  const context: BuildContext = {
    settings,
    ports,
    pace: makePace(elapsed),
    denials: makeDenials(elapsed),
    recent: { builds: makeRecent(elapsed), pods: makeRecent(elapsed), taskRuns: makeRecent(elapsed) },
    sightings: makeSightings(elapsed),
    tektonFlags: tektonFlags(ports, caches.taskRuns.hasNativeSidecars),
  };
  const known = knownCluster(caches, builders, context.recent);
  return {
    name: 'builds',
    workers,
    longestDelay: LONGEST_DELAY,
    watch: async (enqueue) => watchBuilds(caches, builders, context, enqueue),
    reconcile: async (key, signal) => reconcileBuild(key, known, context, signal),
  };
}

/** Brings one Build as far as it will go by itself. */
export async function reconcileBuild(
  key: string,
  known: KnownCluster,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Outcome> {
  const build = known.build(key);
  if (build?.kind !== 'active') return { kind: 'done' };
  const look = context.sightings.look(build.uid);
  const outcome = await bringOn(key, known, look.seenFor, context, signal);
  if (known.build(key)?.kind === 'active') look.end();
  else context.sightings.forget(build.uid);
  return outcome;
}

async function bringOn(
  key: string,
  known: KnownCluster,
  seenFor: SeenFor,
  context: BuildContext,
  signal: AbortSignal,
): Promise<Outcome> {
  for (let taken = 0; taken < MOST_DECISIONS; taken += 1) {
    const build = known.build(key);
    if (build?.kind !== 'active') return { kind: 'done' };
    const observation = observe(build, known, seenFor);
    if (observation.recorded.backend !== undefined) context.ports.noteBackend(observation.recorded.backend);
    const decision = decide(observation, context.settings);
    const applied = await apply(decision, observation, context, signal);
    if (applied.kind !== 'again') return unlessBehind(applied, known.lag(build));
  }
  return { kind: 'requeue', after: 0 };
}

/** A workload that goes before the caches have heard of it is missed by them: then it is looked at once more. */
function unlessBehind(outcome: Outcome, lag: number | undefined): Outcome {
  if (lag === undefined || outcome.kind === 'failed') return outcome;
  return { kind: 'requeue', after: outcome.kind === 'done' ? lag : Math.min(lag, outcome.after) };
}
