import { expect } from 'chai';
import { withAbsoluteLinks, withoutLinks } from '../../../../src/install/helm/chart-value.ts';

/** Links of docs/reference/settings.md, and their paths in the repository. */
const LINKS = {
  '../how-to/warm-nodes.md': 'docs/how-to/warm-nodes.md',
  '../explanation/security.md#volumes': 'docs/explanation/security.md#volumes',
  'limits.md': 'docs/reference/limits.md',
};

describe('a setting of the chart', () => {
  for (const [link, file] of Object.entries(LINKS))
    it(`names the file of the link ${link}`, () => {
      expect(withoutLinks(`See [the page](${link}).`)).to.equal(`See the page: ${file}.`);
      expect(withAbsoluteLinks(`See [the page](${link}).`)).to.match(new RegExp(`\\(https://[^()]+/${file}\\)\\.$`));
    });
});
