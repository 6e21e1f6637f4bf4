import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STEP_ENVIRONMENT } from '../../../../translators/old-tekton/step-environment.ts';

describe('variables of the steps that replace resources', () => {
  let folder = '';
  const at = (...names: readonly string[]): string => path.join(folder, ...names);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'taskpack-variables-'));
    mkdirSync(at('bin'));
    const program = (output: string): string => `require('node:fs').writeFileSync(${JSON.stringify(at(output))}, '')`;
    writeFileSync(at('preloaded.js'), program('by-node-options'));
    writeFileSync(at('encoding.js'), program('by-node-path'));
    writeFileSync(at('bin/node'), `#!/bin/sh\n: > ${at('by-path')}\n`, { mode: 0o755 });
    writeFileSync(at('openssl.cnf'), 'nodejs_conf = missing\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Starts a program with the variables of a stepTemplate, and with those of the step. */
  function started(own: Readonly<Record<string, string>>): ReturnType<typeof spawnSync> {
    const template = {
      PATH: at('bin'),
      NODE_OPTIONS: `--require ${at('preloaded.js')}`,
      NODE_PATH: folder,
      NODE_COMPILE_CACHE: at('cache'),
      OPENSSL_CONF: at('openssl.cnf'),
      LD_PRELOAD: at('missing.so'),
      LD_AUDIT: at('missing.so'),
    };
    const program = `try { require('encoding') } catch {} require('node:tls').createSecureContext(); console.log('done')`;
    return spawnSync('/usr/bin/env', ['node', '-e', program], { env: { ...template, ...own }, encoding: 'utf8' });
  }
  const effects = (): readonly string[] =>
    ['by-node-options', 'by-node-path', 'by-path', 'cache'].filter((name) => existsSync(at(name)));

  it('let no variable of a stepTemplate run a program of the application', () => {
    const own = Object.fromEntries(STEP_ENVIRONMENT.map(({ name, value }) => [name, value]));
    const { stdout, stderr } = started({ ...own, PATH: `${path.dirname(process.execPath)}:${own['PATH']}` });
    expect([stdout, stderr]).to.deep.equal(['done\n', '']);
    expect(effects()).to.deep.equal([]);
  });

  it('would run programs of the application without them', () => {
    started({});
    expect(effects()).to.deep.equal(['by-path']);
    started({ PATH: path.dirname(process.execPath), OPENSSL_CONF: '/dev/null' });
    expect(effects()).to.include.members(['by-node-options', 'by-node-path', 'by-path']);
  });

  it('are never empty, because Tekton would take the value of the stepTemplate', () => {
    expect(STEP_ENVIRONMENT.filter(({ value }) => value.trim() === '')).to.deep.equal([]);
  });

  it('have the PATH of the steps image', () => {
    const file = path.join(import.meta.dirname, '../../../../images/steps/Containerfile');
    const [, own] = /^ENV PATH=(.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
    expect(STEP_ENVIRONMENT.find(({ name }) => name === 'PATH')?.value).to.equal(own);
  });
});
