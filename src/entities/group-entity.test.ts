import { describe, expect, test } from 'vitest';
import type { Group } from '../model/user.ts';
import { readGroupEntity, writeGroupEntity } from './group-entity.ts';

const group: Group = {
  groupname: 'editors',
  label: 'Editors',
  description: null,
  tenantId: null,
};

describe('the group entity', () => {
  test('has five keys, and of the relations those that were asked for', () => {
    const entity = {
      'entity-type': 'group',
      groupname: 'editors',
      grouplabel: 'Editors',
      id: 'editors',
      properties: {
        groupname: 'editors',
        grouplabel: 'Editors',
        description: null,
        tenantId: null,
      },
    };
    expect(writeGroupEntity(group)).toEqual(entity);
    const values = { memberUsers: ['ann'], memberGroups: [], parentGroups: ['staff'] };
    const fetch = ['memberUsers', 'parentGroups', 'other'];
    expect(writeGroupEntity(group, { fetch, values })).toEqual({
      ...entity,
      memberUsers: ['ann'],
      parentGroups: ['staff'],
    });
  });

  test('may carry name and label at the top or among the properties; the top name wins', () => {
    expect(
      readGroupEntity({ groupname: 'top', properties: { groupname: 'inner' } }).groupname,
    ).toBe('top');
    expect(readGroupEntity({ properties: { groupname: 'inner' } }).groupname).toBe('inner');
    expect(readGroupEntity({ groupname: '' }).groupname).toBeUndefined();
  });

  test('is named by the id, and what the properties say beside it is ignored', () => {
    const input = { id: 'named', groupname: 'top', properties: { groupname: 'inner' } };
    expect(readGroupEntity(input).groupname).toBe('named');
    expect(readGroupEntity({ ...input, id: '' }).groupname).toBe('top');
  });

  test.each([
    [{ grouplabel: 'top', properties: { grouplabel: 'inner' } }, 'top'],
    [{ grouplabel: '', properties: { grouplabel: 'inner' } }, ''],
    [{ grouplabel: null, properties: { grouplabel: 'inner' } }, 'inner'],
    [{ grouplabel: 'top' }, 'top'],
    [{ properties: { grouplabel: 'inner' } }, 'inner'],
    [{ properties: { grouplabel: null } }, null],
    [{ grouplabel: null }, null],
    [{}, undefined],
  ])('of the labels in %j the one at the top wins', (entity, expected) => {
    expect(readGroupEntity(entity).label).toBe(expected);
  });

  test('does not change lists that are absent', () => {
    const input = readGroupEntity({ groupname: 'g', memberUsers: ['ann'], memberGroups: null });
    expect(input).toMatchObject({ memberUsers: ['ann'], memberGroups: [] });
    expect(input).not.toHaveProperty('parentGroups');
  });

  test.each([
    [{ groupname: 1 }, 'groupname'],
    [{ grouplabel: [] }, 'grouplabel'],
    [{ properties: { description: 5 } }, 'description'],
    [{ memberUsers: 'ann' }, 'memberUsers'],
    [{ parentGroups: [null] }, 'parentGroups[0]'],
  ])('%j is refused by naming the member', (entity, name) => {
    expect(() => readGroupEntity(entity)).toThrow(`${name}: must`);
  });
});
