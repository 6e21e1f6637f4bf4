import { expect } from 'chai';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import { EXPLANATIONS } from '../../../../src/core/model/failures/explanations.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { reportPage } from '../../../../src/insight/report/page.ts';
import { buildView } from '../../../../src/insight/views/build-view.ts';
import { inputsView } from '../../../../src/insight/views/inputs-view.ts';
import type { ReportView } from '../../../../src/insight/views/report-view.ts';
import { responsibleText } from '../../../../src/insight/views/failure-view.ts';
import { at, NOW_MS, someBuild, step, succeeded } from '../views/some-objects.ts';

const HOSTILE =
  '</span></pre></style><script>alert(1)</script><img src=x onerror="alert(1)">\'`&\u001b[31m\u0007\u202e';
const ESCAPED =
  '&lt;/span&gt;&lt;/pre&gt;&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&#96;&amp;\\u0007\\u202e';

const FINISHED = {
  conditions: [succeeded('True')],
  steps: [step('prepare', '00:10', '00:12'), step('analyze', '00:14', '00:15')],
};

function viewOf(build: JsonObject, more: Partial<ReportView> = {}): ReportView {
  return {
    createdAt: at('02:00'),
    build: buildView({ build: asBuild(build), nowMs: NOW_MS }),
    inputs: inputsView(asBuild(build)),
    log: [],
    gaps: [],
    ...more,
  };
}

function failed(failure: JsonObject): JsonObject {
  return { conditions: [succeeded('False', at('01:00'), { reason: 'Failed' })], failure };
}

describe('the page of a Build', () => {
  for (const [reason, { meaning, actor, advice }] of Object.entries(EXPLANATIONS)) {
    it(`says what happened, who can act and what to try after ${reason}`, () => {
      const page = textOf(reportPage(viewOf(someBuild(failed({ reason, exitCode: 1, log: ['the last line'] })))));
      expect(page).to.match(/Cause.*Responsible.*Advice/s);
      const responsible = responsibleText({ reason, actor }) ?? '';
      for (const text of [meaning, responsible, advice, 'the last line']) expect(page).to.include(text);
    });
  }

  for (const reason of ['Debugged', 'StoppedInDebugMode']) {
    it(`does not call ${reason} a failure`, () => {
      const page = textOf(reportPage(viewOf(someBuild(failed({ reason, phase: 'build' })))));
      expect(page).to.include('End of the debug session').and.not.include('Failure');
    });
  }

  it('shows the sentence of a message with its details, without the lines of the log', () => {
    const message =
      'Error:  one\ntwo two: For more info use `kubectl logs -n team pod -c build`. The phase ran out of memory (limit 1Gi) (exit code 137).';
    const failure = { reason: 'OutOfMemory', phase: 'build', exitCode: 137, message, log: ['one', 'two'] };
    const page = textOf(reportPage(viewOf(someBuild(failed(failure)))));
    expect(page).to.include('The phase ran out of memory (limit 1Gi) (build, exit code 137).');
    expect(page).to.not.match(/Message|\\n/);
  });

  it('shows the last line of a message if the log is not known', () => {
    const page = textOf(
      reportPage(viewOf(someBuild(failed({ reason: 'BuildFailed', exitCode: 1, message: 'Error:  one\n two\n' })))),
    );
    expect(page)
      .to.match(/Message\s+two/)
      .and.not.include('\\n');
  });

  const phases: readonly (readonly [shown: RegExp, failure: JsonObject, steps: readonly JsonObject[]])[] = [
    [/Phase\s+not started/, { reason: 'BuildRefused' }, []],
    [/Phase\s+analyze, which did not run/, { reason: 'ImagePullFailed', phase: 'analyze' }, []],
    [/Phase\s+build, which did not run/, { reason: 'StoppedInDebugMode', phase: 'build' }, []],
    [
      /Phase\s+analyze\s/,
      { reason: 'Cancelled' },
      [step('prepare', '00:01', '00:02'), { name: 'analyze', startedAt: at('00:03') }, { name: 'detect' }],
    ],
    [/Phase\s+after completion/, { reason: 'NoOutcome' }, [step('completion', '00:01', '00:02')]],
  ];
  for (const [shown, failure, steps] of phases) {
    it(`shows ${shown.source} after ${JSON.stringify(failure)}`, () => {
      expect(textOf(reportPage(viewOf(someBuild({ ...failed(failure), steps }))))).to.match(shown);
    });
  }

  it('shows what a Build waits for, who can act, what to try and when the Build fails', () => {
    const page = textOf(reportPage(viewOf(someBuild())));
    expect(page).to.match(
      /Waits for\s+The Build waits for a controller.*Responsible\s+the operator.*Advice.*Limit\s+The wait has no limit/s,
    );
  });

  it('names the phase that runs, not the containers that wait for their turn', () => {
    const waiting = succeeded('Unknown', at('00:01'), {
      reason: 'PodInitializing',
      message: 'Container export waiting',
    });
    const steps = [{ name: 'build', startedAt: at('00:10') }, { name: 'export' }];
    const page = textOf(reportPage(viewOf(someBuild({ conditions: [waiting], steps }))));
    expect(page)
      .to.match(/Running.*Phase build is running\./s)
      .and.not.include('export waiting');
  });

  it('names no responsible person after a cancellation', () => {
    const page = textOf(reportPage(viewOf(someBuild(failed({ reason: 'Cancelled' })))));
    expect(page).to.match(/Responsible\s+nobody/);
  });

  it('masks values that may be secret, and logins in URLs', () => {
    const env = [
      { name: 'NPM_TOKEN', value: 'never-shown' },
      { name: 'HTTPS_PROXY', value: 'http://shop:never-shown@proxy.example:3128' },
    ];
    const page = textOf(reportPage(viewOf(someBuild(FINISHED, {}, { env }))));
    expect(page)
      .to.match(/NPM_TOKEN=\*{3}.*HTTPS_PROXY=http:\/\/\*{3}@proxy\.example:3128/s)
      .and.not.include('never-shown');
  });

  it('shows each phase and each wait with its time', () => {
    const page = textOf(reportPage(viewOf(someBuild(FINISHED))));
    expect(page).to.match(
      /\(until the first container starts\)\s+10s.*prepare\s+2s\s+succeeded.*\(between phases\)\s+2s.*analyze\s+1s/s,
    );
    expect(page).to.not.include('Failure');
  });

  it('escapes everything that a tenant or a program can write', () => {
    const build = someBuild(
      failed({ reason: HOSTILE, message: HOSTILE, advice: HOSTILE, phase: HOSTILE, log: [HOSTILE] }),
      {},
      {
        tags: [HOSTILE],
        env: [{ name: HOSTILE, value: HOSTILE }],
        source: { git: { url: HOSTILE, revision: HOSTILE } },
      },
    );
    const buildpack = { id: HOSTILE, version: HOSTILE, isOptional: true, result: 'built', why: HOSTILE } as const;
    const content = {
      layers: [{ digest: HOSTILE, sizeBytes: 1, isNew: true, what: HOSTILE }],
      sizeBytes: 1,
      newBytes: 1,
      isCompared: true,
      packages: [{ name: HOSTILE, version: HOSTILE, buildpack: HOSTILE }],
    };
    const page = reportPage(
      viewOf(build, {
        log: [{ title: HOSTILE, lines: [HOSTILE], leftOut: 1 }],
        detection: { builder: HOSTILE, groups: [{ result: 'selected', buildpacks: [buildpack] }] },
        content,
        gaps: [HOSTILE],
      }),
    );
    expect(page.match(/<script/g)).to.have.length(1);
    expect(page).to.not.match(/<img|<\/span><\/pre><\/style>/);
    // oxlint-disable-next-line no-control-regex
    expect(page).to.not.match(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
    expect(page.split(ESCAPED).length).to.be.greaterThan(15);
  });

  it('allows its own script and style by hash, and nothing else', () => {
    const [, policy = ''] =
      /Content-Security-Policy" content="([^"]*)"/.exec(reportPage(viewOf(someBuild(FINISHED)))) ?? [];
    expect(policy.replaceAll(/sha256-[\w+/]{43}=/g, 'HASH')).to.equal(
      'default-src &#39;none&#39;; style-src &#39;HASH&#39;; script-src &#39;HASH&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;',
    );
  });

  it('has no style attribute, no event handler and no address of another host', () => {
    const page = reportPage(viewOf(someBuild(FINISHED)));
    expect(page).to.not.match(/ style=| on\w+="|url\(|src="|href="(?!#)|@import/);
  });

  it('leaves out the values of variables whose names suggest a secret', () => {
    const env = [
      { name: 'API_TOKEN', value: 'very-private' },
      { name: 'BP_JVM_VERSION', value: '17' },
    ];
    const page = textOf(reportPage(viewOf(someBuild(FINISHED, {}, { env }))));
    expect(page).to.include('API_TOKEN=***').and.include('BP_JVM_VERSION=17').and.not.include('very-private');
  });

  it('masks the login of a proxy without a scheme, and a password of MySQL', () => {
    const env = [
      { name: 'HTTPS_PROXY', value: 'me:very-private@proxy.example:3128' },
      { name: 'http_proxy', value: 'me:very-p@private@proxy.example:3128' },
      { name: 'MYSQL_PWD', value: 'very-private' },
      { name: 'NO_PROXY', value: 'a.example,b.example' },
    ];
    const page = textOf(reportPage(viewOf(someBuild(FINISHED, {}, { env }))));
    expect(page).to.include('HTTPS_PROXY=***@proxy.example:3128').and.include('http_proxy=***@proxy.example:3128');
    expect(page)
      .to.include('NO_PROXY=a.example,b.example')
      .and.not.match(/very-p|private/);
  });

  it('opens the log of the failed phase, and says what is left out', () => {
    const status = {
      ...failed({ reason: 'NothingDetected', phase: 'analyze' }),
      steps: [step('prepare', '00:10', '00:12'), step('analyze', '00:14', '00:15', 20)],
    };
    const log = [
      { title: 'prepare', lines: ['one'], leftOut: 0 },
      { title: 'analyze', lines: ['two'], leftOut: 7 },
    ];
    const page = reportPage(viewOf(someBuild(status), { log }));
    expect(page)
      .to.match(/<details><summary><strong>prepare/)
      .and.match(/<details open><summary><strong>analyze/);
    expect(page).to.include('The first 7 lines are left out.');
  });
});

/** Returns the text of a page, as a reader sees it. */
function textOf(page: string): string {
  return page
    .replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
