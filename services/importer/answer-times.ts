import { TZDate, tz } from '@date-fns/tz';
import { invalid } from '@frankly/contracts/errors';
import { format, isValid, parse, parseISO } from 'date-fns';

const dayMs = 86_400_000;
const rememberedTimes = 50_000;
/** Earlier ones are years written with two digits where the form says four. */
const earliestYear = 1900;

/** Reads times as ISO 8601 in UTC; null when the text is not a time of this form. */
export type TimeReader = (text: string) => string | null;

/**
 * Times without a zone are those of `timeZone`; a day without a time is its midnight. Without a form, ISO 8601 is read.
 * `today` says which century a year of two digits means. @throws DomainError when the form itself cannot be
 */
export function timeReader(form: string | undefined, timeZone: string, today: Date): TimeReader {
  checkForm(form, today);
  const namesZone = form !== undefined && /[XxtTOz]/.test(form.replace(/'[^']*'/g, ''));

  const inZone = zoneClock(timeZone);
  const timeOf = (text: string): Date => {
    if (form === undefined) return parseISO(text, { in: tz(timeZone) });
    if (namesZone) return parse(text, form, today, { in: tz('UTC') });
    const local = parse(text, form, today);
    return inZone(clockIsSteady(local) ? local : parse(text, form, today, { in: tz('UTC') }));
  };
  const read = (text: string): string | null => {
    const time = timeOf(text);
    return isValid(time) ? new Date(time.getTime()).toISOString() : null;
  };

  const remembered = new Map<string, string | null>();
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (remembered.size >= rememberedTimes) remembered.clear();
    const time = read(text);
    remembered.set(text, time);
    return time;
  };
}

function checkForm(form: string | undefined, today: Date): void {
  if (form === undefined) return;
  try {
    format(today, form);
    parse('', form, today);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(';')[0] : String(error);
    throw invalid({ path: '--date-format', message: `${reason}. A form looks like dd/MM/yyyy or yyyy-MM-dd HH:mm.` });
  }
}

/** Parsing by this machine's clock is four times as fast, and right unless its clock is changed about then. */
function clockIsSteady(time: Date): boolean {
  const offset = (at: number) => new Date(at).getTimezoneOffset();
  return !isValid(time) || offset(time.getTime() - dayMs) === offset(time.getTime() + dayMs);
}

/** The moment at which the clocks of the zone show what a time shows here. Days are remembered: most are 24 hours long. */
function zoneClock(timeZone: string): (time: Date) => Date {
  const days = new Map<number, { start: number; steady: boolean }>();
  const dayOf = (year: number, month: number, date: number) => {
    const key = Date.UTC(year, month, date);
    const known = days.get(key);
    if (known) return known;
    const start = new TZDate(year, month, date, timeZone).getTime();
    const day = { start, steady: new TZDate(year, month, date + 1, timeZone).getTime() - start === dayMs };
    days.set(key, day);
    return day;
  };
  return (time) => {
    const [year, month, date] = [time.getFullYear(), time.getMonth(), time.getDate()];
    if (!isValid(time) || year < earliestYear) return new Date(Number.NaN);
    const [hours, minutes, seconds, ms] = [time.getHours(), time.getMinutes(), time.getSeconds(), time.getMilliseconds()];
    const { start, steady } = dayOf(year, month, date);
    if (steady) return new Date(start + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms);
    return new TZDate(year, month, date, hours, minutes, seconds, ms, timeZone);
  };
}
