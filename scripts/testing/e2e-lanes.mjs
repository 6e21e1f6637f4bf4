import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.mjs';

const FOLDER = 'test/e2e';

/** Files with a controller of the whole cluster, which would run the Builds of every other file. As in each list, the longest is first. */
const CLUSTER = ['docs/pages', 'release/release', 'docs/first-image', 'installed', 'network/private-servers'];

/** Files with controllers of namespaces, and a file that sets Tekton's flags. Files of one list run one after the other. */
const NAMESPACES = [
  ['whole-way/whole-way'],
  ['debug/debug', 'injected/injected', 'whole-way/newer-platform-apis', 'whole-way/image-extensions'],
  ['tasks/pipeline', 'controller/backends'],
  ['tasks/published', 'whole-way/env-from-secrets', 'regressions/cancelled', 'regressions/marks'],
];

/** The tests of the test bed itself. */
const BED = ['node', 'injectors'];

/** These start nodes of their own, and a machine can run one node at a time. */
const OWN_NODES = ['demo', 'leftovers'];

/** The longest of the other files, which create no Builds. */
const LONGEST = ['hostile/hostile', 'docs/pipeline', 'builder/detect', 'layouts/order'];

/** Returns the suites that share a node, in the order in which lanes take them: `after` names earlier suites that must have ended. */
export function suitesOnNode() {
  const [cluster, bed, others] = ['with a controller of the cluster', 'of the test bed', 'without a controller'];
  return [
    { name: cluster, files: CLUSTER.map(inFolder) },
    { name: bed, files: BED.map(inFolder), testsBed: true },
    { name: others, files: filesWithoutController() },
    ...NAMESPACES.map((names, index) => ({
      name: `with controllers of namespaces ${index + 1}`,
      files: names.map(inFolder),
      after: [cluster],
    })),
  ];
}

export function filesWithOwnNodes() {
  return OWN_NODES.map(inFolder);
}

function filesWithoutController() {
  const known = new Set([...CLUSTER, ...NAMESPACES.flat(), ...BED, ...OWN_NODES, ...LONGEST].map(inFolder));
  const all = readdirSync(join(ROOT, FOLDER), { encoding: 'utf8', recursive: true }).filter((name) =>
    name.endsWith('.test.ts'),
  );
  const others = all.map((name) => `${FOLDER}/${name}`).filter((file) => !known.has(file));
  return [...LONGEST.map(inFolder), ...others.toSorted()];
}

function inFolder(name) {
  return `${FOLDER}/${name}.test.ts`;
}
