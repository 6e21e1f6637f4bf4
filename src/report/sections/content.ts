import type { ImageContentView, LayerView } from '../../views/image-content-view.ts';
import type { PackageView } from '../../views/packages.ts';
import type { ReportView } from '../../views/report-view.ts';
import { sizeText } from '../../views/size-text.ts';
import { markup, type Html } from '../markup.ts';
import { bar, BAR_WIDTH, type Section } from './section.ts';

/** Returns the layers of the image by size, with those that the previous image lacks. */
export function contentSection({ content }: ReportView): Section | undefined {
  if (content === undefined) return undefined;
  const largest = Math.max(1, ...content.layers.map(({ sizeBytes }) => sizeBytes));
  const layers = content.layers.toSorted((one, other) => other.sizeBytes - one.sizeBytes);
  return {
    id: 'layers',
    title: 'Layers',
    content: markup`<p>${summary(content)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Layer</th>
            <th scope="col">Compared</th>
            <th scope="col" class="number">Size</th>
            <th scope="col" class="bar">From 0 B to ${sizeText(largest)}</th>
          </tr>
        </thead>
        <tbody>
          ${layers.map((layer) => row(layer, largest))}
        </tbody>
      </table>`,
  };
}

function summary({ layers, sizeBytes, newBytes, isCompared }: ImageContentView): string {
  const whole = `The image has ${layers.length} layers of ${sizeText(sizeBytes)}, compressed.`;
  return isCompared ? `${whole} ${sizeText(newBytes)} are new; the previous image has the other layers.` : whole;
}

function row({ what, digest, sizeBytes, isNew }: LayerView, largest: number): Html {
  const compared = isNew === undefined ? '' : isNew ? 'new' : 'reused';
  const width = (sizeBytes / largest) * BAR_WIDTH;
  return markup`<tr>
    <th scope="row">${what}<br /><code class="muted">${digest.slice(0, 19)}</code></th>
    <td>${compared}</td>
    <td class="number">${sizeText(sizeBytes)}</td>
    <td class="bar">${bar(0, width, isNew === false ? 'reused' : 'new')}</td>
  </tr>`;
}

/** Returns the packages in the software bill of materials of the image. */
export function packagesSection({ content }: ReportView): Section | undefined {
  const packages = content?.packages;
  if (packages === undefined || packages.length === 0) return undefined;
  return {
    id: 'packages',
    title: 'Packages',
    content: markup`<details>
      <summary>${packages.length} packages in the software bill of materials</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Package</th>
            <th scope="col">Version</th>
            <th scope="col">Buildpack</th>
          </tr>
        </thead>
        <tbody>
          ${packages.map(packageRow)}
        </tbody>
      </table>
    </details>`,
  };
}

function packageRow({ name, version, buildpack }: PackageView): Html {
  return markup`<tr>
    <th scope="row">${name}</th>
    <td>${version}</td>
    <td>${buildpack}</td>
  </tr>`;
}
