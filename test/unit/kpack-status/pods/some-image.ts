import type { MadeImage } from '../status-oracle.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const RUN_DIGEST = `sha256:${'b'.repeat(64)}`;

/** The result that taskpack's completion reports for the image. */
export const OUTCOME = {
  IMAGE_URL: 'registry.example/app:1',
  IMAGE_DIGEST: DIGEST,
  CACHE_IMAGE: `registry.example/cache@${DIGEST}`,
};

const BUILD_METADATA = {
  buildpacks: [
    { id: 'some/node', version: '1.2.3', homepage: 'https://node.example', api: '0.9' },
    { id: 'some/other', version: '2' },
  ],
  launcher: { version: '0.20.12', source: { git: { repository: 'lifecycle', commit: '1' } } },
};
const RUN_IMAGE = { topLayer: DIGEST, reference: `registry.example/mirror/run@${RUN_DIGEST}` };

export const IMAGE: MadeImage = {
  reference: `registry.example/app:1@${DIGEST}`,
  labels: {
    'io.buildpacks.stack.id': 'some.stack',
    'io.buildpacks.build.metadata': JSON.stringify(BUILD_METADATA),
    'io.buildpacks.lifecycle.metadata': JSON.stringify({
      runImage: RUN_IMAGE,
      stack: { runImage: { image: 'some/run:base', mirrors: ['registry.example/mirror/run:base'] } },
    }),
  },
  cache: OUTCOME.CACHE_IMAGE,
};

/** The labels of Platform API 0.12. */
export const IMAGE_WITHOUT_STACK: MadeImage = {
  ...IMAGE,
  labels: {
    'io.buildpacks.build.metadata': JSON.stringify(BUILD_METADATA),
    'io.buildpacks.lifecycle.metadata': JSON.stringify({ runImage: { ...RUN_IMAGE, image: 'some/run:base' } }),
  },
};
