import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Width of an element in whole px, kept current. */
export function useWidth<E extends HTMLElement>(first = 640): [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(Math.round(element.clientWidth) || first);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [first]);
  return [ref, width];
}
