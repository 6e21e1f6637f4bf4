/** Returns a digest whose hexadecimal digits are all the same. */
export function digest(digit: number): string {
  return `sha256:${String(digit).repeat(64)}`;
}

/** JSON with white space and an order of keys that a serializer would not reproduce. */
export const BUILD_IMAGE_MANIFEST = `{
   "schemaVersion": 2,
\t"config": {"size":  7023, "digest": "${digest(1)}"},

   "layers": [ ]
}`;

/** JSON with characters that a YAML formatter escapes. */
export const BUILD_IMAGE_CONFIGURATION =
  '{"os":"linux", "architecture":"amd64","config":{"Labels":{"a":"\\u003c\\u0026\\u003e é \u{1F600} # \' : "}}}\n';

const LAYER = { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', size: 31_415, digest: digest(2) };

const APIS = { platform: { deprecated: [], supported: ['0.7', '0.12'] }, buildpack: { supported: ['0.10'] } };

/** Complete ImageFacts for each kind of image. */
export const FACTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'an image of which nothing else is known': { image: 'registry.test/any' },
  'a builder': {
    image: 'registry.test/builder',
    digest: digest(0),
    platform: { os: 'linux', architecture: 'arm64', variant: 'v8' },
    uid: 1000,
    gid: 1000,
    stackId: 'noble',
    targets: [{ os: 'linux', arch: 'amd64', distros: [{ name: 'ubuntu', version: '24.04' }] }],
    lifecycle: { version: '0.21.0', apis: APIS },
    runImage: { image: 'registry.test/run', mirrors: ['mirror.test/run'] },
    images: [{ image: 'registry.test/run' }],
    buildpacks: [{ id: 'java', diffId: digest(3), digest: digest(4), size: 0 }],
    extensions: [{ id: 'example/curl', version: '1.0.0' }],
    entrypoint: ['/a'],
    command: ['b'],
  },
  'a run image': { image: 'registry.test/run', digest: digest(0), stackId: 'noble', mixins: ['git', 'run:tzdata'] },
  "a stack's build image": {
    image: 'registry.test/build',
    digest: digest(0),
    platform: { os: 'linux', architecture: 'amd64' },
    uid: 0,
    gid: 0,
    stackId: 'noble',
    mixins: [],
    manifest: BUILD_IMAGE_MANIFEST,
    configuration: BUILD_IMAGE_CONFIGURATION,
    layers: [LAYER, { ...LAYER, annotations: { a: '' }, urls: ['https://blobs.test/1'] }],
  },
  'a buildpackage': {
    image: 'registry.test/java',
    digest: digest(0),
    buildpacks: [
      {
        id: 'org/java',
        version: '1.2.3',
        api: '0.10',
        diffId: digest(3),
        digest: digest(4),
        size: 5,
        mediaType: LAYER.mediaType,
        homepage: 'https://java.test',
        order: [
          {
            group: [
              { id: 'org/jdk', version: '2.0.0' },
              { id: 'org/maven', optional: true },
            ],
          },
        ],
      },
      {
        id: 'org/jdk',
        version: '2.0.0',
        api: '0.10',
        diffId: digest(5),
        digest: digest(6),
        size: 7,
        stacks: [{ id: '*' }, { id: 'noble', mixins: ['git', 'build:curl'] }],
        targets: [
          {},
          {
            os: 'linux',
            arch: 'arm64',
            variant: 'v8',
            distros: [{ name: 'ubuntu', version: '24.04' }, { name: 'any' }],
          },
        ],
      },
    ],
  },
  'a lifecycle': {
    image: 'registry.test/lifecycle',
    digest: digest(0),
    platform: { os: 'linux', architecture: 'amd64' },
    lifecycle: {
      version: '0.21.0',
      api: { buildpack: '0.7', platform: '0.7' },
      apis: APIS,
      layer: { ...LAYER, diffId: digest(3) },
    },
  },
};
