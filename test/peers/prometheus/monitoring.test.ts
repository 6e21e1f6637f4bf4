import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DEPLOYMENT, CONTROLLER_NAMESPACE } from '../../../src/core/model/installation-names.ts';
import { objectAt, textAt } from '../../support/json-field.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { ensurePrograms } from '../../cluster/programs/build-programs.ts';
import { until } from '../../cluster/processes/until.ts';
import { operatorDefinitions } from '../../cluster/prometheus/operator-definitions.ts';
import { startPrometheus, type Prometheus } from '../../cluster/prometheus/prometheus.ts';
import { buildBed } from '../../integration/controllers/builds/build-bed.ts';
import { kpackCluster } from '../../integration/crds/kpack-cluster.ts';
import { kubectlOutput } from '../../integration/crds/kubectl.ts';
import { buildCommand, ROOT } from '../../support/command.ts';
import { controllerProcess, type ControllerProcess } from '../../support/controller-process.ts';
import { installed } from '../../support/manifests.ts';
import { ALERTS, QUERIES } from '../../support/queries.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { ALERT_CASES, type AlertCase, type AlertCases } from './alert-cases.ts';

const TEAM = 'monitored';
const OVERLAY = 'overlays/monitoring';

/** The rule file of Prometheus that Prometheus Operator makes of the PrometheusRule. */
const RULES = JSON.stringify(installed(`${OVERLAY}/prometheus-rule.yaml`)[0]?.['spec']);

describe('the monitoring overlay', function () {
  this.timeout(120_000);
  const workspace = makeWorkspace();
  const file = (name: string): string => path.join(workspace.path, name);
  let promtool: string;
  let cluster: Cluster;

  before(async function () {
    // The first run builds the programs.
    this.timeout(1_800_000);
    buildCommand();
    ({ promtool } = await ensurePrograms(['promtool'], (line) => console.error(line)));
    cluster = await kpackCluster();
    writeFileSync(file('rules.json'), RULES);
  });
  after(() => workspace.remove());

  it("is accepted by Prometheus Operator's definitions", async () => {
    const definitions = await operatorDefinitions(['podmonitors', 'prometheusrules']);
    expect(definitions).to.have.length(2);
    for (const definition of definitions) await cluster.client.apply(definition);
    await cluster.client.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: CONTROLLER_NAMESPACE } });
    const apply = ['apply', '--server-side', '--validate=strict', '-k', path.join(ROOT, 'config', OVERLAY)];
    const printed = await until('the definitions', async () => kubectlOutput(cluster, apply).catch(() => undefined));
    expect(printed.trim().split('\n').toSorted()).to.deep.equal([
      'configmap/taskpack-dashboard serverside-applied',
      'podmonitor.monitoring.coreos.com/taskpack-controller serverside-applied',
      'prometheusrule.monitoring.coreos.com/taskpack-controller serverside-applied',
    ]);
    for (const definition of definitions) await cluster.client.delete(definition);
  });

  it('has rules that promtool finds correct', () => {
    const printed = execFileSync(promtool, ['check', 'rules', '--lint=all', '--lint-fatal', file('rules.json')]);
    expect(printed.toString()).to.contain(`SUCCESS: ${ALERTS.length} rules found`);
  });

  for (const cases of ALERT_CASES) {
    for (const state of ['silent', 'firing'] as const) {
      for (const one of cases[state]) {
        it(`is ${state} if ${one[0]}: ${cases.alert}`, () => {
          writeFileSync(file('test.json'), JSON.stringify(ruleTest(cases, state, one)));
          execFileSync(promtool, ['test', 'rules', file('test.json')], { stdio: 'pipe' });
        });
      }
    }
  }

  it('has cases for each alert', () => {
    expect(ALERT_CASES.map(({ alert }) => alert)).to.have.members(ALERTS.map(({ alert }) => alert));
  });

  describe('beside a controller', () => {
    let controller: ControllerProcess;
    let prometheus: Prometheus;

    before(async function () {
      this.timeout(1_800_000);
      const bed = await buildBed(cluster, TEAM);
      controller = controllerProcess(cluster.kubeconfig, { LEASE_NAMESPACE: TEAM }, ['--namespace', TEAM]);
      await controller.says('leading');
      const port = Number(controller.log().find((line) => line['port'] !== undefined)?.['port']);
      const labels = { namespace: CONTROLLER_NAMESPACE, pod: 'taskpack-controller-1', container: 'controller' };
      prometheus = await startPrometheus(`${CONTROLLER_NAMESPACE}/${DEPLOYMENT}`, { port, labels }, RULES);
      await until('a scrape', async () => nonEmpty(await prometheus.query('leader_election_master_status')));
      await bed.create('cancelled', {}, { annotations: { 'taskpack.dev/cancel': 'true' } });
      await bed.end('cancelled');
    });
    after(async () => {
      await prometheus?.stop();
      controller?.kill('SIGTERM');
      await controller?.ended;
    });

    for (const { title, query } of QUERIES) {
      it(`has a query that Prometheus evaluates: ${title}`, async () => {
        const samples = await prometheus.query(query);
        if (title.startsWith('alert')) expect(samples).to.deep.equal([]);
        else if (!WITHOUT_SAMPLES.test(query))
          await until('samples', async () => nonEmpty(await prometheus.query(query)));
      });
    }

    it('has rules that Prometheus evaluates, and none that fires', async () => {
      const rules = await until('the evaluation of the rules', async () => {
        const evaluated = await prometheus.rules();
        return evaluated.some(({ health }) => health === 'unknown') ? undefined : evaluated;
      });
      expect(rules.map(({ name, health, state }) => [name, health, state])).to.deep.equal(
        ALERTS.map(({ alert }) => [alert, 'ok', 'inactive']),
      );
    });

    it('reads metrics in which promtool finds no mistake', async () => {
      const [, text] = await controller.ask('/metrics');
      const own = text.split('\n').filter((line) => /^(?:# (?:HELP|TYPE) )?taskpack_/.test(line));
      execFileSync(promtool, ['check', 'metrics'], { input: `${own.join('\n')}\n`, stdio: 'pipe' });
    });
  });
});

/** Counters with labels that are first counted when a source is polled, a push is reported, or an Image is built. */
const WITHOUT_SAMPLES =
  /git_polls|webhook_deliveries|registry_requests|image_builds_total|taskpack_images|cache_failures|phase_duration|result="error"/;

function nonEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** Returns a file for `promtool test rules`. */
function ruleTest(
  { alert, description, labels = {} }: AlertCases,
  state: 'silent' | 'firing',
  [, at, series]: AlertCase,
): object {
  const rule = ALERTS.find((one) => textAt(one, 'alert') === alert) ?? {};
  const annotations = objectAt(rule, 'annotations');
  const summary = textAt(annotations, 'summary') ?? '';
  const expected = {
    exp_labels: { ...objectAt(rule, 'labels'), ...labels },
    exp_annotations: {
      summary: summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? ''),
      description,
      runbook_url: textAt(annotations, 'runbook_url'),
    },
  };
  return {
    rule_files: ['rules.json'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: state === 'silent' ? [] : [expected] }],
      },
    ],
  };
}
