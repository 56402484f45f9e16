import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { LoadClient } from './load/load-client.ts';
import { numberMark, rawRequest } from './load/load-job.ts';
import { apiRoot, automationRoot } from './servers/programs.ts';
import { ServerProcess } from './servers/server-process.ts';
import { cachedStore, copyStore, folderIds, withFolder } from './stores.ts';
const [rounds = '3', what = 'post', ...roots] = process.argv.slice(2);
const cpu = (pid: number, all: boolean) => {
  if (!all) return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(f[11]) + Number(f[12])) * 10000;
};
const json = { 'entity-type': 'document', name: `report-${numberMark}`, type: 'File', properties: {
  'dc:title': `Report ${numberMark}`, 'dc:description': 'What was found, who was asked, and what is to be done next',
  'dc:subjects': ['sciences/physic', 'art/architecture'], 'dc:language': 'en' } };
await withFolder(async (folder) => {
  const sides: { root: string; server: ServerProcess; requests: string[]; status: number; main: number[]; all: number[] }[] = [];
  const base = await cachedStore(10_000);
  for (const [i, root] of roots.entries()) {
    const isFloor = root.startsWith('floor:');
    let requests: string[]; let server; let status = what === 'post' ? 201 : 200;
    const store = await copyStore(base, join(folder, `store${i}`));
    const db = new Sqlite(join(store, 'cartulary.db'), { readonly: true });
    const files = (db.prepare("select id from document where primary_type = 'File' and is_version=0 order by id limit 2000").all() as {id: string}[]).map((r) => r.id);
    db.close();
    const prefix = isFloor ? '' : apiRoot;
    if (isFloor) server = await ServerProcess.start([join(import.meta.dirname, 'floors', root.slice(6) + '.ts'), '{port}', join(folder, `f${i}.db`), '2000'], '/');
    else server = await ServerProcess.start([...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir', process.env.PROF, '--cpu-prof-interval', '500'] : []), join(root, 'src/main.ts'), 'serve', '--data', store, '--port', '{port}', '--log-level', 'warn'], '/nuxeo/runningstatus');
    if (what === 'post') requests = folderIds(store).map((id) => rawRequest('POST', { path: `${prefix}/id/${id}`, json }));
    else if (what === 'put') requests = files.map((id, n) => rawRequest('PUT', { path: `${prefix}/id/${isFloor ? n : id}`, json: { 'entity-type': 'document', properties: { 'dc:description': `Changed ${numberMark} by somebody` } } }));
    else requests = files.map((id, n) => rawRequest('POST', { path: `${automationRoot}/Document.Update`, json: { input: id, params: { properties: { 'dc:description': `Changed ${numberMark}` } } } }));
    sides.push({ root, server, requests, status, main: [], all: [] });
  }
  const client = new LoadClient();
  const pidOf = (s: ServerProcess) => (s as any).childForMeasure ?? 0;
  for (let r = 0; r <= Number(rounds); r++) for (const s of r % 2 ? sides : [...sides].reverse()) {
    const pid = Number(process.env[`x`] ?? (s.server as unknown as { pid: number }).pid);
    const c = Number(process.env.CONN ?? 32);
    const go = (durationMs: number) => client.run({ port: s.server.port, connections: c, warmupMs: 0, durationMs, requests: s.requests, expectedStatus: s.status, isQuick: true, rounds: 1 } as never);
    if (r === 0) { for (let done = 0; done < Number(process.env.WARM ?? 8000);) { const x = await go(2000) as { perSecond: number }; done += x.perSecond * 2; } continue; }
    await go(300);
    const a = [cpu(pid, false), cpu(pid, true)];
    const res = await go(Number(process.env.MS ?? 2500)) as { perSecond: number };
    const b = [cpu(pid, false), cpu(pid, true)];
    const n = res.perSecond * Number(process.env.MS ?? 2500) / 1000;
    s.main.push((b[0]! - a[0]!) / n); s.all.push((b[1]! - a[1]!) / n);
  }
  const med = (x: number[]) => Math.round(x.toSorted((p, q) => p - q)[Math.floor(x.length / 2)]! * 10) / 10;
  for (const s of sides) console.log(what, s.root, 'loop µs', med(s.main), 'process µs', med(s.all), s.main.map(Math.round).join(','));
  client.close();
  for (const s of sides) await s.server.stop();
});
