import { lookup } from '../../core/api/reading/lookup.ts';
import { EVERY_REPOSITORY } from '../../core/model/repository-patterns.ts';
import { asObject } from '../../core/model/objects/object-meta.ts';
import { text } from '../../core/model/objects/reader.ts';
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../core/model/json.ts';
import { formatFieldPath, formatLocation, hasErrors, type FieldPath } from '../../core/model/problem.ts';
import { SUPPORTED_PLATFORM_APIS } from '../../core/model/platform-api.ts';
import { TEKTON } from '../../core/model/program-versions.ts';
import type { SourceDocument } from '../../core/model/document.ts';
import type { TranslateOptions } from '../../core/translate/options.ts';
import { translate } from '../../core/translate/translate.ts';
import type { Variation } from '../../insight/views/explanation-view.ts';

/** Returns the output of a translation, or `undefined` if it has an error. */
function outputOf(documents: readonly SourceDocument[], options: TranslateOptions): readonly JsonObject[] | undefined {
  const { manifests, problems } = translate(documents, options);
  return hasErrors(problems) ? undefined : [...manifests];
}

/** Returns a variation of each field of the documents and of each setting. */
export function variationsOf(documents: readonly SourceDocument[], options: TranslateOptions): readonly Variation[] {
  return [
    ...documents.flatMap((document) => fieldVariations(document, documents, options)),
    ...settingVariations(documents, options),
  ];
}

function fieldVariations(
  document: SourceDocument,
  documents: readonly SourceDocument[],
  options: TranslateOptions,
): readonly Variation[] {
  const { value, locate } = document;
  if (!isJsonObject(value)) return [];
  return leafPaths(value, []).map((path) => {
    const current = lookup(value, path);
    const title = locate === undefined ? titleOf(value) : `${formatLocation(locate(path))} ${text(value['kind'])}`;
    return {
      origin: `${title} ${formatFieldPath(path)}`,
      *outputs() {
        let isRefused = true;
        for (const other of others(current)) {
          const varied: SourceDocument = { value: replaced(value, path, other) };
          const changed = documents.map((each) => (each === document ? varied : each));
          const output = outputOf(changed, options);
          isRefused &&= output === undefined;
          yield output;
        }
        if (!isRefused || typeof current !== 'string') return;
        yield outputOf(documents.map(renamed(current, `${current}x`)), options);
      },
    };
  });
}

/** Replaces a value everywhere: a name that others refer to cannot be changed alone. */
function renamed(name: string, other: string): (document: SourceDocument) => SourceDocument {
  const [from, to] = [JSON.stringify(name), JSON.stringify(other)];
  return ({ value }) => ({ value: JSON.parse(JSON.stringify(value).replaceAll(from, () => to)) });
}

function titleOf(value: JsonObject): string {
  const { kind, metadata } = asObject(value);
  return `${kind} ${metadata.name ?? text(value['image'])}`;
}

/** `apiVersion` and `kind` select the parser, so a change of them is another input. */
function leafPaths(value: Json, path: FieldPath): readonly FieldPath[] {
  if (path.length === 1 && (path[0] === 'apiVersion' || path[0] === 'kind')) return [];
  const fields = isJsonList(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  return fields.length === 0 ? [path] : fields.flatMap(([key, field]) => leafPaths(field, [...path, key]));
}

/** Returns other values of a field; the last one removes the field. */
function others(value: unknown): readonly (Json | undefined)[] {
  if (typeof value === 'boolean') return [!value, undefined];
  if (typeof value === 'number') return [value + 1, undefined];
  if (typeof value !== 'string') return [undefined];
  const last = value.at(-1) === '0' ? '1' : '0';
  return [`${value}x`, `${value.slice(0, -1)}${last}`, `1${value}`, undefined];
}

function replaced(value: Json, [key, ...rest]: FieldPath, other: Json | undefined): Json | undefined {
  if (key === undefined) return other;
  if (isJsonList(value)) {
    return value.flatMap((entry, index) => (index === key ? (replaced(entry, rest, other) ?? []) : [entry]));
  }
  if (!isJsonObject(value)) return value;
  const { [key]: field = '', ...fields } = value;
  const next = replaced(field, rest, other);
  return next === undefined ? fields : { ...value, [key]: next };
}

type Setting = readonly [name: string, others: readonly Partial<TranslateOptions>[]];
type SettingsOf = (options: TranslateOptions, documents: readonly SourceDocument[]) => readonly Setting[];

function settingVariations(documents: readonly SourceDocument[], options: TranslateOptions): readonly Variation[] {
  const settings = Object.values(SETTINGS).flatMap((settingsOf) => settingsOf(options, documents));
  return settings.map(([name, values]) => ({
    origin: `setting ${name}`,
    *outputs() {
      for (const other of values) yield outputOf(documents, { ...options, ...other });
    },
  }));
}

const OTHER_RUN_IMAGES = 'registry.example.com/other/*';
const OTHER_LIFECYCLE = `lifecycle@sha256:${'0'.repeat(64)}`;

/** `to` selects another output, `architecture` other facts, which the input seldom has, and the others only refuse a Build. */
type WithoutVariation = 'to' | 'architecture' | 'strict' | 'requireTrustedLifecycle';

/** The settings of each option that can change the output. */
const SETTINGS: Readonly<Record<Exclude<keyof TranslateOptions, WithoutVariation>, SettingsOf>> = {
  images: ({ images }) => [
    ['STEPS_IMAGE (--steps-image)', [{ images: { ...images, steps: `${images.steps}x` } }]],
    ['ENTRYPOINT_IMAGE (--entrypoint-image)', [{ images: { ...images, entrypoint: `${images.entrypoint}x` } }]],
  ],
  maximumPlatformApi: (options) => {
    const apis = SUPPORTED_PLATFORM_APIS.filter((api) => api !== options.maximumPlatformApi);
    return [['MAXIMUM_PLATFORM_API_VERSION (--platform-api)', apis.map((api) => ({ maximumPlatformApi: api }))]];
  },
  layout: ({ layout }) => [
    ['SUPPORT_INJECTED_SIDECARS (--layout)', [{ layout: layout === 'init' ? 'containers' : 'init' }]],
  ],
  tektonVersion: ({ tektonVersion }) => [
    ['--tekton', [{ tektonVersion: tektonVersion === TEKTON.oldest ? '1.0.0' : TEKTON.oldest }]],
  ],
  dummySidecar: ({ dummySidecar }) => [
    ['--sidecar', [{ dummySidecar: dummySidecar === 'never' ? 'always' : 'never' }]],
  ],
  injectedSidecars: sidecarSettings,
  waiterDelivery: ({ waiterDelivery }) => [
    ['WAITER_DELIVERY', [{ waiterDelivery: waiterDelivery === 'init' ? 'hook' : 'init' }]],
  ],
  lifecycleImages: ({ lifecycleImages }, documents) => {
    // ImageFacts name the version of a builder's lifecycle, which is a key of the setting.
    const versions = documents.map(({ value }) => lookup(value, ['lifecycle', 'version']));
    const keys = [...Object.keys(lifecycleImages), ...versions.filter((version) => typeof version === 'string')];
    return [['LIFECYCLE_IMAGES', [{ lifecycleImages: Object.fromEntries(keys.map((key) => [key, OTHER_LIFECYCLE])) }]]];
  },
  creatorBuilders: ({ creatorBuilders }) => [
    ['CREATOR_BUILDERS (--creator)', [{ creatorBuilders: creatorBuilders.length === 0 ? [EVERY_REPOSITORY] : [] }]],
  ],
  extensionBuilders: ({ extensionBuilders }) => [
    ['EXTENSION_BUILDERS', [{ extensionBuilders: extensionBuilders.length === 0 ? [EVERY_REPOSITORY] : [] }]],
  ],
  extensionUserNamespaces: ({ extensionUserNamespaces }) => [
    ['EXTENSION_USER_NAMESPACES', [{ extensionUserNamespaces: !extensionUserNamespaces }]],
  ],
  extensionRunImagePatterns: () => [['EXTENSION_RUN_IMAGES', [{ extensionRunImagePatterns: [OTHER_RUN_IMAGES] }]]],
  systemBuildpacks: () => [['SYSTEM_BUILDPACKS (--system-buildpack)', [{ systemBuildpacks: [] }]]],
  allowedAnnotations: () => [['ALLOWED_ANNOTATIONS', [{ allowedAnnotations: [] }]]],
  workloadIdentity: ({ workloadIdentity }) => [
    ['WORKLOAD_IDENTITY', [{ workloadIdentity: workloadIdentity === 'always' ? 'never' : 'always' }]],
  ],
  envFromSecrets: ({ envFromSecrets }) => [
    ['ENV_FROM_SECRETS', [{ envFromSecrets: envFromSecrets === 'always' ? 'never' : 'always' }]],
  ],
  trustUnknownSshHosts: ({ trustUnknownSshHosts }) => [
    ['INSECURE_SSH_TRUST_UNKNOWN_HOSTS', [{ trustUnknownSshHosts: !trustUnknownSshHosts }]],
  ],
  sourceLimits: ({ sourceLimits: { bytes, entries } }) => [
    ['SOURCE_MAX_BYTES', [{ sourceLimits: { bytes: bytes + 1, entries } }]],
    ['SOURCE_MAX_ENTRIES', [{ sourceLimits: { bytes, entries: entries + 1 } }]],
  ],
  attestBuilds: ({ attestBuilds }) => [['ATTEST_BUILDS', [{ attestBuilds: attestBuilds === 'none' ? 'all' : 'none' }]]],
  signatureFormat: ({ signatureFormat }) => [
    ['SIGNATURE_FORMAT', [{ signatureFormat: signatureFormat === 'tags' ? 'both' : 'tags' }]],
  ],
  now: ({ now = 0 }) => [['SOURCE_DATE_EPOCH (--now)', [{ now: now + 1 }]]],
  namespace: ({ namespace = '' }) => [['--namespace', [{ namespace: `${namespace}x` }]]],
  controllerNamespace: (options) => [
    ['--controller-namespace', [{ controllerNamespace: `${options.controllerNamespace}x` }]],
  ],
};

function sidecarSettings({ injectedSidecars: sidecars }: TranslateOptions): readonly Setting[] {
  if (sidecars === 'expected' || sidecars === 'none')
    return [
      ['--no-sidecars', [{ injectedSidecars: sidecars === 'none' ? 'expected' : 'none' }]],
      ['--self-driving', [{ injectedSidecars: { kind: 'self-driving', readyUrls: [], stopUrls: [] } }]],
    ];
  const { readyUrls, stopUrls } = sidecars;
  return [
    ['--self-driving', [{ injectedSidecars: 'expected' }, { injectedSidecars: 'none' }]],
    ['--ready-url', [{ injectedSidecars: { ...sidecars, readyUrls: [...readyUrls, 'http://localhost/x'] } }]],
    ['--stop-url', [{ injectedSidecars: { ...sidecars, stopUrls: [...stopUrls, 'http://localhost/x'] } }]],
  ];
}
