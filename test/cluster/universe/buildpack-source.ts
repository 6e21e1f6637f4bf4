import type { Buildpack } from '../../../src/buildpacks/buildpack.ts';

interface Named {
  readonly id: string;
  readonly version: string;
  /** The Buildpack API; `0.10` where not told. */
  readonly api?: string;
}

/** One that runs: `bin/detect` and `bin/build` are shell scripts. */
export interface ComponentBuildpack extends Named {
  readonly kind: 'component';
  readonly stacks?: NonNullable<Buildpack['stacks']>;
  readonly targets?: NonNullable<Buildpack['targets']>;
  readonly detect: string;
  readonly build: string;
}

/** One that stands for others. */
export interface MetaBuildpack extends Named {
  readonly kind: 'meta';
  readonly order: NonNullable<Buildpack['order']>;
}

/** A buildpack as its author has it (CNB buildpack specification). */
export type BuildpackSource = ComponentBuildpack | MetaBuildpack;

/** What buildpack.toml and the labels of a package both say. */
export interface BuildpackDescriptor extends Pick<Buildpack, 'stacks' | 'targets' | 'order'> {
  readonly api: string;
  readonly name: string;
  readonly homepage: string;
}

export function descriptorOf(source: BuildpackSource): BuildpackDescriptor {
  const { id, api = '0.10' } = source;
  const name = id.replace(/^.*\//, '');
  const described = { api, name, homepage: `https://buildpacks.example.com/${name}` };
  switch (source.kind) {
    case 'component': {
      const { stacks, targets } = source;
      return { ...described, ...(stacks && { stacks }), ...(targets && { targets }) };
    }
    case 'meta':
      return { ...described, order: source.order };
  }
}
