import fc from 'fast-check';

export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  format?: string;
}

/** Fields by whose name a value is found that gets further than chance would. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** Values much like those that a schema of the API's description asks for. */
export function fromJsonSchema(schema: JsonSchema, known: Known, field = ''): fc.Arbitrary<unknown> {
  if (known[field]) return fc.constantFrom(...known[field]);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromJsonSchema(one, known)));
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, one]) => [name, fromJsonSchema(one, known, name)] as const,
      );
      if (fields.length === 0)
        return fc.dictionary(fc.constantFrom('region_c', 'store_c', 'x'), fc.constantFrom('North', 'x'), { maxKeys: 2 });
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(schema.required ?? [])] });
    }
    case 'array':
      return fc.array(fromJsonSchema(schema.items ?? {}, known, field), { maxLength: 3 });
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: 1, max: 60 });
    case 'null':
      return fc.constant(null);
    default:
      if (schema.format === 'date-time') return fc.constantFrom('2027-01-01T00:00:00Z', '2020-01-01T00:00:00Z');
      return fc.constantFrom('North', 'A name', 'x');
  }
}
