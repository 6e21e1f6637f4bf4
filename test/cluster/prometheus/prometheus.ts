import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newBed } from '../processes/bed-processes.ts';
import { freePorts } from '../processes/free-port.ts';
import { until } from '../processes/until.ts';
import { ensurePrograms } from '../programs/build-programs.ts';

/** A sample of a query's result. */
export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

/** An alert rule as Prometheus evaluates it. */
export interface EvaluatedRule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly state: 'inactive' | 'pending' | 'firing';
}

/** Prometheus, which scrapes the controller every second. */
export interface Prometheus {
  /** Evaluates PromQL now. Rejects with Prometheus' message. */
  readonly query: (expression: string) => Promise<readonly Sample[]>;
  readonly rules: () => Promise<readonly EvaluatedRule[]>;
  readonly stop: () => Promise<void>;
}

/** The scraped process, with the labels that Prometheus Operator gives the Pods of a PodMonitor. */
export interface Target {
  readonly port: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** Starts Prometheus. `rules` is the JSON or YAML of a rule file. */
export async function startPrometheus(job: string, target: Target, rules: string): Promise<Prometheus> {
  const { leash, prometheus } = await ensurePrograms(['leash', 'prometheus'], (line) => console.error(line));
  const [port = 0] = await freePorts(1);
  const bed = newBed(leash);
  const file = (name: string): string => path.join(bed.folder, name);
  writeFileSync(file('rules.yaml'), rules);
  writeFileSync(file('prometheus.yaml'), JSON.stringify(configuration(job, target, file('rules.yaml'))));
  mkdirSync(file('data'));
  const args = [`--config.file=${file('prometheus.yaml')}`, `--storage.tsdb.path=${file('data')}`];
  bed.run({ name: 'prometheus', command: prometheus, args: [...args, `--web.listen-address=127.0.0.1:${port}`] });
  const get = async (place: string): Promise<unknown> =>
    answerOf(await fetch(`http://127.0.0.1:${port}/api/v1/${place}`));
  await until('Prometheus', async () => get('status/runtimeinfo').catch(() => undefined), { died: [bed.died] });
  return {
    query: async (expression) => {
      const data = await get(`query?${new URLSearchParams({ query: expression }).toString()}`);
      return (data as { readonly result: readonly Sample[] }).result;
    },
    rules: async () =>
      (
        (await get('rules')) as { readonly groups: readonly { readonly rules: readonly EvaluatedRule[] }[] }
      ).groups.flatMap((group) => group.rules),
    stop: bed.stop,
  };
}

function configuration(job: string, { port, labels }: Target, rules: string): object {
  return {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: job, static_configs: [{ targets: [`127.0.0.1:${port}`], labels }] }],
  };
}

async function answerOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const answer = JSON.parse(text) as { readonly status: string; readonly data?: unknown; readonly error?: string };
  if (answer.status !== 'success') throw new Error(answer.error ?? text);
  return answer.data;
}
