import fc from 'fast-check';

/** What nobody means to send. */
export const naughty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, -1, 0.5, 1e308, 2 ** 53, -(2 ** 31), 99_999_999_999, '', ' ', '\u0000', '\ud800', 'NaN', [], {}, [
    [],
  ]),
  fc.constantFrom(
    "'; drop table events; --",
    '%00',
    '../../etc/passwd',
    '{{7*7}}',
    '<script>',
    '\u202e\u0300',
    '9999-12-31T23:59:59Z',
  ),
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '01-01-0001_31-12-9999',
    '31-02-2026_01-01-2026',
    'constructor',
    '__proto__',
    'toString',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ minLength: 200, maxLength: 12_000 }),
  fc.jsonValue(),
);

/** The body with a few of its values replaced, removed or joined by others. */
export const mangled = (body: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(fc.tuple(fc.nat(), naughty, fc.constantFrom('replace', 'remove', 'add')), { minLength: 1, maxLength: 3 })
    .map((changes) => {
      const root = { body: structuredClone(body) };
      for (const [at, drawn, how] of changes) {
        // One drawn before may be put into it by a later change.
        const value = structuredClone(drawn);
        const places = placesIn(root);
        const [holder, key] = places[at % places.length]!;
        if (how === 'remove' && holder !== root) delete holder[key];
        else if (how === 'add' && typeof holder[key] === 'object' && holder[key])
          Object.assign(holder[key], { [String(typeof value === 'object' ? JSON.stringify(value) : value)]: value });
        else holder[key] = value;
      }
      return root.body;
    });

type Holder = Record<string, unknown>;
const placesIn = (holder: Holder): [Holder, string][] =>
  Object.keys(holder).flatMap((key) => [
    [holder, key] as [Holder, string],
    ...(holder[key] !== null && typeof holder[key] === 'object' ? placesIn(holder[key] as Holder) : []),
  ]);
