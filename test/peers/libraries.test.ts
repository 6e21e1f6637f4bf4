import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensurePrograms } from '../cluster/programs/build-programs.ts';
import { moduleFolder } from '../cluster/programs/module-folder.ts';
import { PROGRAMS } from '../cluster/programs/program.ts';

/** The libraries that decide what a program does, although another program may ask for newer versions. */
const LIBRARIES = [
  {
    program: 'kube-apiserver',
    group: 'cluster',
    module: 'k8s.io/kubernetes',
    libraries: [
      'cel.dev/expr',
      'github.com/antlr4-go/antlr/v4',
      'github.com/google/cel-go',
      'k8s.io/kube-openapi',
      'sigs.k8s.io/structured-merge-diff/v6',
    ],
  },
  {
    program: 'kpack-controller',
    group: 'kpack',
    module: 'github.com/pivotal/kpack',
    libraries: [
      'github.com/Masterminds/semver/v3',
      'github.com/buildpacks/imgutil',
      'github.com/google/go-containerregistry',
      'knative.dev/pkg',
    ],
  },
  {
    program: 'lifecycle',
    group: 'kpack',
    module: 'github.com/buildpacks/lifecycle',
    libraries: ['github.com/buildpacks/imgutil', 'github.com/google/go-containerregistry'],
  },
] as const;

/** Programs of several modules with common libraries. */
const SHARING = ['kube-apiserver', 'tekton-controller', 'kpack-controller', 'lifecycle', 'etcd', 'registry'] as const;
/**
 * Libraries that are compiled in several versions: those that decide behaviour, those that need them, and a few small
 * ones.
 */
const SEVERAL = [
  'cel.dev/expr',
  'github.com/docker/cli',
  'github.com/golang/groupcache',
  'github.com/google/go-containerregistry',
  'github.com/google/go-containerregistry/pkg/authn/k8schain',
  'github.com/google/go-containerregistry/pkg/authn/kubernetes',
  'github.com/hashicorp/golang-lru/v2',
  'github.com/moby/term',
  'go.etcd.io/etcd/api/v3',
  'go.etcd.io/etcd/client/pkg/v3',
  'go.etcd.io/etcd/client/v3',
  'golang.org/x/exp',
  'knative.dev/pkg',
];

describe("the libraries of the test cluster's programs", function () {
  this.timeout(1_800_000);

  for (const { program, group, module, libraries } of LIBRARIES) {
    it(`that decide how ${program} behaves have the versions of its release`, async () => {
      const programs = await ensurePrograms([program], console.error);
      const built = builtWith(programs[program]);
      const asked = askedFor(path.join(moduleFolder(group, module), 'go.mod'));
      expect(libraries.map((name) => [name, built.get(name)])).to.deep.equal(
        libraries.map((name) => [name, asked.get(name)]),
      );
      expect(libraries.filter((name) => !asked.has(name))).to.deep.equal([]);
    });
  }

  for (const program of ['kube-scheduler', 'tekton-webhook', 'kpack-controller'] as const) {
    it(`of Kubernetes in ${program} have the version of the Kubernetes release`, async () => {
      const programs = await ensurePrograms([program], console.error);
      const built = builtWith(programs[program]);
      const version = PROGRAMS['kube-scheduler'].version.replace(/^v1/, 'v0');
      const libraries = ['k8s.io/api', 'k8s.io/apimachinery', 'k8s.io/client-go'].map((name) => built.get(name));
      expect(libraries).to.deep.equal([version, version, version]);
    });
  }

  it('have one version each, except the listed ones', async () => {
    const programs = await ensurePrograms(SHARING, console.error);
    const found = new Map<string, Set<string>>();
    for (const program of SHARING) {
      for (const [name, version] of builtWith(programs[program])) {
        found.set(name, (found.get(name) ?? new Set()).add(version));
      }
    }
    const several = [...found].filter(([, versionsOf]) => versionsOf.size > 1).map(([name]) => name);
    expect(several).to.have.members(SEVERAL);
  });
});

/**
 * Reads the modules' versions from a program's build information. A replaced module has its replacement on the next
 * line.
 */
function builtWith(program: string): ReadonlyMap<string, string> {
  const lines = execFileSync('go', ['version', '-m', program], { encoding: 'utf8' });
  return versions(lines, /^\t(?:dep|=>)\t(?<name>\S+)\t(?<version>\S+)/gm);
}

function askedFor(goMod: string): ReadonlyMap<string, string> {
  return versions(readFileSync(goMod, 'utf8'), /^\t(?<name>\S+) (?<version>v\S+)(?: \/\/ indirect)?$/gm);
}

function versions(text: string, line: RegExp): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(line)].map(({ groups }) => [groups?.['name'] ?? '', groups?.['version'] ?? '']));
}
