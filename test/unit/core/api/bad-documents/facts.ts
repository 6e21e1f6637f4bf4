import type { BadDocument } from './bad-document.ts';

const FACTS = 'apiVersion: taskpack.dev/v1alpha1\nkind: ImageFacts\nimage: a/b\n';
const DIGEST = `sha256:${'0'.repeat(64)}`;
const LAYER = `diffId: ${DIGEST}\n  digest: ${DIGEST}\n  size: 5`;

/** ImageFacts with mistakes in the fields that assemble a builder image. */
export const FACTS_OF_PARTS: readonly BadDocument[] = [
  {
    title: 'buildpacks without required fields',
    text: `${FACTS}buildpacks:\n- { id: a }\n- { diffId: sha256:1, digest: "", size: -1 }\n- { id: b, diffId: ${DIGEST}0, digest: sha1:1, size: 1.5 }\n`,
    problems: [
      'in.yaml:5:3 buildpacks[0].diffId: missing field(s)',
      'in.yaml:5:3 buildpacks[0].digest: missing field(s)',
      'in.yaml:5:3 buildpacks[0].size: missing field(s)',
      'in.yaml:6:3 buildpacks[1].id: missing field(s)',
      'in.yaml:6:13 buildpacks[1].diffId: invalid value: sha256:1 (a digest is sha256: and 64 hexadecimal digits in lower case)',
      'in.yaml:6:31 buildpacks[1].digest: missing field(s)',
      'in.yaml:6:41 buildpacks[1].size: expected an integer of at least 0, found the number -1',
      `in.yaml:7:20 buildpacks[2].diffId: invalid value: ${DIGEST}0 (a digest is sha256: and 64 hexadecimal digits in lower case)`,
      'in.yaml:7:102 buildpacks[2].digest: invalid value: sha1:1 (a digest is sha256: and 64 hexadecimal digits in lower case)',
      'in.yaml:7:116 buildpacks[2].size: expected an integer, found the number 1.5',
    ],
  },
  {
    title: 'buildpacks with fields of wrong types',
    text: `${FACTS}buildpacks:\n- ${LAYER}\n  id: a\n  version: 1.0\n  api: 0.10\n  order: [{ group: [java] }]\n  stacks: ["*"]\n  targets: [{ os: linux, arch: [amd64] }]\n`,
    problems: [
      'in.yaml:9:12 buildpacks[0].version: expected a string, found the number 1',
      'in.yaml:10:8 buildpacks[0].api: expected a string, found the number 0.1',
      'in.yaml:11:21 buildpacks[0].order[0].group[0]: expected an object, found the string "java"',
      'in.yaml:12:12 buildpacks[0].stacks[0]: expected an object, found the string "*"',
      'in.yaml:13:26 buildpacks[0].targets[0].arch: expected a string, found an array',
    ],
  },
  {
    title: 'buildpacks with unknown fields',
    text: `${FACTS}buildpacks:\n- ${LAYER}\n  id: a\n  name: A\n  stacks: [{ id: "*", mixin: [] }]\n  order: [{ group: [{ id: b, image: c }] }]\n  targets: [{ os: linux, architecture: amd64 }]\n`,
    problems: [
      'in.yaml:9:3 buildpacks[0].name: unknown field "name"',
      'in.yaml:10:23 buildpacks[0].stacks[0].mixin: unknown field "mixin"; did you mean "mixins"?',
      'in.yaml:11:30 buildpacks[0].order[0].group[0].image: unknown field "image"',
      'in.yaml:12:26 buildpacks[0].targets[0].architecture: unknown field "architecture"',
    ],
  },
  {
    title: 'a manifest as YAML',
    text: `${FACTS}manifest:\n  schemaVersion: 2\nconfiguration:\n  os: linux\n`,
    problems: [
      'in.yaml:4:1 manifest: expected a string, found an object',
      'in.yaml:6:1 configuration: expected a string, found an object',
    ],
  },
  {
    title: 'a manifest and a configuration that are not JSON',
    text: `${FACTS}manifest: "schemaVersion: 2"\nconfiguration: '{"os": "linux"'\n`,
    problems: [
      "in.yaml:4:11 manifest: is not valid JSON; copy the image's manifest from the registry as text, byte for byte",
      "in.yaml:5:16 configuration: is not valid JSON; copy the image's configuration from the registry as text, byte for byte",
    ],
  },
  {
    title: 'a manifest that is not JSON beside an invalid digest of a layer',
    text: `${FACTS}manifest: "schemaVersion: 2"\nlayers:\n- { digest: sha256:1234, size: 5, mediaType: a }\n`,
    problems: [
      "in.yaml:4:11 manifest: is not valid JSON; copy the image's manifest from the registry as text, byte for byte",
      'in.yaml:6:13 layers[0].digest: invalid value: sha256:1234 (a digest is sha256: and 64 hexadecimal digits in lower case)',
    ],
  },
  {
    title: 'invalid layers',
    text: `${FACTS}layers:\n- sha256:1234\n- { digest: sha256:1234, size: 5.5, mediaType: [] }\n- { mediaType: a, size: 5, diffid: a }\n`,
    problems: [
      'in.yaml:5:3 layers[0]: expected an object, found the string "sha256:1234"',
      'in.yaml:6:13 layers[1].digest: invalid value: sha256:1234 (a digest is sha256: and 64 hexadecimal digits in lower case)',
      'in.yaml:6:32 layers[1].size: expected an integer, found the number 5.5',
      'in.yaml:6:37 layers[1].mediaType: expected a string, found an array',
      'in.yaml:7:3 layers[2].digest: missing field(s)',
      'in.yaml:7:28 layers[2].diffid: unknown field "diffid"',
    ],
  },
  {
    title: "a lifecycle's layer without a diffID",
    text: `${FACTS}lifecycle: { version: 0.21.0, layer: { mediaType: a, size: 5, digest: ${DIGEST} }, api: "0.7" }\n`,
    problems: [
      'in.yaml:4:31 lifecycle.layer.diffId: missing field(s)',
      'in.yaml:4:151 lifecycle.api: expected an object, found the string "0.7"',
    ],
  },
  {
    title: 'mixins as one string',
    text: `${FACTS}mixins: "git, build:curl"\n`,
    problems: ['in.yaml:4:9 mixins: expected an array, found the string "git, build:curl"'],
  },
  {
    title: 'an unknown platform',
    text: `${FACTS}platform: { os: linux, arch: amd64 }\n`,
    problems: [
      'in.yaml:4:1 platform.architecture: missing field(s)',
      'in.yaml:4:24 platform.arch: unknown field "arch"',
    ],
  },
];
