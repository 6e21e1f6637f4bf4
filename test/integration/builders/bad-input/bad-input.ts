import type { FakeAnswer, FakeRequest } from '../../registry/client-fake-registry.ts';
import type { Documents } from './some-documents.ts';
import type { GoodImages, Images } from './some-images.ts';

/** The registry of the row's images and the tag of the row's builder. */
export interface Place {
  /** A registry that serves the row's answers. `F` in an expected message stands for its address. */
  readonly source: string;
  /** Another registry, which serves no image. Expected messages write `E`. */
  readonly elsewhere: string;
  /** `registry/repository` of the builder (`B`) in a working registry (`R`). */
  readonly target: string;
}

/** The command that runs: `inspect` of an image of the source. */
export type Command = 'builder publish' | 'builder digest' | 'resolve' | readonly ['inspect', string];

type Answer = FakeAnswer | ((place: Place, good: GoodImages) => FakeAnswer);

/** An invalid input of a user or of a registry, and all problems that are reported. */
export interface BadInput {
  readonly what: string;
  /** The default is `builder publish`. */
  readonly command?: Command;
  /** Images that are added to the valid images or replace them. */
  readonly images?: (good: GoodImages) => Images;
  /** The response of the source registry before it looks for images. */
  readonly answer?: (request: FakeRequest, place: Place, good: GoodImages) => FakeAnswer | undefined;
  /** The objects, or raw text instead of objects. The default is the valid objects. */
  readonly documents?: (good: Documents, place: Place, images: GoodImages) => readonly object[] | string;
  /** The lines of standard error. Names of objects replace digests. */
  readonly says: readonly string[];
}

/** The response to every request for such a path. */
export function to(path: RegExp, answer: Answer): NonNullable<BadInput['answer']> {
  return (request, place, good) => {
    if (!path.test(request.path)) return undefined;
    return typeof answer === 'function' ? answer(place, good) : answer;
  };
}

/** A digest that no image has. */
export function digestOf(digit: string): string {
  return `sha256:${digit.repeat(64)}`;
}
