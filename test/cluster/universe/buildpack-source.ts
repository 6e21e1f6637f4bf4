import type { Buildpack } from '../../../src/core/buildpacks/buildpack.ts';
import type { TarEntry } from '../../../src/core/oci/tar.ts';

interface Named {
  readonly id: string;
  readonly version: string;
  /** The Buildpack API. The default is `0.10`. */
  readonly api?: string;
}

/** A component buildpack. `bin/detect` and `bin/build` are shell scripts. */
export interface ComponentBuildpack extends Named {
  readonly kind: 'component';
  readonly stacks?: NonNullable<Buildpack['stacks']>;
  readonly targets?: NonNullable<Buildpack['targets']>;
  /** The execution environments of the buildpack (Buildpack API 0.12). The default is all. */
  readonly execEnv?: readonly string[];
  /** The media types of the SBOMs that `bin/build` writes. */
  readonly sbomFormats?: readonly string[];
  readonly detect: string;
  readonly build: string;
  /** Further files of the buildpack's layer, at any path of the builder image. */
  readonly files?: readonly TarEntry[];
}

/** A meta-buildpack. */
export interface MetaBuildpack extends Named {
  readonly kind: 'meta';
  readonly order: NonNullable<Buildpack['order']>;
}

/** The source of a buildpack (CNB buildpack specification). */
export type BuildpackSource = ComponentBuildpack | MetaBuildpack;

/** The fields that buildpack.toml and the labels of a buildpackage share. */
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
