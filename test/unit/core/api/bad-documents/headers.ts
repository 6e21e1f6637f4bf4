import { build, type BadDocument } from './bad-document.ts';

/** Documents that are not objects of a supported kind. */
export const HEADERS: readonly BadDocument[] = [
  {
    title: 'a string',
    text: 'just some words\n',
    problems: ['in.yaml:1:1 expected an object with apiVersion and kind, found a string'],
  },
  {
    title: 'a list',
    text: '- a\n- b\n',
    problems: ['in.yaml:1:1 expected an object with apiVersion and kind, found an array'],
  },
  {
    title: 'neither apiVersion nor kind',
    text: '\n# a comment\nmetadata: { name: x }\n',
    problems: ['in.yaml:3:1 apiVersion: missing field(s)', 'in.yaml:3:1 kind: missing field(s)'],
  },
  { title: 'no kind', text: 'apiVersion: kpack.io/v1alpha2\n', problems: ['in.yaml:1:1 kind: missing field(s)'] },
  {
    title: 'a number as apiVersion',
    text: 'apiVersion: 1\nkind: Secret\n',
    problems: ['in.yaml:1:13 apiVersion: expected a string, found the number 1'],
  },
  {
    title: "an unknown kind that resembles one of kpack's",
    text: build('').replace('Build', 'Biuld'),
    problems: ['in.yaml:2:7 kind: unknown kind "Biuld" in kpack.io; did you mean "Build"?'],
  },
  {
    title: "an unknown kind that resembles none of kpack's",
    text: build('').replace('Build', 'Deployment'),
    problems: [
      'in.yaml:2:7 kind: unknown kind "Deployment" in kpack.io; use one of Build, Image, Builder, ClusterBuilder, Buildpack, ClusterBuildpack, ClusterStore, ClusterStack, ClusterLifecycle, SourceResolver',
    ],
  },
  {
    title: "an unknown kind of taskpack's group",
    text: 'apiVersion: taskpack.dev/v1alpha1\nkind: ImageFact\n',
    problems: ['in.yaml:2:7 kind: unknown kind "ImageFact" in taskpack.dev; did you mean "ImageFacts"?'],
  },
  {
    title: 'an unknown version of a Build',
    text: build('').replace('v1alpha2', 'v1beta1'),
    problems: ['in.yaml:1:13 apiVersion: unknown version "v1beta1" of Build; use one of v1alpha2, v1alpha1, v1alpha3'],
  },
  {
    title: 'an unknown version of an Image',
    text: build('').replace('v1alpha2', 'v1alpha3').replace('Build', 'Image'),
    problems: ['in.yaml:1:13 apiVersion: unknown version "v1alpha3" of Image; use one of v1alpha2, v1alpha1'],
  },
  {
    title: 'an unknown version of a Secret',
    text: 'apiVersion: v2\nkind: Secret\n',
    problems: ['in.yaml:1:13 apiVersion: unknown version "v2" of Secret; use v1'],
  },
  {
    title: 'a misspelt group',
    text: build('').replace('kpack.io', 'kpak.io'),
    problems: ['in.yaml:1:13 apiVersion: unknown apiVersion "kpak.io/v1alpha2"; did you mean "kpack.io/v1alpha2"?'],
  },
  {
    title: 'a group that resembles two groups, of which one has the kind',
    text: 'apiVersion: kpack.dev/v1alpha2\nkind: Image\n',
    problems: ['in.yaml:1:13 apiVersion: unknown apiVersion "kpack.dev/v1alpha2"; did you mean "kpack.io/v1alpha2"?'],
  },
  {
    title: 'a Task of another tool, whose group resembles that of Tekton',
    text: 'apiVersion: keptn.dev/v1\nkind: Task\n',
    problems: [],
  },
  {
    title: "a misspelt group of Tekton, with Tekton's current version",
    text: 'apiVersion: tekon.dev/v1\nkind: Task\n',
    problems: ['in.yaml:1:13 apiVersion: unknown apiVersion "tekon.dev/v1"; did you mean "tekton.dev/v1"?'],
  },
  {
    title: 'a misspelt group of Tekton',
    text: 'apiVersion: tekon.dev/v1beta1\nkind: Task\n',
    problems: ['in.yaml:1:13 apiVersion: unknown apiVersion "tekon.dev/v1beta1"; did you mean "tekton.dev/v1beta1"?'],
  },
  ...['v1alpha1', 'v1beta1', 'v1'].map((version) => ({
    title: `a misspelt kind of Tekton ${version}`,
    text: `apiVersion: tekton.dev/${version}\nkind: Taks\n`,
    problems: ['in.yaml:2:7 kind: unknown kind "Taks" in tekton.dev; did you mean "Task"?'],
  })),
  {
    title: 'an unknown kind of Tekton',
    text: 'apiVersion: tekton.dev/v1alpha1\nkind: Blueprint\n',
    problems: [
      'in.yaml:2:7 kind: Blueprint of tekton.dev/v1alpha1 is not a kind that taskpack knows, so it is not in the output',
    ],
  },
  {
    title: 'an unknown version of a Task',
    text: 'apiVersion: tekton.dev/v2\nkind: Task\n',
    problems: ['in.yaml:1:13 apiVersion: unknown version "v2" of Task; use one of v1, v1beta1, v1alpha1'],
  },
  {
    title: 'the first name of the accounts of tasks',
    text:
      'apiVersion: tekton.dev/v1beta1\nkind: PipelineRun\nmetadata: { name: a }\nspec:\n' +
      '  pipelineRef: { name: p }\n  serviceAccounts: []\n',
    problems: [
      'in.yaml:6:3 spec.serviceAccounts: unknown field "serviceAccounts"; did you mean "serviceAccountNames"?',
    ],
  },
  {
    title: 'a misspelt kind of the core group',
    text: 'apiVersion: v1\nkind: Secrets\n',
    problems: ['in.yaml:2:7 kind: unknown kind "Secrets" in v1; did you mean "Secret"?'],
  },
  {
    title: 'a group without a version',
    text: build('').replace('kpack.io/v1alpha2', 'kpack.io'),
    problems: ['in.yaml:1:13 apiVersion: unknown apiVersion "kpack.io"; did you mean "kpack.io/v1alpha2"?'],
  },
  {
    title: 'a List whose items are not a list',
    text: 'apiVersion: v1\nkind: List\nitems: {}\n',
    problems: ['in.yaml:3:1 items: expected an array, found an object'],
  },
  {
    title: 'a List with invalid items',
    text:
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: kpack.io/v1alpha2\n  kind: Build\n  metadata: { name: one }\n' +
      '  spec:\n    tagz: []\n    tags: [registry.test/app]\n    builder: { image: registry.test/builder }\n' +
      '    source: { git: { url: https://git.test/app, revision: main } }\n- 5\n- kind: Secret\n',
    problems: [
      'in.yaml:8:5 items[0].spec.tagz: unknown field "tagz"; did you mean "tags"?',
      'in.yaml:12:3 items[1]: expected an object with apiVersion and kind, found a number',
      'in.yaml:13:3 items[2].apiVersion: missing field(s)',
    ],
  },
];
