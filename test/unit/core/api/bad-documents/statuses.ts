import {
  BUILDPACK,
  CLUSTER_BUILDPACK,
  CLUSTER_LIFECYCLE,
  CLUSTER_STACK,
  CLUSTER_STORE,
  STACK_IMAGES,
  image,
  type BadDocument,
} from './bad-document.ts';

/** Invalid statuses. Unknown fields of a status are valid. */
export const STATUSES: readonly BadDocument[] = [
  {
    title: 'a condition without a status',
    text: `${BUILDPACK}  image: a/b\nstatus: { conditions: [{ type: Ready }] }\n`,
    problems: ['in.yaml:7:24 status.conditions[0].status: missing field(s)'],
  },
  {
    title: 'one buildpack for a list',
    text: `${BUILDPACK}  image: a/b\nstatus: { buildpacks: { id: a } }\n`,
    problems: ['in.yaml:7:11 status.buildpacks: expected an array, found an object'],
  },
  {
    title: 'buildpacks without an id, and fields of wrong types',
    text: `${CLUSTER_BUILDPACK}  image: a/b\nstatus:\n  buildpacks:\n  - version: 1.0.0\n  - { id: a, size: "5", order: [a], stacks: [{ mixins: [] }] }\n  - { id: b, version: 1.1, targets: linux, mediaType: 1 }\n`,
    problems: [
      'in.yaml:9:5 status.buildpacks[0].id: missing field(s)',
      'in.yaml:10:20 status.buildpacks[1].size: expected an integer, found the string "5"',
      'in.yaml:10:33 status.buildpacks[1].order[0]: expected an object, found the string "a"',
      'in.yaml:10:46 status.buildpacks[1].stacks[0].id: missing field(s)',
      'in.yaml:11:23 status.buildpacks[2].version: expected a string, found the number 1.1',
      'in.yaml:11:37 status.buildpacks[2].targets: expected an array, found the string "linux"',
      'in.yaml:11:55 status.buildpacks[2].mediaType: expected a string, found the number 1',
    ],
  },
  {
    title: 'a store image that is a text',
    text: `${CLUSTER_STORE}  sources: [{ image: a/b }]\nstatus: { buildpacks: [{ id: a, storeImage: a/b }] }\n`,
    problems: ['in.yaml:7:45 status.buildpacks[0].storeImage: expected an object, found the string "a/b"'],
  },
  {
    title: 'a layer that is no blob, and an image that has no name',
    text: `${CLUSTER_STORE}  sources: [{ image: a/b }]\nstatus:\n  buildpacks:\n  - { id: a, diffId: sha256:1, digest: ../../x, size: -1, storeImage: { image: Not A Name } }\n`,
    problems: [
      'in.yaml:9:22 status.buildpacks[0].diffId: invalid value: sha256:1 (a digest is sha256: and 64 hexadecimal digits in lower case)',
      'in.yaml:9:40 status.buildpacks[0].digest: invalid value: ../../x (a digest is sha256: and 64 hexadecimal digits in lower case)',
      'in.yaml:9:55 status.buildpacks[0].size: expected an integer of at least 0, found the number -1',
      'in.yaml:9:80 status.buildpacks[0].storeImage.image: invalid value: Not A Name (the repository has upper-case letters)',
    ],
  },
  {
    title: 'images that are not by digest, and users that no system has',
    text: `${CLUSTER_STACK}  id: a\n${STACK_IMAGES}status:\n  buildImage: { latestImage: a/b }\n  runImage: { latestImage: "a/c:1" }\n  userId: -1\n  groupId: 2147483648\n`,
    problems: [
      'in.yaml:10:30 status.buildImage.latestImage: invalid value: a/b (it must have a digest)',
      'in.yaml:11:28 status.runImage.latestImage: invalid value: a/c:1 (it must have a digest)',
      'in.yaml:12:11 status.userId: expected an integer of at least 0, found the number -1',
      'in.yaml:13:12 status.groupId: expected an integer of at most 2147483647, found the number 2147483648',
    ],
  },
  {
    title: 'a lifecycle that is not by digest',
    text: `${CLUSTER_LIFECYCLE}  image: a/b\nstatus: { image: { latestImage: a/b } }\n`,
    problems: ['in.yaml:7:33 status.image.latestImage: invalid value: a/b (it must have a digest)'],
  },
  {
    title: 'a number of Builds that is negative',
    text: `${image('')}status: { buildCounter: -1 }\n`,
    problems: ['in.yaml:9:25 status.buildCounter: expected an integer of at least 0, found the number -1'],
  },
  {
    title: 'a user that is a text',
    text: `${CLUSTER_STACK}  id: a\n${STACK_IMAGES}status: { userId: "1000", groupId: 1000.5, mixins: git }\n`,
    problems: [
      'in.yaml:9:19 status.userId: expected an integer, found the string "1000"',
      'in.yaml:9:36 status.groupId: expected an integer, found the number 1000.5',
      'in.yaml:9:52 status.mixins: expected an array, found the string "git"',
    ],
  },
  {
    title: 'a manifest that is no text, and layers without digests',
    text: `${CLUSTER_STACK}  id: a\n${STACK_IMAGES}status:\n  buildImage:\n    manifest: { schemaVersion: 2 }\n    configuration: 1\n    layers: [{ mediaType: a, size: -1, digest: sha256:1 }]\n`,
    problems: [
      'in.yaml:11:5 status.buildImage.manifest: expected a string, found an object',
      'in.yaml:12:20 status.buildImage.configuration: expected a string, found the number 1',
      'in.yaml:13:36 status.buildImage.layers[0].size: expected an integer of at least 0, found the number -1',
      'in.yaml:13:48 status.buildImage.layers[0].digest: invalid value: sha256:1 (a digest is sha256: and 64 hexadecimal digits in lower case)',
    ],
  },
  {
    title: "a lifecycle's layer without its digests, and no list of APIs",
    text: `${CLUSTER_LIFECYCLE}  image: a/b\nstatus: { version: 0.21, layer: { mediaType: a, size: 5 }, platform: { os: linux }, apis: { platform: { supported: "0.9" } } }\n`,
    problems: [
      'in.yaml:7:20 status.version: expected a string, found the number 0.21',
      'in.yaml:7:26 status.layer.digest: missing field(s)',
      'in.yaml:7:26 status.layer.diffId: missing field(s)',
      'in.yaml:7:60 status.platform.architecture: missing field(s)',
      'in.yaml:7:116 status.apis.platform.supported: expected an array, found the string "0.9"',
    ],
  },
];
