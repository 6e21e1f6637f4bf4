/** The library: documents in, manifests and problems out, and no clock, environment, file or network on the way. */
export type { SourceDocument } from './model/document.ts';
export type { Json, JsonObject } from './model/json.ts';
export type { Manifest } from './model/manifest.ts';
export type { FieldPath, FieldProblem, Location, Problem, Severity } from './model/problem.ts';
export { formatProblem, hasErrors } from './model/problem.ts';
export { translateOptions } from './translate-options.ts';
export type { OwnImages, TranslateOptions } from './translate/options.ts';
export type { Translation } from './translate/translate.ts';
export { translate } from './translate/translate.ts';
export { formatYaml } from './yaml/format-yaml.ts';
export { parseYaml } from './yaml/parse-yaml.ts';
