/** What the server wrote into a JSON attribute of an element, over what holds when it wrote nothing. */
export function readPageData<T extends { logo: string }>(element: HTMLElement | null, attribute: string, blank: T): T {
  const written = element?.dataset[attribute];
  const data = written ? { ...blank, ...(JSON.parse(written) as Partial<T>) } : blank;
  return { ...data, logo: logoAddress(data.logo, element?.dataset['cdn']) };
}

/** A relative path is below the CDN; an address that cannot be read shows no logo. */
export function logoAddress(logo: string, cdn = '/'): string {
  if (!logo) return '';
  try {
    return new URL(logo, new URL(cdn, window.location.href)).href;
  } catch {
    return '';
  }
}

/** Something, @, something, dot, something. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
