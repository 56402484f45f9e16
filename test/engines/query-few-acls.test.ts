import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentId } from '../../src/base/ids.ts';
import { grantAce } from '../../src/model/acl.ts';
import { queryPage, StatementLog } from '../support/deep-store.ts';
import { engines } from '../support/engines.ts';
import { openTestRepository, type TestRepository } from '../support/repository.ts';
import { denyAll } from '../support/security.ts';

const everything = 1_000;
const openNames = ['open-0', 'open-1', 'open-2'];

/** Such queries look for what each ACL has by itself, and put it together. */
const texts = [
  'SELECT * FROM Note WHERE ecm:isVersion = 0 ORDER BY dc:created DESC',
  'SELECT * FROM Note WHERE ecm:isVersion = 0 ORDER BY dc:created',
  'SELECT * FROM Note, File WHERE ecm:isVersion = 0 ORDER BY dc:created DESC',
  'SELECT * FROM Note WHERE ecm:isVersion = 0 ORDER BY dc:created DESC, dc:title',
  "SELECT * FROM Note WHERE dc:created > DATE '2024-01-05' AND ecm:isVersion = 0 ORDER BY dc:created DESC",
] as const;

describe.each(engines)('queries of a user of few ACLs on %s', (engine) => {
  let repository: TestRepository;
  let openIds: ReadonlySet<DocumentId>;

  beforeAll(async () => {
    repository = await openTestRepository(engine);
    const { system, workspaces } = repository;
    const open = new Set<DocumentId>();
    for (const [folderAt, name] of [...openNames, 'closed'].entries()) {
      const folder = await system.create(workspaces.id, { name, type: 'Folder' });
      const own = name === 'closed' ? [] : [grantAce('reader', 'Read', name)];
      await system.setAcl(folder.id, [...own, denyAll]);
      for (let n = 0; n < 12; n += 1) {
        const day = String(1 + ((n * 5 + folderAt) % 9)).padStart(2, '0');
        const { id } = await system.create(folder.id, {
          name: `note-${n}`,
          type: n % 4 === 0 ? 'File' : 'Note',
          properties: {
            'dc:title': `title ${(n * 7) % 5}`,
            'dc:created': Date.parse(`2024-01-${day}T00:00:00Z`),
          },
        });
        if (name !== 'closed') open.add(id);
      }
    }
    openIds = open;
  });
  afterAll(() => repository.close());

  async function idsOf(user: 'system' | 'reader', text: string, offset = 0, limit = everything) {
    const actor = user === 'system' ? repository.system : repository.user('reader');
    const { documents } = await queryPage(actor, { text, offset, limit });
    return documents.map(({ id }) => id);
  }

  test.each(texts)('are what the administrator finds, without what is hidden: %s', async (text) => {
    const wanted = (await idsOf('system', text)).filter((id) => openIds.has(id));
    expect(wanted.length).toBeGreaterThan(10);
    expect(await idsOf('reader', text)).toEqual(wanted);
    for (let offset = 0; offset < wanted.length; offset += 4) {
      expect(await idsOf('reader', text, offset, 4)).toEqual(wanted.slice(offset, offset + 4));
    }
  });

  test.runIf(engine === 'postgres')('are planned for one ACL, not for each', async () => {
    const log = new StatementLog();
    const page = { text: texts[0], offset: 0, limit: 10 };
    await queryPage(repository.user('reader'), page, log.tap);
    // That of live documents, and that of proxies.
    const paging = log.statements.find(({ sql }) => /\boffset\b/.test(sql));
    expect(paging?.sql.match(/"document" as "d"/g)).toHaveLength(2);
  });
});
