import { expect } from 'chai';
import { formatProblem } from '../../../../src/core/model/problem.ts';
import { problemLines, readText } from './read-text.ts';

const ADVICE = 'as early Tekton did; later versions distinguish upper and lower case';

function task(spec: string, version = 'v1beta1'): string {
  return `apiVersion: tekton.dev/${version}\nkind: Task\nmetadata: { name: t }\nspec: ${spec}\n`;
}

function specOf(text: string): unknown {
  const [object] = readText(text).objects;
  return object?.kind === 'Task' || object?.kind === 'TaskRun' ? object.value.spec : undefined;
}

describe('the case of field names in old Tekton objects', () => {
  it('does not matter, with a warning at the name', () => {
    const text = task('{ steps: [{ image: i, workingdir: /w, COMMAND: [a] }] }');
    expect(readText(text).problems.map((each) => `${each.severity}: ${formatProblem(each)}`)).to.deep.equal([
      `warning: in.yaml:4:29 spec.steps[0].workingdir: is read as "workingDir", ${ADVICE}`,
      `warning: in.yaml:4:45 spec.steps[0].COMMAND: is read as "command", ${ADVICE}`,
    ]);
    expect(specOf(text)).to.deep.equal({ steps: [{ image: 'i', workingDir: '/w', command: ['a'] }] });
  });

  it('does not matter in fields that have another path in v1alpha1', () => {
    const text = task(
      '{ Inputs: { Resources: [{ name: r, type: git, targetpath: p }] }, ContainerTemplate: { TTY: true } }',
      'v1alpha1',
    );
    expect(problemLines(text)).to.have.length(5);
    expect(specOf(text)).to.deep.include({
      resources: { inputs: [{ name: 'r', type: 'git', targetPath: 'p' }] },
      stepTemplate: { tty: true },
    });
  });

  it('does not matter in the parts of a Pod that are copied', () => {
    const volume = '{ name: v, secret: { secretname: s } }';
    const text = task(`{ steps: [{ volumemounts: [{ name: v, mountpath: /m }] }], volumes: [${volume}] }`);
    expect(problemLines(text)).to.have.length(3);
    expect(specOf(text)).to.deep.equal({
      steps: [{ volumeMounts: [{ name: 'v', mountPath: '/m' }] }],
      volumes: [{ name: 'v', secret: { secretName: 's' } }],
    });
  });

  it('does not matter in TaskRuns, but in their maps', () => {
    const run = `apiVersion: tekton.dev/v1alpha1\nkind: TaskRun\nmetadata: { name: r, labels: { Name: x } }\nspec: { taskref: { name: t }, podTemplate: { nodeSelector: { hostpath: x } } }\n`;
    expect(problemLines(run)).to.have.length(1);
    expect(specOf(run)).to.deep.equal({ taskRef: { name: 't' }, podTemplate: { nodeSelector: { hostpath: 'x' } } });
  });

  it('does not matter for octal numbers', () => {
    const text = task('{ steps: [], volumes: [{ name: v, secret: { defaultmode: 0400 } }] }');
    expect(problemLines(text)).to.have.length(1);
    expect(specOf(text)).to.deep.include({ volumes: [{ name: 'v', secret: { defaultMode: 256 } }] });
  });

  it('does not matter for integers and booleans of the parts of a Pod', () => {
    const source = '{ serviceAccountToken: { expirationseconds: 0x258, path: p } }';
    const volume = `{ name: v, projected: { DEFAULTMODE: 0400, sources: [${source}] } }`;
    const text = task(`{ steps: [{ image: i, securityContext: { runasnonroot: yes } }], volumes: [${volume}] }`);
    expect(problemLines(text)).to.have.length(3);
    expect(specOf(text)).to.deep.equal({
      steps: [{ image: 'i', securityContext: { runAsNonRoot: true } }],
      volumes: [
        {
          name: 'v',
          projected: { defaultMode: 256, sources: [{ serviceAccountToken: { expirationSeconds: 600, path: 'p' } }] },
        },
      ],
    });
  });

  it('matters beside the exact name', () => {
    expect(problemLines(task('{ steps: [{ workingDir: /a, workingdir: /b, WorkingDir: /c }] }'))).to.deep.equal([
      'in.yaml:4:35 spec.steps[0].workingdir: unknown field "workingdir"; did you mean "workingDir"?',
      'in.yaml:4:51 spec.steps[0].WorkingDir: unknown field "WorkingDir"; did you mean "workingDir"?',
    ]);
  });

  it('keeps the places of other problems', () => {
    expect(problemLines(task('{ Steps: [{ workingdir: [x] }] }'))).to.include(
      'in.yaml:4:19 spec.Steps[0].workingdir: expected a string, found an array',
    );
  });

  it('matters in kpack objects, whose definitions distinguish it', () => {
    const text = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: s }\nimagepullsecrets: []\n';
    expect(problemLines(text)).to.deep.equal([
      'in.yaml:4:1 imagepullsecrets: unknown field "imagepullsecrets"; did you mean "imagePullSecrets"?',
    ]);
  });
});
