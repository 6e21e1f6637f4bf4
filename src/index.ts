/** The library. It translates documents to manifests and problems, and uses no clock, environment, file or network. */
export type { TaskpackImages } from './model/build-policy.ts';
export type { SourceDocument } from './model/document.ts';
export type { Json, JsonObject } from './model/json.ts';
export type { Manifest } from './model/kubernetes-object.ts';
export type { FieldPath, FieldProblem, Location, Problem, Severity } from './model/problem.ts';
export { formatProblem, hasErrors } from './model/problem.ts';
export { translateOptions } from './translate-options.ts';
export type { SelfDriving, TranslateOptions } from './translate/options.ts';
export type { Translation } from './translate/translate.ts';
export { translate } from './translate/translate.ts';
export { formatYaml } from './yaml/format-yaml.ts';
export { parseYaml } from './yaml/parse-yaml.ts';
