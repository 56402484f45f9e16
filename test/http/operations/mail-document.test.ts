// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of messages
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/base/log.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createDocument, createUser } from '../../support/documents.ts';
import { engines } from '../../support/engines.ts';
import {
  type MailReceiver,
  mailFlags,
  mailIsIdle,
  setEmail,
  startMailReceiver,
} from '../../support/mail-receiver.ts';
import { callOperation } from '../../support/operations.ts';

describe.each(engines)('Document.Mail on %s', (engine) => {
  let app: TestApp;
  let receiver: MailReceiver;
  let uid: string;
  const codes: unknown[] = [];
  const log = createLogger('debug', 'json', {
    write: (line) => codes.push(JSON.parse(line).code),
  });

  beforeAll(async () => {
    receiver = await startMailReceiver();
    const flags = { ...mailFlags(receiver), mailAttachmentsMaxMegabytes: 1 };
    app = await startTestApp(engine, flags, log);
    for (const name of ['ann', 'ben', 'cas']) {
      await createUser(app, name, name === 'ann' ? [] : ['members']);
      if (name !== 'cas') await setEmail(app, name, `${name}@example.org`);
    }
    const body = { 'entity-type': 'group', groupname: 'crew', memberUsers: ['ben', 'cas'] };
    expect((await app.request('POST /api/v1/group', { body })).status).toBe(201);
    const properties = { 'dc:title': 'A & B', 'note:note': 'text' };
    uid = (await createDocument(app, { name: 'letter', type: 'Note', properties })).uid;
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });

  const base = { from: 'ann', subject: 'News', message: 'See ${docTitle} at ${docUrl}, ${other}' };
  const send = (params: object, options: object = {}) =>
    callOperation(app, 'Document.Mail', { input: uid, params: { ...base, ...params }, ...options });
  const sent = async (params: object) => {
    await mailIsIdle(app);
    const before = receiver.mails.length;
    const response = await send(params);
    expect([response.status, response.json.uid], response.text).toEqual([200, uid]);
    await mailIsIdle(app);
    return receiver.mails.slice(before);
  };

  test('goes to users, groups and addresses, each once; blind copies are not shown', async () => {
    const mails = await sent({
      to: 'user:ann,group:crew',
      cc: 'Office <office@example.org>',
      bcc: 'boss@example.org,ann',
      replyto: 'ben',
    });
    expect(mails.flatMap(({ to }) => to).sort()).toEqual([
      'ann@example.org',
      'ben@example.org',
      'boss@example.org',
      'office@example.org',
    ]);
    const [{ email, raw, from } = { email: undefined, raw: '', from: '' }] = mails;
    expect(from).toBe('ann@example.org');
    expect(email?.from?.address).toBe('ann@example.org');
    expect(email?.to?.map(({ address }) => address)).toEqual([
      'ann@example.org',
      'ben@example.org',
    ]);
    expect(email?.cc).toEqual([{ name: 'Office', address: 'office@example.org' }]);
    expect(email?.replyTo?.map(({ address }) => address)).toEqual(['ben@example.org']);
    expect(raw).not.toContain('boss@example.org');
    const url = `https://archive.example.org/nuxeo/ui/#!/doc/${uid}`;
    expect(email?.text?.trim()).toBe(`See A & B at ${url}, \${other}`);
    expect(email?.html).toBeUndefined();
  });

  test('is HTML with escaped values, or a text of the server', async () => {
    const [mail] = await sent({ to: 'ann', HTML: true, message: '<b>${docTitle}</b>' });
    expect(mail?.email.html?.trim()).toBe('<b>A &amp; B</b>');
    const [other] = await sent({ to: 'ann', message: 'template:publish' });
    expect(other?.email.text).toContain('“A & B” has been published by Administrator.');
  });

  test('has the files of the document, which are kept until it is sent', async () => {
    const file = await app.request('POST /api/v1/upload');
    const { batchId } = file.json;
    const content = 'x'.repeat(10_000);
    const upload = await app.request(`POST /api/v1/upload/${batchId}/0`, {
      headers: { 'x-file-name': 'données.txt', 'content-type': 'application/octet-stream' },
      body: Buffer.from(content),
    });
    expect(upload.status, upload.text).toBe(201);
    const properties = { 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } };
    const withFile = await createDocument(app, { name: 'with-file', properties });
    const before = receiver.mails.length;
    const params = { ...base, to: 'ann,ben', files: 'file:content,files:files' };
    const call = { input: withFile.uid, params };
    expect((await callOperation(app, 'Document.Mail', call)).status).toBe(200);
    await receiver.waitFor(before + 2);
    await mailIsIdle(app);
    const [attachment] = receiver.mails.at(-1)?.email.attachments ?? [];
    expect(attachment?.filename).toBe('données.txt');
    expect(Buffer.from(attachment?.content as ArrayBuffer).toString()).toBe(content);
    const leases = await app.services.database.read((handle) =>
      handle.all(handle.builder.selectFrom('blob_lease').select('id')),
    );
    expect(leases).toEqual([]);
  });

  test.each([
    ['an unknown name', { to: 'nobody-there' }, /nobody-there/],
    ['no recipient', { to: 'cas' }, /name a recipient/],
    ['a header in an address', { to: 'a@example.org\r\nBcc: x@example.org' }, /, to: /],
    ['several addresses in one', { to: ['"a@example.org, b@example.org"'] }, /, to: /],
    ['an address of 1,000 characters', { to: `${'a'.repeat(1_000)}@example.org` }, /, to: /],
    ['a comment in an address', { to: 'a(b)@example.org' }, /, to: /],
    ['a line end in the subject', { to: 'ann', subject: 'a\r\nBcc: x@example.org' }, /subject/],
    ['a sender who is not known', { from: 'x y', to: 'ann' }, /from/],
    ['a template that is not there', { to: 'ann', message: 'template:nope' }, /template/],
    ['a long text', { to: 'ann', message: 'x'.repeat(1_000_001) }, /message/],
  ])('refuses %s', async (_case, params, message) => {
    const response = await send(params);
    expect([response.status, response.json.message]).toEqual([400, expect.stringMatching(message)]);
  });

  test('leaves out what it cannot resolve when asked to, and can go on after a mistake', async () => {
    const params = { to: 'nobody-there,ann', 'Strict User Resolution': false };
    expect((await sent(params)).flatMap(({ to }) => to)).toEqual(['ann@example.org']);
    expect(await sent({ to: 'nobody-there', rollbackOnError: false })).toEqual([]);
  });

  test('takes files up to the configured size', async () => {
    const { batchId } = (await app.request('POST /api/v1/upload')).json;
    await app.request(`POST /api/v1/upload/${batchId}/0`, {
      headers: { 'x-file-name': 'large', 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(1024 * 1024 + 1),
    });
    const content = { 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } };
    const large = await createDocument(app, { name: 'large', properties: content });
    const params = { ...base, to: 'ann', files: 'file:content' };
    const response = await callOperation(app, 'Document.Mail', { input: large.uid, params });
    expect([response.status, response.json.message]).toEqual([
      413,
      expect.stringContaining('1048577'),
    ]);
    expect(codes).toContain('mail.too-large');
  });

  test('is for administrators, and not there for others', async () => {
    expect((await send({ to: 'ann' }, { user: 'ben' })).status).toBe(404);
  });
});
