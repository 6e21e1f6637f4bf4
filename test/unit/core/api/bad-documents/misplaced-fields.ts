import { BUILD, IMAGE, IMAGE_BUILDER, SOURCE, TAG, TAGS, build, image, type BadDocument } from './bad-document.ts';

/** Fields at a place where another kind, or another part of the kind, has them. */
export const MISPLACED_FIELDS: readonly BadDocument[] = [
  {
    title: 'the builder of an Image in a Build',
    text: `${BUILD}${TAGS}${IMAGE_BUILDER}${SOURCE}`,
    problems: [
      'in.yaml:7:3 spec.builder.image, spec.builder.ref: missing field(s) (set builder.image, or builder.ref with kind and name)',
      'in.yaml:7:14 spec.builder.kind: unknown field "kind"; did you mean spec.builder.ref.kind?',
      'in.yaml:7:29 spec.builder.name: unknown field "name"; did you mean spec.builder.ref.name?',
    ],
  },
  {
    title: 'the builder of a Build in an Image',
    text: `${IMAGE}${TAG}  builder: { image: registry.test/builder }\n${SOURCE}`,
    problems: [
      'in.yaml:7:3 spec.builder.name: missing field(s)',
      'in.yaml:7:3 spec.builder.kind: invalid value:  (no kind is set; must be one of Builder, ClusterBuilder)',
      'in.yaml:7:14 spec.builder.image: unknown field "image"; spec.builder.image is a field of a Build',
    ],
  },
  {
    title: 'fields of an Image in a Build',
    text: build('  cache: { volume: { size: 2Gi } }\n  buildTimeout: 60\n  build: {}\n  tag: a\n'),
    problems: [
      'in.yaml:6:22 spec.cache.volume.size: unknown field "size"; spec.cache.volume.size is a field of an Image',
      'in.yaml:7:3 spec.buildTimeout: unknown field "buildTimeout"; spec.build.buildTimeout is a field of an Image',
      'in.yaml:8:3 spec.build: unknown field "build"; spec.build is a field of an Image',
      'in.yaml:9:3 spec.tag: unknown field "tag"; did you mean "tags"?',
    ],
  },
  {
    title: 'fields of a Build, and of the template of an Image, in the spec of an Image',
    text: image('  activeDeadlineSeconds: 60\n  buildTimeout: 60\n  resources: {}\n  image: a\n'),
    problems: [
      'in.yaml:6:3 spec.activeDeadlineSeconds: unknown field "activeDeadlineSeconds"; spec.activeDeadlineSeconds is a field of a Build',
      'in.yaml:7:3 spec.buildTimeout: unknown field "buildTimeout"; did you mean spec.build.buildTimeout?',
      'in.yaml:8:3 spec.resources: unknown field "resources"; did you mean spec.build.resources?',
      'in.yaml:9:3 spec.image: unknown field "image"',
    ],
  },
  {
    title: 'pull Secrets outside the ServiceAccount',
    text: build('  imagePullSecrets: [{ name: pull }]\n'),
    problems: [
      'in.yaml:6:3 spec.imagePullSecrets: unknown field "imagePullSecrets"; list the Secret in imagePullSecrets of the ServiceAccount',
    ],
  },
];
