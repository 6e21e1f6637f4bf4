import * as fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../../../src/core/model/json.ts';
import { formatProblem } from '../../../src/core/model/problem.ts';
import { translateOptions } from '../../../src/core/translate-options.ts';
import { translate } from '../../../src/core/translate/translate.ts';
import { formatYaml } from '../../../src/core/yaml/format-yaml.ts';
import { parseYaml } from '../../../src/core/yaml/parse-yaml.ts';
import { type FuzzTarget, fuzzTarget } from '../fuzz-target.ts';
import { SECRET, yamlText } from '../hostile/yaml-texts.ts';
import { BrokenPromise, checkMessage, endingOf } from '../oracle.ts';

interface YamlCase {
  readonly text: string;
  readonly backend: keyof typeof BACKENDS;
}

const BACKENDS = {
  taskrun: { to: 'taskrun' },
  init: { to: 'pod', layout: 'init' },
  containers: { to: 'pod', layout: 'containers' },
} as const;

const cases: fc.Arbitrary<YamlCase> = fc.record({
  text: yamlText,
  backend: fc.constantFrom(...(Object.keys(BACKENDS) as (keyof typeof BACKENDS)[])),
});

/** No problem quotes the value of a Secret. */
const SECRETS = [SECRET, Buffer.from(SECRET).toString('base64')];

/** Every text gives manifests that YAML parsers read as they are meant, or problems on one short line each. */
export const YAML: FuzzTarget = fuzzTarget('yaml', cases, async ({ text, backend }: YamlCase) => {
  const options = translateOptions({ ...BACKENDS[backend], now: 0 });
  const work = () => {
    const parsed = parseYaml(text, 'in.yaml');
    const { manifests, problems } = translate(parsed.documents, options);
    return { manifests: [...manifests], problems: [...parsed.problems, ...problems] };
  };
  const ending = await endingOf(work, { codeOf: () => undefined });
  if (ending.kind === 'error') return ending.code;
  const { manifests, problems } = ending.value;
  for (const problem of problems) checkMessage(formatProblem(problem), SECRETS);
  for (const manifest of manifests) checkManifest(manifest as unknown as Json);
  if ('polluted' in {}) throw new BrokenPromise('a changed prototype of all objects');
  return manifests.length > 0 ? 'value' : 'problems';
});

/** Checks that the manifest's YAML means the manifest. */
function checkManifest(manifest: Json): void {
  const json: unknown = JSON.parse(JSON.stringify(manifest));
  const { documents, problems } = parseYaml(formatYaml(manifest), 'out.yaml');
  if (
    problems.length > 0 ||
    documents.length !== 1 ||
    !isDeepStrictEqual(JSON.parse(JSON.stringify(documents[0]?.value)), json)
  )
    throw new BrokenPromise(`a manifest whose YAML reads differently: ${JSON.stringify(manifest).slice(0, 1_000)}`);
}
