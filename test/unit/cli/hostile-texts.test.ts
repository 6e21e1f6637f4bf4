import { expect } from 'chai';
import type { Json, JsonObject } from '../../../src/core/model/json.ts';
import { runInProcess } from '../../support/command.ts';
import { makeWorkspace } from '../../support/workspace.ts';
import { startObjectServer, type ObjectServer } from './objects/object-server.ts';
import { shownWorld } from './objects/shown-world.ts';

/** Clears the screen, sets the title, rings, erases the line, turns the text around, does the same with C1 controls, and hides text. */
const HOSTILE = '\u001b[2J\u001b]0;x\u0007\r\u001b[2K\b\u202e\u2066\u009b2J\u0085\u2028\u200b\ufeff\u{e0041}';
// oxlint-disable-next-line no-control-regex
const CONTROLS = /(?![\t\n])[\p{Cc}\p{Cf}\p{DI}\u2028\u2029]/u;

/** Fields that the API server checks, or by which commands find objects. */
const CHECKED = new Set([
  'apiVersion',
  'kind',
  'name',
  'namespace',
  'labels',
  'uid',
  'type',
  'status',
  'ownerReferences',
]);

function hostile(value: Json, key = ''): Json {
  if (typeof value === 'string')
    return CHECKED.has(key) || /^T\+\d+$|^\d{4}-/.test(value) ? value : `${value}${HOSTILE}`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => hostile(item, key));
  const entries = Object.entries(value as JsonObject);
  return Object.fromEntries(entries.map(([name, each]) => [name, name === 'labels' ? each : hostile(each, name)]));
}

const COMMANDS: readonly string[] = [
  ...['shop', 'image/cart', 'build/shop-build-10', 'build/shop-build-9', 'by-hand', 'base', 'builder/cart'].flatMap(
    (object) => [`status ${object}`, `status ${object} -o json`, `status ${object} -o yaml`],
  ),
  ...['images', 'builds', 'builders', 'clusterbuilders'].flatMap((kind) => [
    `list ${kind}`,
    `list ${kind} -o wide`,
    `list ${kind} -o json`,
    `list ${kind} -o yaml`,
  ]),
  'why build/shop-build-10',
  'why build/shop-build-10 -o json',
  'explain shop',
  'logs build/shop-build-10',
  'logs build/shop-build-9',
  'wait build/shop-build-10',
  'wait build/shop-build-9',
  'cancel build/shop-build-10',
  'retry build/shop-build-10',
  'report shop-build-10 -o -',
];

describe('the output of commands that show objects of other users', () => {
  const workspace = makeWorkspace();
  let server: ObjectServer | undefined;
  before(async () => {
    const world = Object.entries(shownWorld()).map(([plural, objects]) => [
      plural,
      objects.map((object) => {
        const made = hostile(object) as JsonObject;
        const { status } = made as { readonly status?: JsonObject };
        const failure = status?.['failure'];
        // A container's name is text in a status.
        const extended =
          failure === undefined ? {} : { failure: { ...(failure as JsonObject), container: `x${HOSTILE}` } };
        return status === undefined ? made : { ...made, status: { ...status, ...extended } };
      }),
    ]);
    server = await startObjectServer(workspace.path, Object.fromEntries(world));
  });
  after(async () => {
    await server?.stop();
    workspace.remove();
  });

  for (const command of COMMANDS) {
    it(`has no control characters: ${command}`, async () => {
      const kubeconfig = server?.kubeconfig ?? '';
      const { stdout, stderr } = await runInProcess([...command.split(' '), '--kubeconfig', kubeconfig]);
      expect(`${stdout}${stderr}`).not.to.equal('');
      const found = CONTROLS.exec(`${stdout}${stderr}`);
      const at = found?.index ?? 0;
      expect(found, JSON.stringify(`${stdout}${stderr}`.slice(Math.max(0, at - 60), at + 20))).to.equal(null);
    });
  }
});
