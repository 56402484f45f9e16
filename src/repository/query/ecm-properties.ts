import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ValueType } from '../../storage/json-sql.ts';
import { indexedColumn } from './indexed-columns.ts';
import { type TextsOfList, textsOfList } from './json-lists.ts';
import { propertiesOf } from './large-rows.ts';
import type { ListReference, Resolved, ScalarReference, ValueSql } from './resolved.ts';
import { contentColumn, rowColumn, type SqlContext, targetAlias } from './sql-context.ts';

const noVariables = { variables: [] } as const;

function scalar(type: ValueType, value: ValueSql): ScalarReference {
  return { kind: 'scalar', type, value, ...noVariables };
}

function flag(value: ValueSql): ScalarReference {
  return { ...scalar('boolean', value), isFlag: true };
}

const never: ValueSql = () => undefined;
const no: ValueSql = () => 0;

/** A column that only rows of one branch have, with a constant for other rows. */
function only(
  branch: SqlContext['branch'],
  value: ValueSql,
  { otherwise = never }: { otherwise?: ValueSql } = {},
): ValueSql {
  return (context) => (context.branch === branch ? value(context) : otherwise(context));
}

/** A column of a version, and for a proxy, of the version it shows. */
function ofVersion(column: string, otherwise: ValueSql = never): ValueSql {
  return (context) => {
    if (context.branch === 'live') return otherwise(context);
    return contentColumn(context, column);
  };
}

function isCheckedIn(context: SqlContext): RawBuilder<unknown> | number {
  if (context.branch === 'version') return 0;
  const isLive = sql`${contentColumn(context, 'is_version')} = 0`;
  return sql`case when ${isLive} and ${contentColumn(context, 'is_checked_out')} = 0
    then 1 else 0 end`;
}

function versionLabel(context: SqlContext): RawBuilder<unknown> | undefined {
  if (context.branch === 'live') return undefined;
  const { scalar: read } = context.dialect.json;
  const base = propertiesOf(context);
  const number = (key: string) => sql`cast(${read({ base, keys: [key] }, 'long')} as text)`;
  const label = sql`${number('uid:major_version')} || '.' || ${number('uid:minor_version')}`;
  return sql`case when ${contentColumn(context, 'is_version')} = 1 then ${label} end`;
}

/** For a version, its live document; for a proxy, that of the version it shows. */
function versionVersionableId(context: SqlContext): RawBuilder<unknown> | undefined {
  if (context.branch === 'live') return undefined;
  if (context.branch === 'version') return rowColumn('series_id');
  const target = (column: string) => sql.ref(`${targetAlias}.${column}`);
  return sql`case when ${target('is_version')} = 1 then ${target('series_id')} end`;
}

const blobKeys: ListReference = {
  kind: 'list',
  itemType: 'string',
  source: {
    rows: (context, alias) => [
      {
        from: sql`${sql.table('blob_reference')} as ${sql.ref(alias)}`,
        on: sql`${sql.ref(`${alias}.document_id`)} = ${contentColumn(context, 'id')}`,
      },
    ],
    order: (_context, alias) => sql.ref(`${alias}.xpath`),
  },
  item: (_context, alias) => sql.ref(`${alias}.blob_key`),
  isSet: (context) => sql<SqlBool>`exists (select 1 from ${sql.table('blob_reference')}
    where document_id = ${contentColumn(context, 'id')})`,
  ...noVariables,
};

/** Such lists are not stored yet. */
const emptyList: ListReference = {
  kind: 'list',
  itemType: 'string',
  source: undefined,
  item: () => sql`null`,
  isSet: () => false,
  ...noVariables,
};

/** Where the tags of documents are. */
export const tagLabels: TextsOfList = { property: 'nxtag:tags', field: 'label' };

export const ecmUuid: ScalarReference = {
  ...scalar('string', () => rowColumn('id')),
  isKey: true,
};

/** The path as a value for columns and sorting; conditions treat it specially. */
export const pathValue = scalar(
  'string',
  only('live', () => rowColumn('path'), {
    otherwise: only('proxy', () => rowColumn('path')),
  }),
);

const isVersion: ScalarReference = {
  ...flag((context) => (context.branch === 'version' ? 1 : 0)),
  isVersionFlag: true,
};

/** All `ecm:` properties except those with parts, ACL entries and full text. */
export const ecmProperties: ReadonlyMap<string, Resolved> = new Map<string, Resolved>([
  ['ecm:uuid', ecmUuid],
  [
    'ecm:name',
    {
      kind: 'scalar',
      type: 'string',
      ...indexedColumn('name', { isOfContent: false }),
      ...noVariables,
    },
  ],
  ['ecm:path', { kind: 'special', name: 'path' }],
  [
    'ecm:parentId',
    {
      ...scalar('string', (c) => (c.branch === 'version' ? undefined : rowColumn('parent_id'))),
      isKey: true,
    },
  ],
  ['ecm:ancestorId', { kind: 'special', name: 'ancestorId' }],
  ['ecm:pos', scalar('long', (c) => (c.branch === 'version' ? undefined : rowColumn('position')))],
  ['ecm:primaryType', scalar('string', () => rowColumn('primary_type'))],
  ['ecm:mixinType', { kind: 'special', name: 'mixinType' }],
  ['ecm:currentLifeCycleState', scalar('string', (c) => contentColumn(c, 'lifecycle_state'))],
  ['ecm:isVersion', isVersion],
  ['ecm:isCheckedInVersion', isVersion],
  ['ecm:isProxy', { kind: 'special', name: 'isProxy' }],
  ['ecm:isTrashed', flag(() => rowColumn('is_trashed'))],
  ['ecm:isCheckedIn', flag(isCheckedIn)],
  ['ecm:isLatestVersion', flag(ofVersion('is_latest_version', no))],
  ['ecm:isLatestMajorVersion', flag(ofVersion('is_latest_major_version', no))],
  ['ecm:isRecord', flag(no)],
  ['ecm:isFlexibleRecord', flag(no)],
  ['ecm:hasLegalHold', flag(no)],
  ['ecm:retainUntil', scalar('date', never)],
  ['ecm:retainedProperties', emptyList],
  ['ecm:blobKeys', blobKeys],
  ['ecm:versionLabel', scalar('string', versionLabel)],
  ['ecm:versionDescription', scalar('string', ofVersion('version_description'))],
  ['ecm:versionCreated', scalar('date', ofVersion('version_created_at'))],
  ['ecm:versionVersionableId', scalar('string', versionVersionableId)],
  [
    'ecm:proxyTargetId',
    scalar(
      'string',
      only('proxy', () => rowColumn('proxy_target_id')),
    ),
  ],
  [
    'ecm:proxyVersionableId',
    scalar(
      'string',
      only('proxy', (c) => contentColumn(c, 'series_id')),
    ),
  ],
  ['ecm:lockOwner', scalar('string', () => rowColumn('lock_owner'))],
  ['ecm:lockCreated', scalar('date', () => rowColumn('lock_created_at'))],
  ['ecm:tag', textsOfList(tagLabels)],
  ['ecm:fulltextScore', { kind: 'special', name: 'score' }],
  ['ecm:fulltextJobId', scalar('string', never)],
]);
