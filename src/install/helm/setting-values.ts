import * as z from 'zod';
import type { JsonObject } from '../../core/model/json.ts';
import { json } from '../../core/model/objects/reader.ts';
import { ControllerVariables } from '../../core/settings/read-controller-settings.ts';
import { variableReference, type VariableReference } from '../../core/settings/reference.ts';
import { TRACE_VARIABLES, tracesVariable } from '../../core/settings/trace-variables.ts';
import type { ChartValue } from './chart-value.ts';

/** The variables that other values, the Deployment or the rights of the chart determine. */
const DETERMINED: readonly string[] = [
  'STEPS_IMAGE',
  'ENTRYPOINT_IMAGE',
  'WARM_NODES',
  'METRICS_PORT',
  'GIT_WEBHOOKS_PORT',
  'POD_NAME',
  'LEASE_NAMESPACE',
  'SYSTEM_NAMESPACE',
];

/** Returns a value for each setting of the controller. By default, all are empty: the controller has the defaults. */
export function settingValues(): readonly ChartValue[] {
  const settings = variableReference().filter(({ name }) => !DETERMINED.includes(name));
  return [
    ...settings.map((variable) => settingValue(variable, schemaOf(variable.name))),
    ...Object.entries(TRACE_VARIABLES).flatMap(([name, variable]) =>
      [name, ...(variable.hasTracesVariable === undefined ? [] : [tracesVariable(name)])].map((one) =>
        settingValue({ ...variable, name: one }, { type: ['string', 'integer', 'number', 'boolean'] }),
      ),
    ),
  ];
}

function settingValue({ name, values, byDefault, meaning }: VariableReference, schema: JsonObject): ChartValue {
  const ofDefault = byDefault === '' ? '' : `; default: \`${byDefault}\``;
  return { path: `settings.${name}`, byDefault: '', meaning: `${meaning}. Values: ${values}${ofDefault}`, schema };
}

/** Returns the schema of a variable. YAML reads unquoted numbers and `true` as values of other types, so it allows these too. */
function schemaOf(name: string): JsonObject {
  const { enum: choices, pattern } = json(VARIABLES[name]);
  if (Array.isArray(choices)) {
    const flags = choices
      .filter((choice) => choice === 'true' || choice === 'false')
      .map((choice) => choice === 'true');
    return { enum: ['', ...choices, ...flags] };
  }
  if (typeof pattern === 'string') return { type: ['string', 'integer'], pattern: `^$|${pattern}` };
  return { type: typeof DEFAULTS[name] === 'number' ? ['string', 'integer'] : 'string' };
}

const DEFAULTS: Readonly<Record<string, unknown>> = ControllerVariables.parse({});

const VARIABLES = json(z.toJSONSchema(ControllerVariables, { io: 'input' }).properties);
