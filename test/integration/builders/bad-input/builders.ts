import { digestOf, type BadInput, type Place } from './bad-input.ts';
import { withSpec } from './some-documents.ts';

/** A builder that goes to that tag, among good objects. */
function tagged(tag: (place: Place) => unknown): NonNullable<BadInput['documents']> {
  return ({ builder, ...others }, place) => [withSpec(builder, { tag: tag(place) }), ...Object.values(others)];
}

/** Builders and files that cannot be what was meant. */
export const BUILDERS: readonly BadInput[] = [
  {
    what: 'a tag that is a digest',
    documents: tagged(({ target }) => `${target}@${digestOf('1')}`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: B@sha256:1…'],
  },
  {
    what: 'a tag that is no text',
    documents: tagged(() => 5),
    says: ['error: <stdin>:9:12 spec.tag: expected a string, found the number 5'],
  },
  {
    what: 'a tag in capitals',
    documents: tagged(() => 'Registry/Builder'),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: Registry/Builder'],
  },
  {
    what: 'a tag with a password',
    documents: tagged(({ target }) => `me:secret@${target}`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: me:secret@B'],
  },
  {
    what: 'a tag that is an address',
    documents: tagged(({ target }) => `http://${target}`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: http://B'],
  },
  {
    what: 'a tag that leads to another repository',
    documents: tagged(({ target }) => `${target}/../../other:1`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: B/../../other:1'],
  },
  {
    what: 'a tag with an empty part',
    documents: tagged(({ target }) => `${target}//other:1`),
    says: ['error: <stdin>:9:12 spec.tag: invalid value: B//other:1'],
  },
  {
    what: 'a tag that is too long',
    documents: tagged(({ target }) => `${target}:${'x'.repeat(120)}`),
    says: [
      'error: <stdin>:9:12 spec.tag: B:xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-run-image, where the run image goes, is longer than a tag may be',
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
      'error: <stdin>:9:12 spec.tag: B:builder-team-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-run-image, where the run image goes, is longer than a tag may be',
    ],
  },
  {
    what: 'neither a tag nor a namespace',
    documents: ({ builder, ...others }) => [{ ...builder, metadata: { name: 'bad' } }, ...Object.values(others)],
    says: [
      'error: <stdin>:8:12 spec.tag: B has no tag of its own, and the builder has no namespace to name one after: give it by -n',
    ],
  },
  {
    what: 'nothing that the builder names',
    documents: ({ builder }) => [builder],
    says: [
      'error: <stdin>:18:5 spec.store: ClusterStore "hello" not found; add it by -f',
      'error: <stdin>:10:5 spec.stack: ClusterStack "tiny" not found; add it by -f',
      'error: <stdin>:14:5 spec.lifecycle: ClusterLifecycle "default-lifecycle" not found; add it by -f',
      "error: <stdin>:25:11 spec.order[0].group[0]: could not find buildpack with id 'test/hello'",
    ],
  },
  {
    what: 'a stack of a kind that is none',
    documents: ({ builder, ...others }) => [
      withSpec(builder, { stack: { kind: 'Stack', name: 'tiny' } }),
      ...Object.values(others),
    ],
    says: ['error: <stdin>:11:15 spec.stack.kind: invalid value: Stack'],
  },
  {
    what: 'one builder twice',
    documents: ({ builder, ...others }) => [builder, ...Object.values(others), builder],
    says: ['error: <stdin>:91:1 Builder "bad" is there twice: it stands at <stdin>:1:1 already'],
  },
  {
    what: 'one store twice',
    documents: (good) => [...Object.values(good), good.store],
    says: ['error: <stdin>:91:1 ClusterStore "hello" is there twice: it stands at <stdin>:62:1 already'],
  },
  {
    what: 'a field that is misspelt',
    documents: ({ builder, ...others }) => [withSpec(builder, { oder: [] }), ...Object.values(others)],
    says: ['error: <stdin>:31:5 spec.oder: unknown field "oder"; did you mean "order"?'],
  },
  {
    what: 'no builder',
    documents: ({ store }) => [store],
    says: ['error: there is no Builder and no ClusterBuilder among the inputs'],
  },
  {
    what: 'a file that ends in the middle',
    documents: () => '{"apiVersion": "kpack.io/v1alpha2", "kind": "Bui',
    says: ['error: <stdin>:1:49 is not valid YAML: ends before a bracket or quote is closed'],
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
      'error: <stdin>:10:5 spec.stack: the facts of image F/run have no digest: write them by "taskpack inspect F/run"',
    ],
  },
  {
    what: 'facts that are missing, where no registry is asked',
    command: 'builder digest',
    documents: ({ builder, store, ...others }) => [builder, store, ...Object.values(others)],
    says: [
      'error: <stdin>:10:5 spec.stack: nothing is known of image F/build: run "taskpack inspect F/build > facts.yaml" and add -f facts.yaml',
      'error: <stdin>:10:5 spec.stack: nothing is known of image F/run: run "taskpack inspect F/run > facts.yaml" and add -f facts.yaml',
      'error: <stdin>:14:5 spec.lifecycle: nothing is known of image F/lifecycle: run "taskpack inspect F/lifecycle > facts.yaml" and add -f facts.yaml',
      'error: <stdin>:22:5 spec.order: ClusterBuildpack meta: nothing is known of image F/meta: run "taskpack inspect F/meta > facts.yaml" and add -f facts.yaml',
      'error: <stdin>:22:5 spec.order: ClusterStore hello: nothing is known of image F/hello-1: run "taskpack inspect F/hello-1 > facts.yaml" and add -f facts.yaml',
      'error: <stdin>:22:5 spec.order: ClusterStore hello: nothing is known of image F/hello-2: run "taskpack inspect F/hello-2 > facts.yaml" and add -f facts.yaml',
    ],
  },
];
