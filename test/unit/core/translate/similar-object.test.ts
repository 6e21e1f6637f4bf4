import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import { someOptions } from '../../../support/translation-of.ts';

interface Row {
  readonly title: string;
  readonly objects: readonly string[];
  readonly says: readonly string[];
}

const FACTS =
  '{apiVersion: taskpack.dev/v1alpha1, kind: ImageFacts, image: r.example.com/builder, digest: "sha256:' +
  `${'a'.repeat(64)}", uid: 1, gid: 1, stackId: s, runImage: {image: r.example.com/run}, ` +
  'lifecycle: {version: 0.20.0, apis: {platform: {supported: ["0.9"]}}}}';

const SOURCE = 'source: {git: {url: "https://git.example.com/app", revision: main}}';

/** Each object is one line, so a line number is a place in `objects`. */
function build(metadata: string, spec: string): string {
  return `{apiVersion: kpack.io/v1alpha2, kind: Build, metadata: {name: app, ${metadata}}, spec: {tags: [r.example.com/app], ${SOURCE}, ${spec}}}`;
}

function builderReference(kind: string, name: string): string {
  return `builder: {ref: {kind: ${kind}, name: ${name}}}`;
}

function object(kind: string, metadata: string, fields = ''): string {
  return `{apiVersion: v1, kind: ${kind}, metadata: {${metadata}}, ${fields}}`;
}

function builder(kind: string, metadata: string): string {
  const account = kind === 'ClusterBuilder' ? 'serviceAccountRef: {name: k, namespace: k}, ' : '';
  const spec = `tag: r.example.com/builder, ${account}stack: {kind: ClusterStack, name: base}, order: [{group: [{id: a/b}]}]`;
  return `{apiVersion: kpack.io/v1alpha2, kind: ${kind}, metadata: {${metadata}}, spec: {${spec}}, status: {latestImage: r.example.com/builder}}`;
}

const IMAGE = 'builder: {image: r.example.com/builder}';
const DEFAULT = object('ServiceAccount', 'name: default');
const TEAM_DEFAULT = object('ServiceAccount', 'name: default, namespace: team');
const NOT_FOUND = 'spec.builder.ref: unable to resolve builder image:';
const ASSUMED = 'is not in the input: assumed that it lists no Secrets;';

const ROWS: readonly Row[] = [
  {
    title: 'a ServiceAccount without a namespace for a Build with one',
    objects: [build('namespace: team', `${IMAGE}, serviceAccountName: ci`), object('ServiceAccount', 'name: ci')],
    says: [
      `warning spec.serviceAccountName: ServiceAccount "ci" of namespace team ${ASSUMED} the ServiceAccount "ci" at in.yaml:5:1 has no namespace: pass -n team, or set its metadata.namespace to team`,
    ],
  },
  {
    title: 'a ServiceAccount with a namespace for a Build without one',
    objects: [build('', `${IMAGE}, serviceAccountName: ci`), object('ServiceAccount', 'name: ci, namespace: team')],
    says: [
      `warning spec.serviceAccountName: ServiceAccount "ci" ${ASSUMED} the ServiceAccount "ci" at in.yaml:5:1 is in namespace team, and this object has none: pass -n team, or set metadata.namespace here`,
    ],
  },
  {
    title: 'a ServiceAccount of another namespace, and one that has none',
    objects: [
      build('namespace: team', `${IMAGE}, serviceAccountName: ci`),
      object('ServiceAccount', 'name: ci, namespace: other'),
      object('ServiceAccount', 'name: ci'),
    ],
    says: [
      `warning spec.serviceAccountName: ServiceAccount "ci" of namespace team ${ASSUMED} the ServiceAccount "ci" at in.yaml:7:1 has no namespace: pass -n team, or set its metadata.namespace to team`,
    ],
  },
  {
    title: 'a misspelt ServiceAccount, with a ServiceAccount of another namespace that is more similar',
    objects: [
      build('', `${IMAGE}, serviceAccountName: bulds`),
      object('ServiceAccount', 'name: buld, namespace: team'),
      object('ServiceAccount', 'name: builds'),
    ],
    says: [
      `warning spec.serviceAccountName: ServiceAccount "bulds" ${ASSUMED} did you mean the ServiceAccount "builds" at in.yaml:7:1?`,
    ],
  },
  {
    title: 'a Secret without a namespace',
    objects: [
      build('namespace: team', IMAGE),
      object('ServiceAccount', 'name: default, namespace: team', 'secrets: [{name: key}]'),
      object('Secret', 'name: key'),
    ],
    says: [
      'error spec.serviceAccountName: Secret "key" of ServiceAccount "default" not found; the Secret "key" at in.yaml:7:1 has no namespace: pass -n team, or set its metadata.namespace to team',
    ],
  },
  {
    title: 'a Builder of another namespace',
    objects: [
      build('namespace: team', builderReference('Builder', 'base')),
      TEAM_DEFAULT,
      builder('Builder', 'name: base, namespace: other'),
    ],
    says: [
      `error ${NOT_FOUND} Builder "base" not found; the Builder "base" at in.yaml:7:1 is in namespace other, not team: set the same metadata.namespace in both`,
    ],
  },
  {
    title: 'a Builder where the input has a ClusterBuilder of that name',
    objects: [
      build('', builderReference('Builder', 'base')),
      DEFAULT,
      builder('Builder', 'name: bases'),
      builder('ClusterBuilder', 'name: base'),
    ],
    says: [
      `error ${NOT_FOUND} Builder "base" not found; did you mean the ClusterBuilder "base" at in.yaml:9:1? Then set kind: ClusterBuilder`,
    ],
  },
  {
    title: 'a ClusterBuilder where the input has a Builder of that name',
    objects: [
      build('namespace: team', builderReference('ClusterBuilder', 'base')),
      TEAM_DEFAULT,
      builder('Builder', 'name: base, namespace: team'),
    ],
    says: [
      `error ${NOT_FOUND} ClusterBuilder "base" not found; did you mean the Builder "base" at in.yaml:7:1? Then set kind: Builder`,
    ],
  },
  {
    title: 'a misspelt Builder',
    objects: [build('', builderReference('Builder', 'bse')), DEFAULT, builder('Builder', 'name: base')],
    says: [`error ${NOT_FOUND} Builder "bse" not found; did you mean the Builder "base" at in.yaml:7:1?`],
  },
  {
    title: 'a Builder that no object of the input resembles',
    objects: [
      build('', builderReference('Builder', 'go')),
      DEFAULT,
      builder('Builder', 'name: base'),
      builder('ClusterBuilder', 'name: tiny'),
    ],
    says: [`error ${NOT_FOUND} Builder "go" not found; add the file with -f, including its status`],
  },
  {
    title: 'a misspelt PipelineResource',
    objects: [
      '{apiVersion: tekton.dev/v1beta1, kind: TaskRun, metadata: {name: run}, spec: {taskSpec: {resources: {inputs: [{name: app, type: git}]}, steps: [{image: r.example.com/step, command: [sh]}]}, resources: {inputs: [{name: app, resourceRef: {name: ap}}]}}}',
      '{apiVersion: tekton.dev/v1alpha1, kind: PipelineResource, metadata: {name: app}, spec: {type: git, params: [{name: url, value: "https://git.example.com/app"}]}}',
    ],
    says: [
      'warning PipelineResource "app" is not in the output, because no TaskRun or PipelineRun of the input uses it',
      'error spec.resources.inputs[0].resourceRef.name: PipelineResource "ap" is not in the input; did you mean the PipelineResource "app" at in.yaml:5:1?',
    ],
  },
  {
    title: 'a service of another API group',
    objects: [
      build('', `${IMAGE}, services: [{apiVersion: a.example.com/v1, kind: Database, name: orders}]`),
      DEFAULT,
      '{apiVersion: b.example.com/v1, kind: Database, metadata: {name: orders}, status: {binding: {name: s}}}',
    ],
    says: [
      'error spec.services[0]: Database "orders" not found; did you mean the Database "orders" at in.yaml:7:1? Then set apiVersion: b.example.com/v1',
    ],
  },
];

describe('references that nearly match an object of the input', () => {
  for (const { title, objects, says } of ROWS) {
    it(title, () => {
      const { documents, problems: unread } = parseYaml(['', ...objects, FACTS].join('\n---\n'), 'in.yaml');
      expect(unread).to.deep.equal([]);
      const { problems } = translate(documents, someOptions());
      const printed = problems.map(
        ({ severity, paths, message }) => `${severity} ${formatProblem({ severity, paths, message })}`,
      );
      expect(printed).to.deep.equal(says);
    });
  }
});
