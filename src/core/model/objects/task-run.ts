import { objectMeta } from './object-meta.ts';
import { fields, json } from './reader.ts';

/** Reads a TaskRun (tekton.dev/v1). `translators/progress` reads its steps and results. */
export const asTaskRun = fields({
  metadata: objectMeta,
  status: fields({ provenance: fields({ featureFlags: json }) }),
});

export type TaskRun = ReturnType<typeof asTaskRun>;
