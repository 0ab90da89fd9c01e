import type { CompanyId } from '@frankly/contracts/identity';

/** One 256-bit key per data subject. Forgetting a subject drops the key for good; its sealed fields are unreadable then. */
export interface SubjectKeys {
  /** The keys of these subjects, made where missing; null for the forgotten. */
  obtain(companyId: CompanyId, subjectIds: readonly string[]): Promise<Map<string, Buffer | null>>;
  /** The keys that exist; null for the forgotten and the unknown. */
  find(subjects: readonly { companyId: CompanyId; subjectId: string }[]): Promise<Map<string, Buffer | null>>;
  forget(companyId: CompanyId, subjectId: string): Promise<void>;
}

/** Key of the map that `find` answers. */
export const subjectKeyName = (companyId: string, subjectId: string): string => `${companyId}/${subjectId}`;
