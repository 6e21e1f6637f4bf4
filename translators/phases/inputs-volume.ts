import type { Manifest } from '../../src/model/manifest.ts';
import { fieldError, type FieldProblem } from '../../src/model/problem.ts';
import { childName } from '../../src/model/names.ts';
import type { ResolvedBuild } from '../../src/model/resolved-build.ts';
import { buildInputs } from './inputs.ts';
import { annotationVolume, readOnlyMount, type Volume } from './volume.ts';
import { objectMetadata } from './workload-metadata.ts';

type Strings = Readonly<Record<string, string>>;

/** The volume by which inputs reach prepare and completion. */
export const INPUTS = readOnlyMount('build-inputs-dir', '/var/build-inputs');

const INPUTS_NAME = 'inputs.json';

export const INPUTS_FILE = `${INPUTS.mountPath}/${INPUTS_NAME}`;

const INPUTS_ANNOTATION = 'taskpack.dev/inputs';

/** kpack's own words on why it builds, for the head of the log. */
const LOGGED_ANNOTATIONS = [
  { path: 'reason', annotation: 'image.kpack.io/reason' },
  { path: 'changes.json', annotation: 'image.kpack.io/buildChanges' },
] as const;

const LARGEST_ANNOTATION = 128 * 1024;

/** What an object's annotations take at most (apimachinery, ValidateAnnotations). */
const LARGEST_ANNOTATIONS = 256 * 1024;

/** `kubectl apply` adds an annotation that holds the whole object once more: this much beside the annotations. */
const ALLOWANCE_FOR_REST = 48 * 1024;

/** What a ConfigMap holds at most (core/v1 validation). */
const LARGEST_CONFIG_MAP = 1024 * 1024;

/** How inputs travel: in an annotation of the pod, or in a ConfigMap where they are too large for that. */
export interface InputsDelivery {
  readonly annotations: Strings;
  readonly volume: Volume;
  readonly configMap?: Manifest;
  readonly problems: readonly FieldProblem[];
}

/** Chooses the way by size; `annotations` are those that the workload has anyhow. */
export function deliverInputs(build: ResolvedBuild, annotations: Strings): InputsDelivery {
  const text = JSON.stringify(buildInputs(build));
  return fitsAnnotation(text, annotations) ? byAnnotation(text, annotations) : byConfigMap(build, text, annotations);
}

/** Whether the object can be applied with the text among its annotations: each of them counts plain and quoted. */
function fitsAnnotation(text: string, annotations: Strings): boolean {
  const size = Buffer.byteLength(text);
  const all = [text, ...Object.entries(annotations).flat()];
  const total = all.reduce((sum, part) => sum + Buffer.byteLength(part) + Buffer.byteLength(JSON.stringify(part)), 0);
  return size <= LARGEST_ANNOTATION && total + ALLOWANCE_FOR_REST <= LARGEST_ANNOTATIONS;
}

function byAnnotation(text: string, annotations: Strings): InputsDelivery {
  const files = [{ path: INPUTS_NAME, annotation: INPUTS_ANNOTATION }, ...logged(annotations)];
  return { annotations: { [INPUTS_ANNOTATION]: text }, volume: annotationVolume(INPUTS.name, files), problems: [] };
}

function byConfigMap(build: ResolvedBuild, text: string, annotations: Strings): InputsDelivery {
  const name = childName(build.name, '-inputs');
  const { downwardAPI } = annotationVolume(INPUTS.name, logged(annotations));
  const configMap = { configMap: { name } };
  return {
    annotations: {},
    volume: {
      name: INPUTS.name,
      ...(logged(annotations).length === 0
        ? configMap
        : { projected: { sources: [configMap, { downwardAPI: downwardAPI ?? {} }] } }),
    },
    configMap: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: objectMetadata(build, { name }),
      immutable: true,
      data: { [INPUTS_NAME]: text },
    },
    problems: tooLarge(text),
  };
}

function tooLarge(text: string): readonly FieldProblem[] {
  const size = Buffer.byteLength(text);
  if (size <= LARGEST_CONFIG_MAP) return [];
  const message = `what the build is told takes ${size} bytes, of which a ConfigMap holds ${LARGEST_CONFIG_MAP}: shorten its variables`;
  return [fieldError(['spec', 'env'], message)];
}

function logged(annotations: Strings): readonly { path: string; annotation: string }[] {
  return LOGGED_ANNOTATIONS.filter(({ annotation }) => annotations[annotation] !== undefined);
}
