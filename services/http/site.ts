/** Where Frankly is on the web, and what stands around it. */
export interface Site {
  /** Its own address, e.g. https://frankly.example; companies are at the labels below it. No slash at the end. */
  url: string;
  /** What a relative logo is resolved against; ends with a slash. */
  cdn: string;
  /** Where Frankly's own staff sign in, or null: then Ctrl+G does nothing. */
  staffLoginUrl: string | null;
  recaptcha: Recaptcha | null;
  /** Asked for DNS records instead of the machine's own resolvers, as `address:port`. */
  dns?: string | undefined;
}

export interface Recaptcha {
  siteKey: string;
  secret: string;
  verifyUrl: string;
}
