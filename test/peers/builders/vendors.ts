/** A commit of a public repository. */
export interface Source {
  readonly repository: string;
  readonly commit: string;
}

/** A buildpack that is compiled from the vendor's sources. */
export interface VendorBuildpack {
  readonly id: string;
  readonly version: string;
  readonly optional?: true;
  /** The Go package of the program. Absent for a crate, whose repository has buildpack.toml, too. */
  readonly goPackage?: string;
}

/** The facts of one builder in its vendor's sources: builder.toml, the Dockerfiles of both images and the buildpacks. */
export interface Vendor {
  readonly source: Source;
  readonly lifecycle: '0.21.12' | '0.21.14';
  readonly stack: string;
  /** Labels of the build image and the run image, without the ID of the stack. */
  readonly labels: Readonly<Record<string, string>>;
  readonly user: { readonly name: string; readonly uid: number; readonly gid: number; readonly home: string };
  /** `User` of both images. */
  readonly imageUser: string;
  /** True if the run image has the variables `CNB_*`, too. */
  readonly runHasUser: boolean;
  /** Repositories in a registry. */
  readonly images: { readonly build: string; readonly run: string; readonly mirrors: readonly string[] };
  /** True if builder.toml has `[build]` and `[[run.images]]` beside `[stack]`. */
  readonly hasRunImages: boolean;
  /** The buildpacks of one group of the order, without those that download their language. */
  readonly group: readonly VendorBuildpack[];
}

/** The lifecycle of Heroku's builders. */
export const LIFECYCLE_0_21_12: Source = {
  repository: 'buildpacks/lifecycle',
  commit: 'c4f37ec470f36f86d0f693ef7be060588a9152b6',
};

/** The builder `google.24`. The group is the one of Go. */
export const GOOGLE: Vendor = {
  source: { repository: 'GoogleCloudPlatform/buildpacks', commit: '21f28de8c499445ef1098016bfce35b16415e4b1' },
  lifecycle: '0.21.14',
  stack: 'google.24',
  labels: {
    'io.buildpacks.stack.distro.name': 'Ubuntu',
    'io.buildpacks.stack.distro.version': '24.04',
    'io.buildpacks.stack.mixins': '[]',
  },
  user: { name: 'www-data', uid: 33, gid: 33, home: '/www-data-home' },
  imageUser: '33:33',
  runHasUser: true,
  images: { build: 'google-24/build', run: 'google-24/run', mirrors: [] },
  hasRunImages: false,
  group: [
    { id: 'google.config.entrypoint', version: '0.9.0', optional: true, goPackage: './cmd/config/entrypoint' },
    { id: 'google.go.clear-source', version: '0.9.0', optional: true, goPackage: './cmd/go/clear_source' },
    { id: 'google.utils.label-image', version: '0.0.2', goPackage: './cmd/utils/label' },
  ],
};

/** The builder `heroku-24`. All its groups end with this buildpack. */
export const HEROKU: Vendor = {
  source: { repository: 'heroku/buildpacks-procfile', commit: 'c66318c0e7f3d662f200893fde707b209c76e82a' },
  lifecycle: '0.21.12',
  stack: 'heroku-24',
  labels: { 'io.buildpacks.base.distro.name': 'ubuntu', 'io.buildpacks.base.distro.version': '24.04' },
  user: { name: 'heroku', uid: 1000, gid: 1000, home: '/home/heroku' },
  imageUser: 'heroku',
  runHasUser: false,
  images: { build: 'heroku/heroku-build', run: 'heroku/heroku', mirrors: ['mirror/heroku'] },
  hasRunImages: true,
  group: [{ id: 'heroku/procfile', version: '4.2.2', optional: true }],
};
