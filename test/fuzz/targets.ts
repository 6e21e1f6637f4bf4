import type { FuzzTarget } from './fuzz-target.ts';
import { ARCHIVES } from './targets/archives.ts';
import { GIT } from './targets/git.ts';
import { KUBECONFIG } from './targets/kubeconfig.ts';
import { LABELS } from './targets/labels.ts';
import { REGISTRY } from './targets/registry.ts';
import { YAML } from './targets/yaml.ts';

/** All targets, each with the name of its file. */
export const TARGETS: readonly FuzzTarget[] = [ARCHIVES, GIT, KUBECONFIG, LABELS, REGISTRY, YAML];
