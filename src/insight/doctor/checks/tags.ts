import { boundedNames } from '../../../core/model/bounded-messages.ts';
import type { ClusterFacts } from '../cluster-facts.ts';
import { found, ok, whenRead, type Finding } from '../finding.ts';

const MAX_TAGS = 10;
const MAX_IMAGES = 5;

/** Checks that no Images of different namespaces push to one tag. The Images themselves say nothing about other namespaces. */
export function checkTags({ sharedTags }: ClusterFacts): readonly Finding[] {
  return whenRead('tags', sharedTags, 'the tags of all Images', (tags) => {
    if (tags.length === 0) return [ok('tags', 'No Images of different namespaces push to one tag.')];
    const findings = tags.slice(0, MAX_TAGS).map(({ tag, images }) => sharedTag(tag, boundedNames(images, MAX_IMAGES)));
    const left = tags.length - findings.length;
    return left === 0 ? findings : [...findings, warning(`${left} more tags have the same problem.`)];
  });
}

function sharedTag(tag: string, images: string): Finding {
  return warning(
    `Images of different namespaces push to ${tag}, and each replaces the image of the others: ${images}.`,
  );
}

function warning(text: string): Finding {
  return found(
    'tags',
    'warning',
    text,
    'Give all but one Image another tag: to change spec.tag, delete the Image and create it again. Give each namespace a login for its own repositories only.',
  );
}
