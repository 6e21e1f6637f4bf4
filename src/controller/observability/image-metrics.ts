import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts Images by condition, and the Builds that are created for them. */
export interface ImageMetrics {
  /** Counts a Build by the reasons for it, such as `COMMIT,CONFIG`. */
  readonly buildCreated: (reasons: string) => void;
  /** Sets the function that returns the Images. */
  readonly setImages: (images: () => readonly CountedImage[]) => void;
  /** Sets the function that returns the Builds that wait because of a limit. */
  readonly setWaiting: (waiting: () => readonly QueuedBuild[]) => void;
  /** Sets the function that returns the number of tags that Images of several namespaces push to. */
  readonly setSharedTags: (count: () => number) => void;
}

/** A Build that waits because of a limit. */
export interface QueuedBuild {
  /** The initiator of the Build: a person, or a change of a builder. */
  readonly initiator: 'people' | 'builders';
  /** The time since which the Build waits, in milliseconds since 1970. */
  readonly sinceMs: number;
}

/** The fields of an Image that are counted. */
export interface CountedImage {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  };
}

/** Registers the metrics of Images. `now` returns milliseconds since 1970. */
export function imageMetrics(registry: Registry, now: () => number): ImageMetrics {
  const registers = [registry];
  let images: () => readonly CountedImage[] = none;
  let waiting: () => readonly QueuedBuild[] = none;
  let sharedTags = zero;
  countImages(registers, () => images());
  countQueued(registers, () => waiting());
  measureOldest(registers, () => waiting().map(({ sinceMs }) => now() - sinceMs));
  countSharedTags(registers, () => sharedTags());
  const builds = new Counter({
    name: 'taskpack_image_builds_total',
    help: 'Builds that were created for Images, by their reasons, such as COMMIT or COMMIT,CONFIG',
    labelNames: ['reason'],
    registers,
  });
  return {
    buildCreated: (reason) => builds.inc({ reason }),
    setImages: (list) => {
      images = list;
    },
    setWaiting: (list) => {
      waiting = list;
    },
    setSharedTags: (count) => {
      sharedTags = count;
    },
  };
}

function none(): readonly never[] {
  return [];
}

function zero(): number {
  return 0;
}

const INITIATORS = ['people', 'builders'] as const;

/** Registers the number of Images by their condition Ready. */
function countImages(registers: Registry[], images: () => readonly CountedImage[]): void {
  const gauge: Gauge<'ready' | 'reason'> = new Gauge({
    name: 'taskpack_images',
    help: 'Images by the status and the reason of their condition Ready',
    labelNames: ['ready', 'reason'],
    registers,
    collect: () => {
      gauge.reset();
      for (const { status } of images()) {
        const condition = status?.conditions?.find(({ type }) => type === 'Ready');
        gauge.inc({ ready: condition?.status ?? 'Unknown', reason: condition?.reason ?? '' });
      }
    },
  });
}

/** Registers the number of Builds that wait. */
function countQueued(registers: Registry[], waiting: () => readonly QueuedBuild[]): void {
  const gauge: Gauge<'initiator'> = new Gauge({
    name: 'taskpack_image_builds_queued',
    help: 'Builds of Images that wait until fewer Builds run than a limit, by who causes them: people or builders',
    labelNames: ['initiator'],
    registers,
    collect: () => {
      for (const initiator of INITIATORS) {
        gauge.set({ initiator }, waiting().filter((build) => build.initiator === initiator).length);
      }
    },
  });
}

/** Registers the age of the Build that has waited longest. */
function measureOldest(registers: Registry[], agesMs: () => readonly number[]): void {
  const gauge: Gauge = new Gauge({
    name: 'taskpack_image_builds_oldest_queued_seconds',
    help: 'Age of the oldest Build of an Image that waits because of a limit',
    registers,
    collect: () => gauge.set(agesMs().reduce((most, age) => Math.max(most, age), 0) / 1000),
  });
}

/** Registers the number of tags that Images of several namespaces push to. */
function countSharedTags(registers: Registry[], count: () => number): void {
  const gauge: Gauge = new Gauge({
    name: 'taskpack_image_tags_of_several_namespaces',
    help: 'Tags that Images of more than one namespace push to, so that each Image replaces the image of the other; "taskpack doctor" names them',
    registers,
    collect: () => gauge.set(count()),
  });
}
