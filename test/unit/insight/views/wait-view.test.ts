import { expect } from 'chai';
import { asPod } from '../../../../src/core/model/objects/pod.ts';
import { asBuild } from '../../../../src/core/model/objects/build.ts';
import type { JsonObject } from '../../../../src/core/model/json.ts';
import { buildView } from '../../../../src/insight/views/build-view.ts';
import { waitView } from '../../../../src/insight/views/wait-view.ts';
import { at, NOW_MS, someBuild, step, succeeded } from './some-objects.ts';

const QUOTA = 'pods "shop" is forbidden: exceeded quota: compute';

function unknown(reason: string, message = '', status: JsonObject = {}): JsonObject {
  return { conditions: [succeeded('Unknown', at('00:01'), { reason, message })], ...status };
}

const UNSCHEDULED: JsonObject = {
  metadata: { creationTimestamp: at('00:02') },
  spec: { containers: [{ name: 'prepare' }] },
  status: { conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
};

const GATED = { ...UNSCHEDULED, spec: { schedulingGates: [{ name: 'kueue.x-k8s.io/admission' }] } };

describe('the view of a wait', () => {
  const table: readonly (readonly [
    title: string,
    build: JsonObject,
    pod: JsonObject | undefined,
    expected: readonly [summary: RegExp, actor: string | undefined, advice: RegExp, limit: RegExp],
  ])[] = [
    ['no controller', someBuild(), undefined, [/controller that runs Builds/, 'platform', /doctor/, /no limit/]],
    [
      'a missing object',
      someBuild(unknown('ReferenceNotFound', 'serviceaccounts "x" not found')),
      undefined,
      [/its Pod/, 'user', /^Create the missing object/, /missing for 60s\.$/],
    ],
    [
      'a network that cannot be used',
      someBuild(unknown('NetworkInvalid', 'ConfigMap team/own, key ca.crt: holds no PEM certificate')),
      undefined,
      [/its Pod/, 'user', /^Correct the key of the ConfigMap/, /cannot be used for 60s\.$/],
    ],
    [
      'a full quota',
      someBuild(unknown('Retrying', QUOTA)),
      undefined,
      [/its Pod/, 'platform', /quota stays full/, /after 24h without a Pod\.$/],
    ],
    [
      'a full quota, with a time limit',
      someBuild(unknown('Retrying', QUOTA), {}, { activeDeadlineSeconds: 900 }),
      undefined,
      [/its Pod/, 'platform', /quota stays full/, /after 15m without a Pod \(spec\.activeDeadlineSeconds\)/],
    ],
    [
      'a missing role',
      someBuild(unknown('Retrying', 'User "x" cannot create')),
      undefined,
      [/its Pod/, 'platform', /^Grant/, /24h/],
    ],
    ['a queue', someBuild(unknown('SchedulingGated')), GATED, [/queue \(kueue/, undefined, /turn comes/, /no limit/]],
    [
      'a queue whose Pod is not at hand',
      someBuild(unknown('SchedulingGated', '', { podName: 'pod' })),
      undefined,
      [/its turn in a queue/, undefined, /turn comes/, /no limit/],
    ],
    [
      'a node',
      someBuild(unknown('Unschedulable')),
      UNSCHEDULED,
      [/for a node/, 'platform', /spec\.resources\.requests/, /no limit/],
    ],
    [
      'a node in a TaskRun',
      someBuild(unknown('Pending', '', { backend: 'tekton' }), {}, { activeDeadlineSeconds: 900 }),
      UNSCHEDULED,
      [/for a node/, 'platform', /spec\.resources\.requests/, /after 15m \(spec\.activeDeadlineSeconds\)/],
    ],
    [
      'an image',
      someBuild(unknown('ImagePullBackOff', '', { podName: 'pod', backend: 'native' })),
      undefined,
      [/an image/, 'user', /^Correct the image/, /START_DEADLINE/],
    ],
  ];
  for (const [title, build, pod, [summary, actor, advice, limit]] of table) {
    it(`names the one who acts, the advice and the limit for ${title}`, () => {
      const view = waitView(asBuild(build), pod && asPod(pod));
      expect(view.summary).to.match(summary);
      expect(view.actor).to.equal(actor);
      expect(view.advice).to.match(advice);
      expect(view.limit).to.match(limit);
    });
  }

  it('is a part of the view of a Build until the first phase starts', () => {
    expect(buildView({ build: asBuild(someBuild()), nowMs: NOW_MS }).wait?.actor).to.equal('platform');
    const ran = someBuild({ conditions: [succeeded('Unknown')], steps: [step('prepare', '00:01', '00:02')] });
    expect(buildView({ build: asBuild(ran), nowMs: NOW_MS })).to.not.have.property('wait');
  });
});
