import { describe, expect, test } from 'vitest';
import type { Group } from '../model/user.ts';
import { chooseLabel, readGroupEntity, writeGroupEntity } from './group-entity.ts';

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

  test.each([
    [{ topLabel: 'new', propertyLabel: 'old' }, 'new'],
    [{ topLabel: 'old', propertyLabel: 'new' }, 'new'],
    [{ topLabel: 'new', propertyLabel: undefined }, 'new'],
    [{ topLabel: undefined, propertyLabel: 'new' }, 'new'],
    [{ topLabel: undefined, propertyLabel: null }, null],
    [{ topLabel: undefined, propertyLabel: undefined }, undefined],
  ])('of the labels %j the changed one is meant', (labels, expected) => {
    expect(chooseLabel(labels, 'old')).toBe(expected);
  });

  test('says nothing about lists that are absent', () => {
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
