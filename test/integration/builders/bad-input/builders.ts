import { digestOf, type BadInput, type Place } from './bad-input.ts';
import { withSpec } from './some-documents.ts';

/** A builder with that tag, among valid objects. */
function tagged(tag: (place: Place) => unknown): NonNullable<BadInput['documents']> {
  return ({ builder, ...others }, place) => [withSpec(builder, { tag: tag(place) }), ...Object.values(others)];
}

/** Invalid builders and invalid files. */
export const BUILDERS: readonly BadInput[] = [
  {
    what: 'a tag that is a digest',
    documents: tagged(({ target }) => `${target}@${digestOf('1')}`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: B@sha256:1… (it must not have a digest)'],
  },
  {
    what: 'a tag that is no text',
    documents: tagged(() => 5),
    says: ['error: <stdin>:9:12 spec.tag: expected a string, found the number 5'],
  },
  {
    what: 'a tag in capitals',
    documents: tagged(() => 'Registry/Builder'),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: Registry/Builder (the repository has upper-case letters)'],
  },
  {
    what: 'a tag with a password',
    documents: tagged(({ target }) => `me:secret@${target}`),
    says: [
      'error: <stdin>:9:12 spec.tag: invalid value: me:secret@B (the digest is not sha256: and 64 hexadecimal digits)',
    ],
  },
  {
    what: 'a tag that is an address',
    documents: tagged(({ target }) => `http://${target}`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: http://B (it is a URL; remove the part before the host)'],
  },
  {
    what: 'a tag that leads to another repository',
    documents: tagged(({ target }) => `${target}/../../other:1`),
    says: [
      'error: <stdin>:9:12 spec.tag: invalid value: B/../../other:1 (a part of the repository is empty, "." or "..")',
    ],
  },
  {
    what: 'a tag with an empty part',
    documents: tagged(({ target }) => `${target}//other:1`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: B//other:1 (a part of the repository is empty, "." or "..")'],
  },
  {
    what: 'a tag that is too long',
    documents: tagged(({ target }) => `${target}:${'x'.repeat(120)}`),
    says: [
      'error: <stdin>:9:12 spec.tag: B:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-run-image, the tag of the run image, is too long; choose a shorter tag',
    ],
  },
  { what: 'no tag', documents: tagged(() => undefined), says: ['error: <stdin>:8:3 spec.tag: missing field(s)'] },
  {
    what: 'a name that makes a tag too long',
    documents: ({ builder, ...others }) => [
      { ...builder, metadata: { name: 'x'.repeat(120), namespace: 'team' } },
      ...Object.values(others),
    ],
    says: [
      'error: <stdin>:9:12 spec.tag: B:builder-team-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-run-image, the tag of the run image, is too long; choose a shorter tag',
    ],
  },
  {
    what: 'neither a tag nor a namespace',
    documents: ({ builder, ...others }) => [{ ...builder, metadata: { name: 'bad' } }, ...Object.values(others)],
    says: [
      'error: <stdin>:8:12 spec.tag: B has no tag, and the default tag needs a namespace; add a tag, or set the namespace with -n',
    ],
  },
  {
    what: 'nothing that the builder names',
    documents: ({ builder }) => [builder],
    says: [
      'error: <stdin>:18:5 spec.store: ClusterStore "hello" not found; add the file with -f, or write it from a cluster with "kubectl get clusterstore hello -o yaml > clusterstore-hello.yaml"',
      'error: <stdin>:10:5 spec.stack: ClusterStack "tiny" not found; add the file with -f, or write it from a cluster with "kubectl get clusterstack tiny -o yaml > clusterstack-tiny.yaml"',
      'error: <stdin>:14:5 spec.lifecycle: ClusterLifecycle "default-lifecycle" not found; add the file with -f, or write it from a cluster with "kubectl get clusterlifecycle default-lifecycle -o yaml > clusterlifecycle-default-lifecycle.yaml"',
    ],
  },
  {
    what: 'a stack of a kind that is none',
    documents: ({ builder, ...others }) => [
      withSpec(builder, { stack: { kind: 'Stack', name: 'tiny' } }),
      ...Object.values(others),
    ],
    says: ['error: <stdin>:11:15 spec.stack.kind: invalid value: Stack (must be one of ClusterStack)'],
  },
  {
    what: 'one builder twice',
    documents: ({ builder, ...others }) => [builder, ...Object.values(others), builder],
    says: ['error: <stdin>:91:1 Builder "bad" is in the input twice (also at <stdin>:1:1); remove one of them'],
  },
  {
    what: 'one store twice',
    documents: (good) => [...Object.values(good), good.store],
    says: ['error: <stdin>:91:1 ClusterStore "hello" is in the input twice (also at <stdin>:62:1); remove one of them'],
  },
  {
    what: 'a field that is misspelt',
    documents: ({ builder, ...others }) => [withSpec(builder, { oder: [] }), ...Object.values(others)],
    says: ['error: <stdin>:31:5 spec.oder: unknown field "oder"; did you mean "order"?'],
  },
  {
    what: 'no builder',
    documents: ({ store }) => [store],
    says: ['error: the input has no Builder and no ClusterBuilder'],
  },
  {
    what: 'a file that ends in the middle',
    documents: () => '{"apiVersion": "kpack.io/v1alpha2", "kind": "Bui',
    says: ['error: <stdin>:1:49 is not valid YAML: a bracket or quote is not closed'],
  },
  {
    what: 'facts without a digest',
    documents: (good, { source }) => [
      ...Object.values(good),
      {
        apiVersion: 'taskpack.dev/v1alpha1',
        kind: 'ImageFacts',
        image: `${source}/run`,
        stackId: 'io.test.stacks.tiny',
        mixins: ['busybox'],
      },
    ],
    says: [
      'error: <stdin>:10:5 spec.stack: the facts of image F/run have no digest: write them with "taskpack inspect F/run"',
    ],
  },
  {
    what: 'facts that are missing, where no registry is asked',
    command: 'builder digest',
    documents: ({ builder, store, ...others }) => [builder, store, ...Object.values(others)],
    says: [
      'error: <stdin>:61:16 spec.buildImage.image: the facts of image F/build are missing: run "taskpack inspect F/build >> facts.yaml" and add -f facts.yaml',
      'error: <stdin>:64:16 spec.runImage.image: the facts of image F/run are missing: run "taskpack inspect F/run >> facts.yaml" and add -f facts.yaml',
      'error: <stdin>:76:14 spec.image: the facts of image F/lifecycle are missing: run "taskpack inspect F/lifecycle >> facts.yaml" and add -f facts.yaml',
      'error: <stdin>:87:14 spec.image: ClusterBuildpack meta: the facts of image F/meta are missing: run "taskpack inspect F/meta >> facts.yaml" and add -f facts.yaml',
      'error: <stdin>:43:18 spec.sources[0].image: ClusterStore hello: the facts of image F/hello-1 are missing: run "taskpack inspect F/hello-1 >> facts.yaml" and add -f facts.yaml',
      'error: <stdin>:46:18 spec.sources[1].image: ClusterStore hello: the facts of image F/hello-2 are missing: run "taskpack inspect F/hello-2 >> facts.yaml" and add -f facts.yaml',
    ],
  },
];
