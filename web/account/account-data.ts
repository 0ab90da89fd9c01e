/** What the server writes into the JSON attribute `data-account` of `#account-data`. */
export interface AccountData {
  view: 'register' | 'password' | 'link' | 'choice';
  /** Name of the company whose address this is, if it is one's. */
  company: string | null;
  logo: string;
  /** Where to go on afterwards. */
  redirect: string;
}
