import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../../src/core/model/json.ts';
import { objectAt, objectsAt } from '../../../support/json-field.ts';
import type { PlainStatus } from '../plain-status.ts';
import type { MadeImage } from '../status-oracle.ts';
import type { Difference, Pair } from './difference.ts';

const STACK = 'io.buildpacks.stack.id';
const LIFECYCLE = 'io.buildpacks.lifecycle.metadata';
const NAMELESS = 'made up';

/** Fields that kpack does not have. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'backend',
  'builderTrust',
  'failure',
  'phase',
  'steps',
  'taskRunName',
]);

/** Differences in the results of a finished Build. */
export const RESULT_DIFFERENCES: readonly Difference[] = [
  {
    id: 'fields-of-our-own',
    reduce: ({ kpack, ours }) => ({ kpack, ours: withFields(ours, withoutOwn(ours.fields)) }),
  },
  {
    id: 'images-without-a-stack',
    amend: ({ image }) => (image === undefined ? {} : { image: withStack(image) }),
    reduce: ({ kpack, ours }) => ({ kpack: withoutMadeUpStack(kpack), ours }),
  },
  { id: 'report-as-json', reduce: (pair) => withoutReports(pair) },
];

function withoutOwn(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !OWN_FIELDS.has(field)));
}

/** Returns the image with the labels of older lifecycles. */
function withStack(image: MadeImage): MadeImage {
  if (image.labels[STACK] !== undefined) return image;
  const metadata = parseJson(image.labels[LIFECYCLE] ?? '');
  const lifecycle = isJsonObject(metadata) ? metadata : {};
  const { image: name = '' } = objectAt(lifecycle, 'runImage');
  const stack = { runImage: { image: name } };
  return {
    ...image,
    labels: { ...image.labels, [STACK]: NAMELESS, [LIFECYCLE]: JSON.stringify({ ...lifecycle, stack }) },
  };
}

function withoutMadeUpStack(status: PlainStatus): PlainStatus {
  const { id, ...stack } = objectAt(status.fields, 'stack');
  return id === NAMELESS ? withFields(status, { ...status.fields, stack }) : status;
}

/** Removes the reports. kpack compresses its report and taskpack's is JSON, but other fields contain the same facts. */
function withoutReports({ kpack, ours }: Pair): Pair {
  return { kpack: withoutReport(kpack, /^H4sI/), ours: withoutReport(ours, /^\{"IMAGE_URL"/) };
}

function withoutReport(status: PlainStatus, report: RegExp): PlainStatus {
  const states = objectsAt(status.fields, 'stepStates').map((state): JsonObject => {
    const { message, ...terminated } = objectAt(state, 'terminated');
    return typeof message === 'string' && report.test(message) ? { terminated } : state;
  });
  return withFields(status, { ...status.fields, ...(states.length > 0 && { stepStates: states as readonly Json[] }) });
}

function withFields(status: PlainStatus, fields: JsonObject): PlainStatus {
  return { ...status, fields };
}
