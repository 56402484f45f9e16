import type { TestRequest, TestResponse } from '../support/app.ts';
import { whenEnded } from '../support/bulk.ts';
import { deskMark, type Ground, type Site, vaultMark } from './site.ts';
import { columns } from './table.ts';

export interface Call {
  readonly line: string;
  readonly options?: TestRequest;
}

/** Makes one request and what it needs; `caller` for what users do with their own things. */
export type CallMaker = (site: Site, ground: Ground, caller: string) => Call | Promise<Call>;

export interface Row {
  /** A route, a method of an adapter, or an operation. */
  readonly name: string;
  readonly make: CallMaker;
  /** Each caller is given another call. */
  readonly isPersonal?: boolean;
}

/** What of the documents a response shows. */
function shown({ text }: TestResponse): string {
  const parts = [
    ...(text.includes(deskMark) ? ['desk'] : []),
    ...(text.includes(vaultMark) ? ['vault'] : []),
  ];
  return parts.map((part) => ` ${part}`).join('');
}

/** A site that tells whether a call has to do with it. */
function watched(site: Site): { site: Site; isUsed: () => boolean } {
  let isUsed = false;
  const proxy = new Proxy(site, {
    get(target, name) {
      if (name !== 'app') isUsed = true;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { site: proxy, isUsed: () => isUsed };
}

/** Bulk commands would run beside the calls that follow. */
async function settle({ app }: Ground, { text }: TestResponse): Promise<void> {
  const [, commandId] = /"commandId":"([^"]+)"/.exec(text) ?? [];
  if (commandId) await whenEnded(app, commandId);
}

/** The cells of a row. What a refused call did not use is left for the next caller. */
export async function cellsOf(row: Row, ground: Ground): Promise<string[]> {
  const cells: string[] = [];
  const prepared = new Map<string, Call>();
  for (const { user, at } of columns) {
    const { site, isUsed } = watched(ground[at]);
    const kept = row.isPersonal ? undefined : prepared.get(at);
    const call = kept ?? (await row.make(site, ground, user ?? 'none'));
    if (at === 'vault' && !isUsed()) {
      cells.push('');
      continue;
    }
    const response = await ground.app.request(call.line, { ...call.options, user });
    if (response.status < 400) {
      prepared.delete(at);
      await settle(ground, response);
    } else prepared.set(at, call);
    cells.push(`${response.status}${shown(response)}`);
  }
  return cells;
}
