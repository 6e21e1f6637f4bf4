import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** The visible part of a list that scrolls, in pixels. */
export interface Viewport {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

const FIRST: Viewport = { top: 0, height: 800, rowHeight: 40 };

/** Follows the scrolling and the size of a region. The style sheet decides the height of a row, which depends on the size of texts. */
export function useViewport(region: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState(FIRST);
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const row = element.querySelector<HTMLElement>('.row');
      const next = { top: element.scrollTop, height: element.clientHeight, rowHeight: row?.offsetHeight ?? 0 };
      setViewport((last) => {
        const rowHeight = next.rowHeight > 0 ? next.rowHeight : last.rowHeight;
        const isSame = last.top === next.top && last.height === next.height && last.rowHeight === rowHeight;
        return isSame ? last : { ...next, rowHeight };
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);
  return viewport;
}
