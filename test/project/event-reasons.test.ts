import { expect } from 'chai';
import { EVENT_REASONS } from '../../src/controller/kit/event-reasons.ts';
import { projectFiles } from '../support/architecture/project-files.ts';
import { ROOT } from '../support/architecture/project-sources.ts';

describe('the reference of Events', () => {
  it('has only reasons that a controller records', () => {
    const controllers = projectFiles(ROOT, ['src/controller']).filter(([file]) => !file.endsWith('/event-reasons.ts'));
    const code = controllers.map(([, text]) => text).join('\n');
    const unused = Object.keys(EVENT_REASONS).filter((reason) => !code.includes(`reason: '${reason}'`));
    expect(unused).to.deep.equal([]);
  });
});
