import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts Images by condition, and the Builds that are created for them. */
export interface ImageMetrics {
  /** Counts a Build by the reasons for it, such as `COMMIT,CONFIG`. */
  readonly buildCreated: (reasons: string) => void;
  /** Sets the function that returns the Images. */
  readonly setImages: (images: () => readonly CountedImage[]) => void;
}

/** The fields of an Image that are counted. */
export interface CountedImage {
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly reason?: string }[];
  };
}

/** Registers the metrics of Images. */
export function imageMetrics(registry: Registry): ImageMetrics {
  const registers = [registry];
  let images = none;
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
  const builds = new Counter({
    name: 'taskpack_image_builds_total',
    help: 'Builds that were created for Images',
    labelNames: ['reason'],
    registers,
  });
  return {
    buildCreated: (reason) => builds.inc({ reason }),
    setImages: (list) => {
      images = list;
    },
  };
}

function none(): readonly CountedImage[] {
  return [];
}
