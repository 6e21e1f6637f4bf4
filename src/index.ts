/** The library. It translates documents to manifests and problems, and uses no clock, environment, file or network. */
export type { TaskpackImages } from './core/model/build-policy.ts';
export type { SourceDocument } from './core/model/document.ts';
export type { Json, JsonObject } from './core/model/json.ts';
export type { Manifest } from './core/model/kubernetes-object.ts';
export type { FieldPath, FieldProblem, Location, Problem, Severity } from './core/model/problem.ts';
export { formatProblem, hasErrors } from './core/model/problem.ts';
export { translateOptions } from './core/translate-options.ts';
export type { SelfDriving, TranslateOptions } from './core/translate/options.ts';
export type { Translation } from './core/translate/translate.ts';
export { translate } from './core/translate/translate.ts';
export { formatYaml } from './core/yaml/format-yaml.ts';
export { parseYaml } from './core/yaml/parse-yaml.ts';
