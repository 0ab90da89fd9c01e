import type { SecuritySettings } from '@frankly/contracts/security';
import { securityFrom } from '@frankly/projections/identity/company-security';
import type { UserStatus } from '@frankly/projections/identity/users';
import type { Account } from '../identity/accounts.ts';
import type { Device } from '../identity/devices.ts';
import type { Platform } from '../platform.ts';

export interface AccountThere extends Account {
  status: UserStatus | null;
  security: SecuritySettings;
}

/** What there is of an address; all the same, with nothing in it, when there is nothing. */
export interface KnownLogin {
  hash: string;
  passwordHash: string | null;
  enrolled: boolean;
  /** A secret was shown that no code has proven yet. */
  pending: boolean;
  changedAt: Date;
  device: Device;
  accounts: AccountThere[];
}

interface Row {
  password_hash: string | null;
  enrolled: boolean;
  pending: boolean;
  changed_at: Date | null;
  seen_at: Date | null;
  remembered_at: Date | null;
  remembered_until: Date | null;
  accounts: (Account & { status: UserStatus | null; settings: Partial<SecuritySettings> | null })[];
}

/** One statement for known and unknown addresses alike. `device` is the hash of the browser's secret. */
export async function knownLogin({ pool, read }: Platform, hash: string, device: string | null): Promise<KnownLogin> {
  const { rows } = await pool.query<Row>(
    `select l.password_hash, l.mfa_secret is not null as enrolled, l.mfa_pending is not null as pending, l.changed_at,
       d.seen_at, d.remembered_at, d.remembered_until,
       coalesce((
         select json_agg(json_build_object('companyId', a.company_id, 'userId', a.user_id, 'status', u.status,
           'settings', c.settings::json) order by a.company_id)
         from accounts a
         left join ${read.table('users')} u on u.company_id = a.company_id and u.user_id = a.user_id
         left join ${read.table('company_security')} c on c.company_id = a.company_id
         where a.email_hash = asked.email_hash
       ), '[]') as accounts
     from (select $1::text as email_hash) asked
     left join logins l on l.email_hash = asked.email_hash
     left join devices d on d.email_hash = asked.email_hash and d.secret_hash = $2`,
    [hash, device],
  );
  const { password_hash, enrolled, pending, changed_at, seen_at, remembered_at, remembered_until, accounts } = rows[0]!;
  return {
    hash,
    passwordHash: password_hash,
    enrolled,
    pending,
    changedAt: changed_at ?? new Date(0),
    device: { seenAt: seen_at, rememberedAt: remembered_at, rememberedUntil: remembered_until },
    accounts: accounts.map(({ companyId, userId, status, settings }) => ({
      companyId,
      userId,
      status,
      security: securityFrom(settings),
    })),
  };
}
