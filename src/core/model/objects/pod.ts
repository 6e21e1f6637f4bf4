import { conditions, objectMeta } from './object-meta.ts';
import { fields, list, text } from './reader.ts';

/** Reads a Pod (core/v1). `translators/progress` reads its containers. */
export const asPod = fields({
  metadata: objectMeta,
  spec: fields({ nodeName: text, schedulingGates: list(fields({ name: text })) }),
  status: fields({ phase: text, conditions }),
});

export type Pod = ReturnType<typeof asPod>;

/** Reads an Event of core/v1. */
export const asEvent = fields({
  metadata: objectMeta,
  type: text,
  reason: text,
  message: text,
  series: fields({ lastObservedTime: text }),
  lastTimestamp: text,
  eventTime: text,
});

export type PodEvent = ReturnType<typeof asEvent>;
