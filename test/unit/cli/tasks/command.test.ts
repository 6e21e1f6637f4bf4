import { expect } from 'chai';
import { runInProcess } from '../../../support/command.ts';

describe('taskpack tasks with ImageFacts that lack a field', () => {
  it('names the file of the facts', async () => {
    const facts =
      '{apiVersion: taskpack.dev/v1alpha1, kind: ImageFacts, image: r.example.com/builder, uid: 1, runImage: {image: r.example.com/run}}';
    const { stderr } = await runInProcess(['tasks', '--builder', 'r.example.com/builder', '-f', '-'], { stdin: facts });
    expect(stderr).to.equal(
      'error: builder image r.example.com/builder: ENV CNB_GROUP_ID not found (the ImageFacts at <stdin>:1:1 have no gid: add the field, or replace them by the output of "taskpack inspect r.example.com/builder")\n',
    );
  });
});

describe('taskpack tasks -o', () => {
  for (const name of ['out.yaml', 'tasks/out.yml', 'out.JSON']) {
    it(`refuses ${name}, which is not a name of a directory`, async () => {
      const { status, stdout, stderr } = await runInProcess(['tasks', '-o', name]);
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
      expect(stderr).to.include(`It must be yaml, json or a directory. To write a file, use: > ${name}`);
    });
  }
});
