import { BuildQueue } from '../../../../src/core/build-queue/build-queue.ts';
import type { NeededBuild } from '../../../../src/core/build-queue/queue-states.ts';
import type { BuildInitiator, BuildLimits, WaitingBuild } from '../../../../src/core/build-queue/next-in-turn.ts';

/** Something that happens in a cluster. */
export type Step =
  | { readonly kind: 'need'; readonly image: string; readonly initiator: BuildInitiator }
  | { readonly kind: 'no-need'; readonly image: string }
  /** A worker reconciles the next Image. */
  | { readonly kind: 'reconcile' }
  /** The API server answers the oldest request that creates a Build. */
  | { readonly kind: 'answer'; readonly isLost: boolean }
  | { readonly kind: 'refuse' }
  /** The cache sees all Builds. */
  | { readonly kind: 'show' }
  /** The Pod of a Build is created. */
  | { readonly kind: 'pod'; readonly build: number }
  | { readonly kind: 'finish'; readonly build: number }
  /** A Build is deleted before the cache has seen it. */
  | { readonly kind: 'vanish' }
  | { readonly kind: 'by-hand'; readonly namespace: string; readonly hasPod: boolean }
  | { readonly kind: 'time'; readonly ms: number }
  /** The process is killed, and the next one reads the cluster. */
  | { readonly kind: 'restart' };

interface Build {
  readonly build: string;
  readonly namespace: string;
  /** Empty if people created the Build by hand. */
  readonly image: string;
  readonly initiator: BuildInitiator;
  createdMs: number;
  hasPod: boolean;
  isFinished: boolean;
  isShown: boolean;
}

/** The time for which a Build without a Pod has a place. */
const START_TIMEOUT_MS = 120_000;

/** A cluster whose controller asks a queue before it creates a Build. */
export class BuildWorld {
  /** The Images in the order in which their Builds started. */
  readonly started: string[] = [];
  /** The Images that the queue has called and that were not reconciled yet. */
  called: string[] = [];
  readonly violations: string[] = [];
  readonly #limits: BuildLimits;
  #queue: BuildQueue;
  #timeMs = 0;
  #builds: readonly Build[] = [];
  /** The Images to reconcile. */
  #keys: string[] = [];
  readonly #needs = new Map<string, BuildInitiator>();
  /** The conditions of Images that wait. */
  readonly #recorded = new Map<string, NeededBuild>();
  #requests: Build[] = [];
  #number = 0;

  constructor(limits: BuildLimits) {
    this.#limits = limits;
    this.#queue = this.#newQueue();
  }

  /** Returns the number of Builds that run, or have started within the time limit. */
  held(namespace?: string): number {
    const all = [...this.#builds, ...this.#requests].filter((build) => this.#hasPlace(build));
    return all.filter((build) => namespace === undefined || build.namespace === namespace).length;
  }

  waiting(): readonly WaitingBuild[] {
    return this.#queue.waiting();
  }

  needed(): readonly string[] {
    return [...this.#needs.keys()];
  }

  perform(step: Step): void {
    switch (step.kind) {
      case 'need':
        this.#needs.set(step.image, step.initiator);
        return void this.#keys.push(step.image);
      case 'no-need':
        this.#needs.delete(step.image);
        return void this.#keys.push(step.image);
      case 'reconcile':
        return this.#reconcile();
      case 'answer':
        return this.#answer(step.isLost);
      case 'refuse':
        return this.#refuse();
      case 'show':
        return this.#builds.filter(({ isShown }) => !isShown).forEach((build) => this.#show(build));
      case 'pod':
        return this.#createPod(this.#builds.filter(({ hasPod, isFinished }) => !hasPod && !isFinished).at(step.build));
      case 'finish':
        return this.#finish(this.#builds.filter(({ isFinished }) => !isFinished).at(step.build));
      case 'vanish':
        this.#builds = this.#builds.filter(({ isShown }) => isShown);
        return undefined;
      case 'by-hand':
        return this.#createByHand(step.namespace, step.hasPod);
      case 'time':
        this.#timeMs += step.ms;
        return this.#leaveAll();
      case 'restart':
        return this.#restart();
    }
  }

  /** Finishes the oldest Build, and does everything that follows. */
  finishOldest(then: 'reconciling' | 'without reconciling' = 'reconciling'): void {
    while (this.#requests.length > 0) this.#answer(false);
    this.perform({ kind: 'show' });
    this.#finish(this.#unfinished()[0]);
    if (then === 'without reconciling') return;
    this.#reconcileAll();
    while (this.#requests.length > 0) this.#answer(false);
  }

  finishEverything(): void {
    // An Image can be refused again and again, but not from now on.
    this.#keys.push(...this.#needs.keys());
    for (let round = 0; round < 200 && (this.#needs.size > 0 || this.#unfinished().length > 0); round += 1) {
      this.#reconcileAll();
      this.finishOldest();
    }
  }

  /** Returns the Builds without an end, except those that people created by hand and that never get a Pod. */
  #unfinished(): readonly Build[] {
    return this.#builds.filter(({ isFinished, hasPod, image }) => !isFinished && (hasPod || image !== ''));
  }

  #hasPlace({ isFinished, hasPod, image, createdMs }: Build): boolean {
    if (isFinished) return false;
    return hasPod || (image !== '' && this.#timeMs - createdMs < START_TIMEOUT_MS);
  }

  #newQueue(): BuildQueue {
    return new BuildQueue({
      limits: this.#limits,
      elapsed: () => this.#timeMs,
      onTurn: (image) => void this.called.push(image),
    });
  }

  #reconcileAll(): void {
    while (this.called.length > 0 || this.#keys.length > 0) this.#reconcile();
  }

  #reconcile(): void {
    const image = this.called.shift() ?? this.#keys.shift();
    if (image === undefined) return;
    // A key is never reconciled twice at the same time.
    if (this.#requests.some((request) => request.image === image)) return this.#answer(false, image);
    this.#timeMs += 1;
    const initiator = this.#needs.get(image);
    const runs = this.#builds.some((build) => build.image === image && !build.isFinished);
    if (initiator === undefined || runs) return this.#leave(image);
    const [namespace = ''] = image.split('/');
    const recorded = this.#recorded.get(image);
    const needed = { image, namespace, initiator, sinceMs: recorded?.sinceMs ?? this.#timeMs };
    this.#number += 1;
    const build = this.#newBuild({ build: `${image}-${this.#number}`, namespace, image, initiator });
    const turn = this.#queue.ask(needed, build.build);
    if (turn.kind === 'wait') return void this.#recorded.set(image, needed);
    if (this.#isFull(namespace)) this.violations.push(`${image} starts`);
    this.#requests.push(build);
    this.started.push(image);
  }

  #newBuild(build: Pick<Build, 'build' | 'namespace' | 'image' | 'initiator'>): Build {
    return { ...build, createdMs: this.#timeMs, hasPod: false, isFinished: false, isShown: false };
  }

  /** True if no Build of the namespace may start. A namespace takes at most its own limit of the limit of the cluster. */
  #isFull(namespace: string): boolean {
    const namespaces = new Set([...this.#builds, ...this.#requests].map((build) => build.namespace));
    const { cluster, namespace: own } = this.#limits;
    const total = [...namespaces].reduce((sum, one) => sum + Math.min(this.held(one), own), 0);
    return total >= cluster || this.held(namespace) >= own;
  }

  #leave(image: string): void {
    this.#recorded.delete(image);
    this.#queue.leave(image);
  }

  #leaveAll(): void {
    // The cache is never behind for longer than the time limit.
    this.perform({ kind: 'show' });
    for (const image of new Set(this.started))
      if (!this.#requests.some((one) => one.image === image)) this.#queue.leave(image);
  }

  #answer(isLost: boolean, image = this.#requests[0]?.image): void {
    const request = this.#requests.find((one) => one.image === image);
    if (request === undefined) return;
    this.#requests = this.#requests.filter((one) => one !== request);
    this.#needs.delete(request.image);
    this.#recorded.delete(request.image);
    this.#builds = [...this.#builds, request];
    // A lost answer can be later than the cache.
    if (isLost) this.#show(request);
    this.#queue.created(request.image, request.build);
  }

  #refuse(): void {
    const request = this.#requests.shift();
    if (request === undefined) return;
    this.#queue.notCreated(request.image);
    this.#keys.push(request.image);
  }

  #show(shown: Build): void {
    shown.isShown = true;
    const { build, namespace, image } = shown;
    this.#queue.observe({ build, namespace, ...(image !== '' && { image }), state: stateOf(shown) });
  }

  #createPod(build: Build | undefined): void {
    if (build === undefined || build.image === '') return;
    build.hasPod = true;
    if (build.isShown) this.#show(build);
  }

  #finish(build: Build | undefined): void {
    if (build === undefined) return;
    build.isFinished = true;
    if (build.isShown) this.#show(build);
    this.#keys.push(build.image);
  }

  #createByHand(namespace: string, hasPod: boolean): void {
    this.#number += 1;
    const build = this.#newBuild({ build: `by-hand-${this.#number}`, namespace, image: '', initiator: 'people' });
    build.hasPod = hasPod;
    this.#builds = [...this.#builds, build];
    this.#show(build);
  }

  #restart(): void {
    while (this.#requests.length > 0) this.#answer(false);
    [this.called, this.#queue] = [[], this.#newQueue()];
    this.#builds.forEach((build) => this.#show(build));
    const ofImages = this.#builds.filter(({ image }) => image !== '');
    const starting = ofImages.filter((build) => stateOf(build) === 'starting');
    // Their time begins again.
    for (const build of starting) build.createdMs = this.#timeMs;
    this.#queue.resume({ waiting: [...this.#recorded.values()], starting, turns: ofImages });
    this.#keys = [...new Set([...this.#keys, ...this.#needs.keys(), ...this.started])];
  }
}

function stateOf({ hasPod, isFinished }: Build): 'starting' | 'running' | 'finished' {
  if (isFinished) return 'finished';
  return hasPod ? 'running' : 'starting';
}
