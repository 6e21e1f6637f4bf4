import { expect } from 'chai';
import { readObjects } from '../../../../src/core/api/read-objects.ts';
import type { Manifest } from '../../../../src/core/model/kubernetes-object.ts';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { indexObjects } from '../../../../src/core/translate/input-index.ts';
import { translate } from '../../../../src/core/translate/translate.ts';
import { parseYaml } from '../../../../src/core/yaml/parse-yaml.ts';
import {
  someAccount,
  someBuild,
  someClusterBuilder,
  someFacts,
  someImage,
  type TestDocument,
} from '../../../support/documents.ts';
import { someOptions } from '../../../support/translation-of.ts';

interface Output {
  readonly problems: readonly string[];
  readonly manifests: readonly Manifest[];
}

function output(documents: readonly TestDocument[]): Output {
  const { problems, manifests } = translate(documents, someOptions());
  return { problems: problems.map((each) => `${each.severity}: ${formatProblem(each)}`), manifests: [...manifests] };
}

function outputOf(text: string): Output {
  return output(parseYaml(text, 'in.yaml').documents);
}

function namesOf({ manifests }: Output): readonly string[] {
  return manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
}

function run(metadata: string, spec = '{ taskRef: { name: t } }'): string {
  return `apiVersion: tekton.dev/v1beta1\nkind: TaskRun\nmetadata: ${metadata}\nspec: ${spec}\n`;
}

const TASK =
  'apiVersion: tekton.dev/v1beta1\nkind: Task\nmetadata: { name: t }\nspec: { steps: [{ image: i, script: s }] }\n';
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: ns }\n';
const REFERENCES = [someAccount(), someClusterBuilder(), someFacts()];

function image(fields: Readonly<Record<string, unknown>>): TestDocument {
  const { value } = someImage();
  return { value: { ...Object(value), ...fields } };
}

function namesOfRun(step: string): readonly string[] {
  const spec = `{ taskSpec: { steps: [${step}] } }`;
  return namesOf(
    outputOf(`apiVersion: tekton.dev/v1beta1\nkind: TaskRun\nmetadata: { generateName: r- }\nspec: ${spec}\n`),
  );
}

describe('objects with generateName', () => {
  it('are different objects, even if they are equal', () => {
    const result = outputOf([TASK, run('{ generateName: r- }'), run('{ generateName: r- }')].join('---\n'));
    expect(result.problems.map((line) => line.replace(/r-[\da-f]+/, 'r-*'))).to.deep.equal(
      ['8', '13'].map(
        (line) =>
          `note: in.yaml:${line}:27 metadata.generateName: the run is printed with the name "r-*", because kubectl apply needs a name; to run it again, change the name`,
      ),
    );
    const names = namesOf(result);
    expect(new Set(names)).to.have.property('size', 3);
    expect(names.filter((name) => name.startsWith('TaskRun/r-'))).to.have.length(2);
  });

  it('have a name that does not depend on the order of keys', () => {
    const name = namesOfRun('{ image: a, command: [b], env: [{ name: c, value: d }] }');
    expect(name).to.have.length(1);
    expect(namesOfRun('{ env: [{ value: d, name: c }], command: [b], image: a }')).to.deep.equal(name);
    expect(namesOfRun('{ image: a, command: [x], env: [{ name: c, value: d }] }')).not.to.deep.equal(name);
  });

  it('may be of kinds that taskpack does not read', () => {
    const other = 'apiVersion: v1\nkind: Pod\nmetadata: { generateName: p- }\n';
    expect(outputOf([TASK, other, other].join('---\n'))).to.have.deep.property('problems', []);
  });

  it('are different objects for the commands of builders too', () => {
    const { objects } = readObjects([1, 2].map(() => someImage({}, { name: undefined, generateName: 'app-' })));
    expect(indexObjects(objects).problems).to.deep.equal([]);
    expect([...indexObjects(objects).inputIndex.all()]).to.have.length(2);
  });

  it('may be Images and Builds', () => {
    const unnamed = { name: undefined, generateName: 'app-' };
    for (const document of [someImage({}, unnamed), someBuild({}, unnamed)]) {
      const result = output([document, document, ...REFERENCES]);
      expect(result.problems.filter((line) => line.startsWith('error'))).to.deep.equal([]);
      const runs = namesOf(result).filter((name) => /^TaskRun\/app-[\da-f]+/.test(name));
      expect(new Set(runs)).to.have.property('size', 2);
      expect(result.problems.join()).to.match(
        /Build (?:is printed with the name|begins with) "app-[\da-f]+", because kubectl apply/,
      );
    }
  });
});

function facts(uid: number): string {
  return `---\napiVersion: taskpack.dev/v1alpha1\nkind: ImageFacts\nimage: r.example.com/builder\nuid: ${uid}\n`;
}

describe('objects that are in the input twice', () => {
  it('have no problem if taskpack never reads their kind', () => {
    const other = NAMESPACE.replace('name: ns', 'name: ns, labels: { a: b }');
    expect(outputOf([TASK, NAMESPACE, NAMESPACE, other].join('---\n'))).to.have.deep.property('problems', []);
  });

  it('are a warning if they differ and a Build can bind one of them', () => {
    const service = 'apiVersion: db.example.com/v1\nkind: Database\nmetadata: { name: d }\n';
    const bound = `${service}status: { binding: { name: secret } }\n`;
    expect(outputOf([TASK, bound, bound].join('---\n'))).to.have.deep.property('problems', []);
    expect(outputOf([TASK, service, bound].join('---\n'))).to.have.deep.property('problems', [
      'warning: in.yaml:10:1 Database "d" is in the input twice with different content (also at in.yaml:6:1); taskpack reads only the first',
    ]);
  });

  it('are an error if taskpack reads them', () => {
    expect(outputOf([TASK, TASK].join('---\n')).problems).to.deep.equal([
      'error: in.yaml:6:1 Task "t" is in the input twice (also at in.yaml:1:1); remove one of them',
    ]);
  });

  it('may be equal ImageFacts, which "taskpack inspect" appended to a file again', () => {
    expect(outputOf(facts(1000) + facts(1000)).problems.filter((line) => line.includes('twice'))).to.deep.equal([]);
    expect(outputOf(facts(1000) + facts(1001)).problems).to.include(
      'error: in.yaml:7:1 ImageFacts "r.example.com/builder" is in the input twice (also at in.yaml:2:1); remove one of them',
    );
  });
});

describe('a ClusterTask', () => {
  const clusterTask = TASK.replace('kind: Task', 'kind: ClusterTask');

  it('becomes a Task, printed before the TaskRuns that name it', () => {
    const reference = '{ taskRef: { name: t, kind: ClusterTask } }';
    const { manifests, problems } = outputOf([run('{ name: r }', reference), clusterTask].join('---\n'));
    expect(manifests.map(({ kind, apiVersion }) => [kind, apiVersion])).to.deep.equal([
      ['Task', 'tekton.dev/v1'],
      ['TaskRun', 'tekton.dev/v1'],
    ]);
    expect(manifests[1]?.['spec']).to.deep.equal({ taskRef: { name: 't', kind: 'Task' } });
    expect(problems.map((line) => line.replace(/; .*/, ''))).to.deep.equal([
      'warning: in.yaml:4:35 spec.taskRef.kind: the reference to ClusterTask "t" becomes one to the Task of this name, which must be in the namespace of the run',
      'warning: in.yaml:7:7 kind: ClusterTask "t" becomes a Task, and a Task is only for its own namespace',
    ]);
  });

  it('becomes a Task without the namespace of its document', () => {
    const ofNamespace = clusterTask.replace('name: t', 'name: t, namespace: tools');
    expect(outputOf(ofNamespace).manifests[0]?.metadata).to.deep.equal({ name: 't' });
  });

  it('is not what a reference in another case meant: Tekton took the Task, as the output does', () => {
    const reference = '{ taskRef: { name: t, kind: clustertask }, resources: { inputs: [] } }';
    for (const target of [TASK, clusterTask]) {
      const { manifests, problems } = outputOf([run('{ name: r }', reference), target].join('---\n'));
      expect(manifests[1]?.['spec']).to.deep.equal({ taskRef: { name: 't', kind: 'Task' } });
      expect(problems).to.include(
        'warning: in.yaml:4:35 spec.taskRef.kind: Tekton read "clustertask" as kind Task, because only "ClusterTask" named a ClusterTask; the reference stays one to Task "t" in the namespace of the run, so write the kind that you mean',
      );
    }
  });

  it('is not taken for a Task with resources that a reference in another case names', () => {
    const resources = '{ inputs: [{ name: source, type: git }] }';
    const task = TASK.replace('{ steps', `{ resources: ${resources}, steps`);
    const binding = '{ name: source, resourceSpec: { type: git, params: [{ name: url, value: u }] } }';
    const reference = `{ taskRef: { name: t, kind: clustertask }, resources: { inputs: [${binding}] } }`;
    const { manifests } = outputOf([task, run('{ name: r }', reference)].join('---\n'));
    expect(manifests[1]?.['spec']).to.have.deep.property('params', [{ name: 'source-url', value: 'u' }]);
  });

  it('is refused beside a Task of the same name, old or new', () => {
    for (const version of ['v1beta1', 'v1']) {
      const task = TASK.replace('v1beta1', version);
      expect(outputOf([task, clusterTask].join('---\n')).problems).to.include(
        'error: in.yaml:8:19 metadata.name: ClusterTask "t" becomes a Task, but the input has a Task of this name (at in.yaml:1:1); rename one of them',
      );
    }
  });
});

describe('the Build of an Image', () => {
  it('has the number after those of its status, and the last image', () => {
    const status = {
      buildCounter: 4,
      latestImage: 'registry.example.com/app@sha256:1',
      latestStack: 'io.example.stack',
    };
    const { manifests, problems } = output([image({ status }), ...REFERENCES]);
    expect(problems.filter((line) => line.startsWith('error'))).to.deep.equal([]);
    const [taskRun] = manifests.filter(({ kind }) => kind === 'TaskRun');
    expect(taskRun?.metadata.name).to.match(/^sample-build-5/);
    expect(taskRun?.metadata['labels']).to.include({ 'image.kpack.io/buildNumber': '5' });
    expect(JSON.stringify(taskRun)).to.include('-previous-image=registry.example.com/app@sha256:1');
  });

  it('is the first without a status', () => {
    expect(namesOf(output([someImage(), ...REFERENCES])).join()).to.include('TaskRun/sample-build-1');
  });

  it('ignores history limits with a note, but not the defaults of kpack', () => {
    const { problems } = output([
      someImage({ failedBuildHistoryLimit: 10, successBuildHistoryLimit: 3 }),
      ...REFERENCES,
    ]);
    expect(problems.filter((line) => line.startsWith('note'))).to.deep.equal([
      'note: spec.successBuildHistoryLimit: has no effect, because nothing deletes the Builds of an Image that is translated',
    ]);
  });
});

function pipelineWith(matrix: string): string {
  return `apiVersion: tekton.dev/v1beta1
kind: Pipeline
metadata: { name: p }
spec:
  resources: [{ name: repo, type: git }]
  tasks:
    - name: a
      taskRef: { name: t }
      resources: { inputs: [{ name: src, resource: repo }] }
      matrix: ${matrix}
`;
}

function templateNaming(steps: string): Output {
  return outputOf(TASK.replace('{ steps: [{ image: i, script: s }]', `{ stepTemplate: { name: x }, steps: ${steps}`));
}

describe('Tasks of old Tekton', () => {
  it('leave Tasks of v1 beside them unchanged, with a note', () => {
    const current = TASK.replace('v1beta1', 'v1').replace('name: t', 'name: other');
    const { manifests, problems } = outputOf([TASK, current].join('---\n'));
    expect(namesOf({ manifests, problems })).to.deep.equal(['Task/t']);
    expect(problems).to.deep.equal([
      'note: in.yaml:7:7 kind: this Task is not in the output, because it is already in tekton.dev/v1; apply it unchanged',
    ]);
    expect(outputOf(current).problems).to.deep.equal([
      'error: in.yaml:1:1 nothing to translate: Task "other" is already in tekton.dev/v1; apply it unchanged',
    ]);
  });

  it('are refused with the reason for an empty item among parameters', () => {
    const declared = TASK.replace('{ steps', '{ params: [ ~ ], steps');
    const given = run('{ name: r }', '{ taskRef: { name: t }, params: [ ~ ] }');
    expect(outputOf([declared, given].join('---\n')).problems).to.deep.equal([
      'error: in.yaml:4:19 spec.params[0]: expected an object, found null (Tekton read an empty item as a required parameter without a name, so no run started; remove the item)',
      'error: in.yaml:9:41 spec.params[0]: expected an object, found null (Tekton refused an empty item, because it has no value; remove the item)',
    ]);
  });

  it('have an empty argument for null among arguments, as Go reads it', () => {
    const task = TASK.replace('script: s', 'command: [sh, ~], args: [null, a, ""]');
    const { manifests, problems } = outputOf(task);
    expect(problems).to.deep.equal([]);
    expect(manifests[0]?.['spec']).to.deep.equal({ steps: [{ image: 'i', command: ['sh', ''], args: ['', 'a', ''] }] });
  });

  it('are refused with null among the tasks to run after, because no task has an empty name', () => {
    const tasks = '[{ name: a, taskRef: { name: t } }, { name: b, runAfter: [a, ~], taskRef: { name: t } }]';
    const pipeline = `apiVersion: tekton.dev/v1beta1\nkind: Pipeline\nmetadata: { name: p }\nspec: { tasks: ${tasks} }\n`;
    expect(outputOf(pipeline).problems).to.deep.equal([
      'error: in.yaml:4:77 spec.tasks[1].runAfter[1]: expected a string, found null',
    ]);
  });

  it('are refused with a resolver beside a bundle, of which Tekton took one', () => {
    const both = '{ name: t, bundle: r.example.com/b, resolver: hub, params: [{ name: a, value: b }] }';
    const { problems } = outputOf(run('{ name: r }', `{ taskRef: ${both} }`));
    expect(problems).to.deep.equal(
      ['4:64 spec.taskRef.resolver', '4:69 spec.taskRef.params'].map(
        (place) =>
          `error: in.yaml:${place}: a bundle is read by the resolver "bundles"; remove this field, or the bundle`,
      ),
    );
  });

  it('have directories instead of variables in the matrix of a Pipeline, and no other variable of a resource', () => {
    const task = TASK.replace('{ steps', '{ resources: { inputs: [{ name: src, type: git }] }, steps');
    const paths = '[{ name: d, value: ["$(resources.inputs.src.path)/a", b] }]';
    for (const matrix of [paths, `{ params: ${paths} }`]) {
      const { manifests } = outputOf([task, pipelineWith(matrix)].join('---\n'));
      expect(JSON.stringify(manifests[1]?.['spec'])).to.include(
        '"matrix":{"params":[{"name":"d","value":["/workspace/src/a","b"]}]}',
      );
    }
    expect(outputOf([task, pipelineWith(paths.replace('path', 'url'))].join('---\n')).problems).to.deep.equal([
      'error: in.yaml:15:35 spec.tasks[0].matrix[0].value[0]: $(resources.inputs.src.url) in a parameter has no equivalent in tekton.dev/v1; write its value',
    ]);
  });

  it('may name their stepTemplate, which names the only step without a name', () => {
    const all = templateNaming('[{ name: a, image: i, script: s }]');
    expect(all.manifests[0]?.['spec']).to.deep.equal({ steps: [{ name: 'a', image: 'i', script: 's' }] });
    expect(all.problems).to.deep.equal([
      'note: in.yaml:4:31 spec.stepTemplate.name: is left out, because all steps have names',
    ]);
    const one = templateNaming('[{ name: a, image: i, script: s }, { image: i, script: s }]');
    expect(one.manifests[0]?.['spec']).to.have.nested.property('steps[1].name', 'x');
    expect(one.problems).to.deep.equal([
      'note: in.yaml:4:31 spec.stepTemplate.name: becomes the name of the only step without one',
    ]);
    expect(templateNaming('[{ image: i, script: s }, { image: i, script: s }]').problems).to.deep.equal([
      'error: in.yaml:4:31 spec.stepTemplate.name: 2 steps have no name and would all get this one; name the steps',
    ]);
  });

  it('are refused with the rule for a type or a duration', () => {
    const odd = TASK.replace('{ steps', '{ params: [{ name: a, type: strng }], steps');
    expect(outputOf(odd).problems).to.deep.equal([
      'error: in.yaml:4:35 spec.params[0].type: invalid value: strng (must be string, array or object)',
    ]);
    const timeouts = ['10', '"10"', '1h30m'].map(
      (timeout) =>
        outputOf([run('{ name: r }', `{ timeout: ${timeout}, taskRef: { name: t } }`), TASK].join('---\n')).problems,
    );
    expect(timeouts).to.deep.equal([
      ['error: in.yaml:4:18 spec.timeout: expected a string, found the number 10 (a duration is a text such as 1h30m)'],
      ['error: in.yaml:4:18 spec.timeout: invalid value: 10 (a duration is a text such as 1h30m)'],
      [],
    ]);
  });

  it('are printed before the TaskRuns that name them', () => {
    expect(namesOf(outputOf([run('{ name: r }'), TASK].join('---\n')))).to.deep.equal(['Task/t', 'TaskRun/r']);
  });
});

const PIPELINE_RUN = `apiVersion: tekton.dev/v1beta1
kind: PipelineRun
metadata: { name: p }
spec:
  resources: [{ name: code, resourceRef: { name: RESOURCE } }]
  pipelineSpec:
    resources: [{ name: code, type: git }]
    tasks:
      - name: t
        resources: { inputs: [{ name: r, resource: code }] }
        taskSpec: { resources: { inputs: [{ name: r, type: git }] }, steps: [{ image: i, script: s }] }
`;

function resource(name: string): string {
  return `apiVersion: tekton.dev/v1alpha1\nkind: PipelineResource\nmetadata: { name: ${name} }\nspec: { type: git, params: [{ name: url, value: "https://git.example.com/a" }] }\n`;
}

describe('PipelineResources', () => {
  it('are reported if no run uses them', () => {
    const spec =
      '{ resources: { inputs: [{ name: r, resourceRef: { name: used } }] }, taskSpec: { resources: { inputs: [{ name: r, type: git }] }, steps: [{ image: i, script: s }] } }';
    const { problems } = outputOf([run('{ name: r }', spec), resource('used'), resource('unused')].join('---\n'));
    expect(problems.filter((line) => line.includes('PipelineResource'))).to.deep.equal([
      'warning: in.yaml:11:1 PipelineResource "unused" is not in the output, because no TaskRun or PipelineRun of the input uses it',
    ]);
  });

  it('are not called unused if an invalid run could use them', () => {
    const { problems } = outputOf([run('{ name: r }', '{ timeout: 10 }'), resource('used')].join('---\n'));
    expect(problems.map((line) => line.replace(/:.*/, ''))).to.deep.equal(['error']);
  });

  it('may be used by a PipelineRun', () => {
    const user = PIPELINE_RUN.replace('RESOURCE', 'used');
    const { problems } = outputOf([user, resource('used'), resource('unused')].join('---\n'));
    expect(problems.map((line) => line.replace(/.* PipelineResource/, ''))).to.deep.equal([
      ' "unused" is not in the output, because no TaskRun or PipelineRun of the input uses it',
    ]);
  });
});
