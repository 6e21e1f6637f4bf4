import type { FakeAnswer, FakeRequest } from '../../registry/client-fake-registry.ts';
import type { Documents } from './some-documents.ts';
import type { GoodImages, Images } from './some-images.ts';

/** Where the images of a row are, and where its builder would go. */
export interface Place {
  /** A registry that serves what the row says; `F` in what is said. */
  readonly source: string;
  /** Another one that serves nothing; `E`. */
  readonly elsewhere: string;
  /** `registry/repository` of the builder, in a registry with which nothing is wrong; `B`, the registry `R`. */
  readonly target: string;
}

/** What is run; `inspect` of an image of the source. */
export type Command = 'builder publish' | 'builder digest' | 'resolve' | readonly ['inspect', string];

type Answer = FakeAnswer | ((place: Place, good: GoodImages) => FakeAnswer);

/** Something wrong that users, or the registries that they trust, may have, and all that is said of it. */
export interface BadInput {
  readonly what: string;
  /** `builder publish` where not told. */
  readonly command?: Command;
  /** Images beside or in place of the good ones. */
  readonly images?: (good: GoodImages) => Images;
  /** What the source answers before it looks for images. */
  readonly answer?: (request: FakeRequest, place: Place, good: GoodImages) => FakeAnswer | undefined;
  /** The objects, or the text that should be them, where they are not just the good ones. */
  readonly documents?: (good: Documents, place: Place, images: GoodImages) => readonly object[] | string;
  /** Standard error, line by line; digests are named after what they are of. */
  readonly says: readonly string[];
}

/** An answer to all requests of such a path. */
export function to(path: RegExp, answer: Answer): NonNullable<BadInput['answer']> {
  return (request, place, good) => {
    if (!path.test(request.path)) return undefined;
    return typeof answer === 'function' ? answer(place, good) : answer;
  };
}

/** A digest that nothing has. */
export function digestOf(digit: string): string {
  return `sha256:${digit.repeat(64)}`;
}
