import type { JsonObject } from '../../core/model/json.ts';
import { MASK, maskUrlLogins } from '../../core/model/mask-url-logins.ts';
import type { Build } from '../../core/model/objects/build.ts';
import { quantityText } from '../../core/model/quantity.ts';
import type { CauseView } from './cause-view.ts';
import type { FieldDifference } from './config-difference.ts';
import { humanDuration } from './duration.ts';

/** A field of a Build that decides what is built. */
export interface InputView {
  readonly name: string;
  readonly values: readonly string[];
}

/** Returns the variables, bindings, resources and other inputs of a Build. Values that may be secret are left out. */
export function inputsView({ spec }: Build): readonly InputView[] {
  const { activeDeadlineSeconds: deadline } = spec;
  const inputs: readonly InputView[] = [
    { name: 'ServiceAccount', values: [spec.serviceAccountName ?? 'default'] },
    { name: 'Variables', values: spec.env.map(variableText) },
    { name: 'Bindings', values: bindingTexts(spec) },
    { name: 'Requests', values: quantities(spec.resources.requests) },
    { name: 'Limits', values: quantities(spec.resources.limits) },
    { name: 'Cache', values: cacheTexts(spec.cache) },
    { name: 'Run image', values: textList(spec.runImage.image) },
    { name: 'Previous image', values: textList(spec.lastBuild.image) },
    { name: 'Project descriptor', values: textList(spec.projectDescriptorPath) },
    { name: 'Default process', values: textList(spec.defaultProcess) },
    { name: 'Time limit', values: textList(deadline === undefined ? undefined : humanDuration(deadline * 1000)) },
  ];
  return inputs.filter(({ values }) => values.length > 0);
}

/** A page is kept and shared, so it has neither values whose names suggest a secret nor logins of URLs, such as a proxy's. */
const SECRET_NAME = /pass|pwd|secret|token|key|credential|auth|private|cert/i;

/** Programs read a proxy without a scheme as one for HTTP: `user:password@proxy:3128`. */
const PROXY_NAME = /_proxy$/i;
const PLAIN_LOGIN = /^[^/@]*@(?:[^/@]*@)*/;

function variableText({ name = '', valueFrom, raw }: Build['spec']['env'][number]): string {
  if (valueFrom !== undefined) return `${name} from ${Object.keys(valueFrom)[0] ?? 'elsewhere'}`;
  // An empty value is a value here, unlike that of a field.
  const { value } = raw;
  if (typeof value !== 'string') return name;
  if (SECRET_NAME.test(name)) return `${name}=${MASK}`;
  return `${name}=${maskUrlLogins(PROXY_NAME.test(name) ? value.replace(PLAIN_LOGIN, `${MASK}@`) : value)}`;
}

function bindingTexts({ services, cnbBindings }: Build['spec']): readonly string[] {
  return [
    ...services.map(({ kind = '', name = '' }) => `${kind} ${name}`),
    ...cnbBindings.map(({ name = '' }) => name),
  ];
}

function quantities(amounts: JsonObject): readonly string[] {
  return Object.entries(amounts).map(([resource, value]) => `${resource} ${quantityText(value)}`);
}

function cacheTexts({ volume, registry: { tag } }: Build['spec']['cache']): readonly string[] {
  const claim = volume.persistentVolumeClaimName ?? volume.volumeName;
  return [...(claim === undefined ? [] : [`claim ${claim}`]), ...(tag === undefined ? [] : [`image ${tag}`])];
}

function textList(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

/** Returns a cause without the values of variables whose names suggest a secret. */
export function withoutSecrets(cause: CauseView): CauseView {
  if (cause.kind === 'direct') return cause;
  const changes = cause.changes.map((change) =>
    change.kind === 'config' ? { ...change, fields: change.fields.map(withoutSecret) } : change,
  );
  return { ...cause, changes };
}

function withoutSecret(difference: FieldDifference): FieldDifference {
  const { path, old, new: now } = difference;
  if (!SECRET_NAME.test(path)) return difference;
  return { path, ...(old !== undefined && { old: MASK }), ...(now !== undefined && { new: MASK }) };
}
