import { gunzipSync } from 'node:zlib';
import { tarball } from '../../../../../scripts/release/archives.mjs';
import { assembleRelease } from '../../../../../scripts/release/assemble-release.mjs';
import { imagesArchive } from '../../../../../scripts/release/images-archive.mjs';
import { smallInputs } from '../../../../support/small-release.ts';
import { hiddenFromNode, tarEntry } from '../tar-tricks.ts';
import type { Forgery } from './forgery.ts';

export const OF_IMAGES: readonly Forgery[] = [
  {
    title: 'a blob in images.tar',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      archive[archive.indexOf('"title":"entrypoint"') + 10] = 'E'.charCodeAt(0);
    },
    failed: ['content of image entrypoint', 'images of images.tar', 'version of image entrypoint for linux/amd64'],
  },
  {
    title: 'images.tar, by a release without the images for arm64',
    alter: (files) => {
      const inputs = smallInputs('registry.example.com');
      const images = inputs.images.map(({ name, platforms }) => ({ name, platforms: platforms.slice(0, 1) }));
      files.set('images.tar', assembleRelease({ ...inputs, images }).files.get('images.tar') ?? Buffer.alloc(0));
    },
    failed: ['images.tar can be read'],
  },
  {
    title: 'images.tar, by one with more images',
    alter: (files) => {
      const { images } = assembleRelease(smallInputs('registry.example.com'));
      const more = images.map((image) => ({ ...image, reference: `more.${image.reference}` }));
      files.set('images.tar', imagesArchive([...images, ...more]));
    },
    failed: ['images of images.tar'],
  },
  {
    title: 'images.tar, by a file that only other programs see',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      files.set('images.tar', Buffer.concat([hiddenFromNode(tarEntry('index.json', '{}')), archive]));
    },
    failed: ['images of images.tar'],
  },
  {
    title: 'images.tar, by a link',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      files.set('images.tar', Buffer.concat([tarEntry('../link', '', '2'), archive]));
    },
    failed: ['images.tar can be read'],
  },
  {
    title: 'images.tar, by another size of an image in index.json',
    alter: (files) => {
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      const at = archive.indexOf('"size":', archive.indexOf('index.json')) + '"size":'.length;
      archive.write('1', at);
    },
    failed: ['images of images.tar'],
  },
  {
    title: 'images.tar, by a second index.json before the first',
    alter: (files) => {
      const more = gunzipSync(tarball([{ path: 'index.json', content: Buffer.from('{"manifests":[]}') }]));
      const archive = files.get('images.tar') ?? Buffer.alloc(0);
      files.set('images.tar', Buffer.concat([more.subarray(0, 1024), archive]));
    },
    failed: ['images of images.tar'],
  },
];
