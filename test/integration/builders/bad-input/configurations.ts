import type { JsonObject } from '../../../../src/core/model/json.ts';
import { to, type BadInput } from './bad-input.ts';
import { endless } from './endless.ts';
import { withConfiguration, withContainer, withManifest } from './some-images.ts';

const DIFFERENT = 'its manifest and its configuration list different numbers of layers';

function withoutField(field: string) {
  return (configuration: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(configuration).filter(([name]) => name !== field));
}

/** Changes the diffIDs of a configuration. */
function withDiffIds(change: (diffIds: readonly string[]) => readonly string[]) {
  return (configuration: JsonObject): JsonObject => {
    const { diff_ids: diffIds, ...rootfs } = configuration['rootfs'] as { readonly diff_ids: readonly string[] };
    return { ...configuration, rootfs: { ...rootfs, diff_ids: change(diffIds) } };
  };
}

/** Invalid configurations, and configurations of another image. */
export const CONFIGURATIONS: readonly BadInput[] = [
  {
    what: 'a configuration that was changed on the way',
    answer: to(/^\/v2\/build\/blobs\//, (_, { build }) => ({
      body: Buffer.from(build.config.content).toString().replace('1000', '1001'),
    })),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build@build-config: registry F has content with the digest sha256:… instead of build-config',
    ],
  },
  {
    what: 'a configuration that is cut short',
    answer: to(/^\/v2\/build\/blobs\//, (_, { build }) => ({ body: build.config.content.subarray(0, 100) })),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build@build-config: registry F sends 100 bytes instead of 791',
    ],
  },
  {
    what: 'a gigabyte for a configuration, as the manifest says',
    images: ({ build }) => ({
      build: withManifest(build, ({ config, ...rest }) => ({
        ...rest,
        config: { ...(config as JsonObject), size: 1_000_000_000 },
      })),
    }),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build@build-config: the document has 1000000000 bytes; taskpack reads at most 2097152',
    ],
  },
  {
    what: 'a gigabyte for a configuration, against what the manifest says',
    answer: to(/^\/v2\/build\/blobs\//, { write: endless }),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build@build-config: registry F sends a document of more than 2097152 bytes, which taskpack does not read',
    ],
  },
  {
    what: 'no layers in the configuration of a build image',
    images: ({ build }) => ({ build: withConfiguration(build, withoutField('rootfs')) }),
    says: [`error: <stdin>:43:16 spec.buildImage.image: F/build: ${DIFFERENT}`],
  },
  {
    what: 'a layer too few in the configuration of a buildpackage',
    images: ({ meta }) => ({
      meta: withConfiguration(
        meta,
        withDiffIds((all) => all.slice(1)),
      ),
    }),
    says: [
      'error: <stdin>:87:14 spec.image: F/meta: its manifest and its configuration list different numbers of layers',
    ],
  },
  {
    what: 'a layer too many in the configuration of a lifecycle',
    images: ({ lifecycle }) => ({
      lifecycle: withConfiguration(
        lifecycle,
        withDiffIds((all) => [...all, `sha256:${'7'.repeat(64)}`]),
      ),
    }),
    says: [`error: <stdin>:58:14 spec.image: F/lifecycle: ${DIFFERENT}`],
  },
  {
    what: 'diffIDs that are no digests',
    images: ({ build }) => ({
      build: withConfiguration(
        build,
        withDiffIds((all) => all.map(() => '../../x')),
      ),
    }),
    says: [
      'error: <stdin>:10:5 spec.stack: the stored manifest and configuration of image F/build@build are wrong: the configuration is not an image configuration; read them again with "taskpack inspect F/build@build"',
    ],
  },
  {
    what: 'no platform',
    images: ({ build }) => ({ build: withConfiguration(build, withoutField('os')) }),
    says: [
      'error: <stdin>:10:5 spec.stack: the stored manifest and configuration of image F/build@build are wrong: the configuration is not an image configuration; read them again with "taskpack inspect F/build@build"',
    ],
  },
  {
    what: 'a build image for Windows',
    images: ({ build }) => ({ build: withConfiguration(build, (all) => ({ ...all, os: 'windows' })) }),
    says: [
      'error: <stdin>:10:5 spec.stack: windows base images are not supported',
      'error: <stdin>:14:5 spec.lifecycle: validating lifecycle image F/lifecycle: expected platform to be windows/amd64/ but got linux/amd64/',
    ],
  },
  {
    what: 'labels in a list',
    images: ({ build }) => ({
      build: withContainer(build, { Labels: ['io.buildpacks.stack.id=io.test.stacks.tiny'] }),
    }),
    says: ['error: <stdin>:10:5 spec.stack: could not find label io.buildpacks.stack.id'],
  },
  {
    what: 'a label that is no text',
    images: ({ run }) => ({ run: withContainer(run, { Labels: { 'io.buildpacks.stack.id': 1 } }) }),
    says: ['error: <stdin>:10:5 spec.stack: could not find label io.buildpacks.stack.id'],
  },
  {
    what: 'a user that is a name',
    images: ({ build }) => ({ build: withContainer(build, { Env: ['CNB_USER_ID=cnb', 'CNB_GROUP_ID=1000'] }) }),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build: environment variable CNB_USER_ID: expected an integer from 0 to 2147483647, found the string "cnb"',
    ],
  },
  {
    what: 'a group above all groups',
    images: ({ build }) => ({ build: withContainer(build, { Env: ['CNB_USER_ID=1000', 'CNB_GROUP_ID=4294967296'] }) }),
    says: [
      'error: <stdin>:43:16 spec.buildImage.image: F/build: environment variable CNB_GROUP_ID: expected an integer from 0 to 2147483647, found the string "4294967296"',
    ],
  },
  {
    what: 'no user',
    images: ({ build }) => ({ build: withContainer(build, { Env: ['CNB_GROUP_ID=1000'] }) }),
    says: ['error: <stdin>:10:5 spec.stack: validating build image: ENV CNB_USER_ID not found'],
  },
  {
    what: 'no group',
    images: ({ build }) => ({ build: withContainer(build, { Env: ['CNB_USER_ID=1000'] }) }),
    says: ['error: <stdin>:10:5 spec.stack: validating build image: ENV CNB_GROUP_ID not found'],
  },
];
