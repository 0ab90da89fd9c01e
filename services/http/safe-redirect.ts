const here = 'http://frankly.invalid';

/** The path to go on to, or `/` when the address is none of this site. */
export function safeRedirect(address: string | undefined): string {
  if (!address?.startsWith('/') || !URL.canParse(address, here)) return '/';
  const { origin, pathname, search, hash } = new URL(address, here);
  // A path like //other.example is another site to a browser.
  return origin === here && !pathname.startsWith('//') ? pathname + search + hash : '/';
}
