import { objectAt, objectsAt, textAt } from '../model/json-field.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { MASK, maskUrlLogins } from '../model/mask-url-logins.ts';
import { quantityText } from '../model/quantity.ts';
import type { CauseView } from './cause-view.ts';
import type { FieldDifference } from './config-difference.ts';
import { humanDuration } from './duration.ts';

/** A field of a Build that decides what is built. */
export interface InputView {
  readonly name: string;
  readonly values: readonly string[];
}

/** Returns the variables, bindings, resources and other inputs of a Build. Values that may be secret are left out. */
export function inputsView(build: JsonObject): readonly InputView[] {
  const spec = objectAt(build, 'spec');
  const inputs: readonly InputView[] = [
    { name: 'ServiceAccount', values: [textAt(spec, 'serviceAccountName') ?? 'default'] },
    { name: 'Variables', values: objectsAt(spec, 'env').map(variableText) },
    { name: 'Bindings', values: [...services(spec), ...cnbBindings(spec)] },
    { name: 'Requests', values: quantities(objectAt(spec, 'resources'), 'requests') },
    { name: 'Limits', values: quantities(objectAt(spec, 'resources'), 'limits') },
    { name: 'Cache', values: cacheTexts(objectAt(spec, 'cache')) },
    { name: 'Run image', values: textList(textAt(objectAt(spec, 'runImage'), 'image')) },
    { name: 'Previous image', values: textList(textAt(objectAt(spec, 'lastBuild'), 'image')) },
    { name: 'Project descriptor', values: textList(textAt(spec, 'projectDescriptorPath')) },
    { name: 'Default process', values: textList(textAt(spec, 'defaultProcess')) },
    { name: 'Time limit', values: deadlineTexts(spec['activeDeadlineSeconds']) },
  ];
  return inputs.filter(({ values }) => values.length > 0);
}

/** A page is kept and shared, so it has neither values whose names suggest a secret nor logins of URLs, such as a proxy's. */
const SECRET_NAME = /pass|pwd|secret|token|key|credential|auth|private|cert/i;

/** Programs read a proxy without a scheme as one for HTTP: `user:password@proxy:3128`. */
const PROXY_NAME = /_proxy$/i;
const PLAIN_LOGIN = /^[^/@]*@(?:[^/@]*@)*/;

function variableText(variable: JsonObject): string {
  const name = textAt(variable, 'name') ?? '';
  const { value, valueFrom } = variable;
  if (isJsonObject(valueFrom)) return `${name} from ${Object.keys(valueFrom)[0] ?? 'elsewhere'}`;
  if (typeof value !== 'string') return name;
  if (SECRET_NAME.test(name)) return `${name}=${MASK}`;
  return `${name}=${maskUrlLogins(PROXY_NAME.test(name) ? value.replace(PLAIN_LOGIN, `${MASK}@`) : value)}`;
}

function services(spec: JsonObject): readonly string[] {
  return objectsAt(spec, 'services').map(
    (service) => `${textAt(service, 'kind') ?? ''} ${textAt(service, 'name') ?? ''}`,
  );
}

function cnbBindings(spec: JsonObject): readonly string[] {
  return objectsAt(spec, 'cnbBindings').map((binding) => textAt(binding, 'name') ?? '');
}

function quantities(resources: JsonObject, key: string): readonly string[] {
  return Object.entries(objectAt(resources, key)).map(([resource, value]) => `${resource} ${quantityText(value)}`);
}

function cacheTexts(cache: JsonObject): readonly string[] {
  const claim =
    textAt(objectAt(cache, 'volume'), 'persistentVolumeClaimName') ?? textAt(objectAt(cache, 'volume'), 'volumeName');
  const tag = textAt(objectAt(cache, 'registry'), 'tag');
  return [...(claim === undefined ? [] : [`claim ${claim}`]), ...(tag === undefined ? [] : [`image ${tag}`])];
}

function textList(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

function deadlineTexts(seconds: unknown): readonly string[] {
  return typeof seconds === 'number' ? [humanDuration(seconds * 1000)] : [];
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
