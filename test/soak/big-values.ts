import type { Random } from '../support/random.ts';
import type { RawRequest } from '../support/raw-http.ts';
import { posting } from './posting.ts';
import { type SoakTarget, vandal } from './soak-place.ts';

const mebibyte = 1024 * 1024;
/** Around what the server bounds: the JSON body by default and at most. */
const sizes = [
  60_000,
  70_000,
  130_000,
  mebibyte,
  7 * mebibyte,
  8 * mebibyte,
  31 * mebibyte,
] as const;

type BigKind = (target: SoakTarget, random: Random) => RawRequest;

const kinds: readonly BigKind[] = [
  bigNote,
  bigNote,
  manyConditions,
  allProperties,
  bigUpload,
  bigLiteral,
  deepJson,
  longList,
  manyCalls,
];

/** Requests whose cost is what is wrong with them. */
export function bigRequest(target: SoakTarget, random: Random): RawRequest {
  return random.pick(kinds)(target, random);
}

/** Names repeat, so that the place does not grow for ever. */
function bigNote({ placePath }: SoakTarget, random: Random): RawRequest {
  const text = 'long words of a note '.repeat(Math.floor(random.pick(sizes) / 21));
  const name = `big-${random.below(4)}`;
  const properties = { 'dc:title': name, 'note:note': text };
  const entity = { 'entity-type': 'document', name, type: 'Note', properties };
  const path = `/api/v1/path${placePath}/folder`;
  return posting(path, Buffer.from(JSON.stringify(entity)));
}

function search(text: string, headers: readonly [string, string][] = []): RawRequest {
  const parameters = new URLSearchParams({ query: text, pageSize: '50' });
  return {
    method: 'GET',
    target: `/nuxeo/api/v1/search/lang/NXQL/execute?${parameters}`,
    headers: [['Authorization', vandal.authorization], ...headers],
  };
}

function manyConditions(_target: SoakTarget, random: Random): RawRequest {
  const property = random.pick(['dc:subjects/*', 'note:note', 'dc:title']);
  const condition = (_: unknown, index: number) => `${property} LIKE '%no such ${index}%'`;
  const conditions = Array.from({ length: 1 + random.below(60) }, condition);
  return search(`SELECT * FROM Note WHERE ${conditions.join(' OR ')}`);
}

function allProperties(): RawRequest {
  return search('SELECT * FROM Note', [['properties', '*']]);
}

function bigUpload({ ids }: SoakTarget, random: Random): RawRequest {
  const body = Buffer.alloc(random.pick([mebibyte, 20 * mebibyte, 60 * mebibyte]), 'content ');
  return posting(`/api/v1/upload/${ids.batch}/${random.below(3)}`, body, {
    'content-type': 'application/octet-stream',
    'X-File-Name': random.pick(['big.bin', 'big.txt', 'big.pdf', 'big.xml']),
  });
}

function bigLiteral(_target: SoakTarget, random: Random): RawRequest {
  const literal = 'x'.repeat(random.pick(sizes));
  const text = `SELECT * FROM Document WHERE dc:title = '${literal}'`;
  const request = { params: { query: text, language: 'NXQL' } };
  return posting('/site/automation/Repository.Query', Buffer.from(JSON.stringify(request)));
}

function deepJson(_target: SoakTarget, random: Random): RawRequest {
  const depth = random.pick([10, 63, 64, 65, 1_000, 1_000_000]);
  return posting('/api/v1/path/', Buffer.from(`${'[1,'.repeat(depth)}1${']'.repeat(depth)}`));
}

function longList({ documents }: SoakTarget, random: Random): RawRequest {
  const values = Array.from({ length: random.pick([1_000, 50_000, 50_001]) }, (_, at) => `v${at}`);
  const request = {
    input: `doc:${documents.paths[1]}`,
    params: { properties: { [random.pick(['dc:subjects', 'dc:contributors'])]: values.join(',') } },
  };
  return posting('/site/automation/Document.Update', Buffer.from(JSON.stringify(request)));
}

/** One request that asks for many operations. */
function manyCalls({ documents }: SoakTarget, random: Random): RawRequest {
  const list = Array.from({ length: random.pick([100, 2_000]) }, (_, at) => String(at));
  const request = {
    input: documents.paths[2],
    context: { list },
    params: { id: 'Document.Create', list: 'list', item: 'item', parameters: { type: 'File' } },
  };
  return posting('/site/automation/RunOperationOnList', Buffer.from(JSON.stringify(request)));
}
