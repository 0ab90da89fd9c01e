import { Resolver } from 'node:dns/promises';

const patienceMs = 3_000;

/** What the DNS of a company's own domain has to show. */
export const domainRecord = (domain: string, token: string) =>
  ({ name: `_frankly.${domain}`, type: 'TXT', value: `frankly-verification=${token}` }) as const;

/** Whether the DNS shows it now. `server` is asked instead of the machine's own resolvers, as `address:port`. */
export async function showsProof(domain: string, token: string, server?: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: patienceMs, tries: 2 });
  if (server) resolver.setServers([server]);
  const { name, value } = domainRecord(domain, token);
  try {
    const records = await resolver.resolveTxt(name);
    // A long text comes in pieces.
    return records.some((pieces) => pieces.join('') === value);
  } catch {
    return false;
  }
}
