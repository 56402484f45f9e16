import { expect, test } from 'vitest';
import { emptyValue, readFieldGroup } from '../../src/documents/fields.ts';
import { propertyLabel } from '../../src/forms/labels.ts';

function constraint(name: string, parameters: object = {}) {
  return { 'entity-type': 'validation_constraint', name, parameters };
}

const schema = {
  name: 'contract',
  '@prefix': 'ctr',
  fields: {
    number: {
      type: 'string',
      constraints: [
        constraint('NotNullConstraint'),
        constraint('LengthConstraint', { Maximum: '9' }),
      ],
    },
    status: { type: 'string', constraints: [constraint('EnumConstraint', { Values: 'a,b' })] },
    scan: 'blob',
    annexes: 'blob[]',
    countries: {
      type: 'string[]',
      constraints: [],
      itemConstraints: [constraint('directoryResolver', { directory: 'country' })],
    },
    parties: { type: 'complex[]', fields: { name: 'string', tags: 'string[]' } },
  },
};

test('a schema is read with what its values must fulfil, and what they refer to', () => {
  const { fields } = readFieldGroup(schema);
  const [number, status, scan, annexes, countries, parties] = fields;
  expect(number).toMatchObject({
    name: 'ctr:number',
    kind: 'string',
    rules: { isRequired: true, maxLength: 9 },
  });
  expect(status?.rules.choices).toEqual(['a', 'b']);
  expect(scan?.kind).toBe('blob');
  expect(annexes?.item?.kind).toBe('blob');
  expect(countries?.item?.reference).toEqual({ kind: 'entry', directory: 'country' });
  expect(parties?.item?.parts.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'name string',
    'tags list',
  ]);
});

test('a schema without a prefix has its name as the prefix', () => {
  const { fields } = readFieldGroup({ name: 'file', fields: { content: 'blob' } });
  expect(fields[0]?.name).toBe('file:content');
});

test('an item that is added has all parts', () => {
  const parties = readFieldGroup(schema).fields.at(-1);
  expect(parties?.item && emptyValue(parties.item)).toEqual({ name: null, tags: [] });
});

test('fields without a text of their own are named after themselves', () => {
  expect(propertyLabel('dc:title', 'fr')).toBe('Titre');
  expect(propertyLabel('ctr:startDate', 'en')).toBe('Start date');
  expect(propertyLabel('x:is_old-URL', 'en')).toBe('Is old URL');
});
