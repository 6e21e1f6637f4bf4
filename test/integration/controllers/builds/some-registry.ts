import type { ImageFacts } from '../../../../src/core/api/taskpack/image-facts.ts';
import type { BuildRegistry } from '../../../../src/controller/builds/build-context.ts';
import { tektonOfEnvironment } from '../../../cluster/tekton/version.ts';
import { someFacts } from '../../../support/documents.ts';

export const DIGEST = `sha256:${'1'.repeat(64)}`;

/** The outcome that completion reports. */
export const OUTCOME = JSON.stringify({ IMAGE_URL: 'registry.example.com/app', IMAGE_DIGEST: DIGEST });

/** `StepResultType`, or `TaskRunResultType` on a Tekton without results of steps. */
const RESULT_TYPE = tektonOfEnvironment(process.env).startsWith('0.') ? 1 : 4;

/** The same outcome as Tekton's entrypoint reports the results of completion. */
export const STEP_OUTCOME = JSON.stringify(
  Object.entries(JSON.parse(OUTCOME) as Readonly<Record<string, string>>).map(([key, value]) => ({
    key,
    value,
    type: RESULT_TYPE,
  })),
);

const LABELS = new Map([
  [
    'io.buildpacks.build.metadata',
    JSON.stringify({ buildpacks: [{ id: 'test/hello', version: '1.0.0' }], launcher: { version: '0.20.1' } }),
  ],
  ['io.buildpacks.stack.id', 'io.example.stack'],
]);

/** A registry that returns the same facts, labels and digest to every account. */
export const SOME_REGISTRY: BuildRegistry = {
  facts: async (image) => ({ ...(someFacts().value as ImageFacts), image }),
  labels: async () => LABELS,
  digest: async () => DIGEST,
};
