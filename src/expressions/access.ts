import { invalid, shown } from './expression-error.ts';
import { callMethod, readIndex, readMember } from './members.ts';
import type { Run } from './run.ts';
import { type ExpressionValue, HostObject, kindName } from './value.ts';

/** `target.name` */
export async function accessMember(
  target: ExpressionValue,
  name: string,
): Promise<ExpressionValue> {
  const found = target instanceof HostObject ? await target.get?.(name) : readMember(target, name);
  if (found !== undefined) return found;
  if (target === null) {
    throw invalid(`Cannot read ${shown(name)} of null; write .?${name.slice(0, 40)} to allow null`);
  }
  throw invalid(`There is no member ${shown(name)} in ${kindName(target)}; check its spelling`);
}

/** `target[key]` */
export async function accessIndex(
  target: ExpressionValue,
  key: ExpressionValue,
): Promise<ExpressionValue> {
  if (target instanceof HostObject && target.index !== undefined) {
    return (await target.index(key)) ?? null;
  }
  const found = target instanceof HostObject ? undefined : readIndex(target, key);
  if (found !== undefined) return found;
  throw invalid(`Cannot look up an entry of ${kindName(target)}; use [] on a list or a map`);
}

/** `target.name(args)` */
export async function accessMethod(
  target: ExpressionValue,
  call: { readonly name: string; readonly args: readonly ExpressionValue[] },
  run: Run,
): Promise<ExpressionValue> {
  const answer =
    target instanceof HostObject
      ? await callHost(target, call.name, call.args)
      : callMethod(target, call, run.budget);
  if (answer !== undefined) {
    chargeSize(answer, run);
    return answer;
  }
  if (target === null) {
    const written = `.?${call.name.slice(0, 40)}(…)`;
    throw invalid(`Cannot call ${shown(call.name)} of null; write ${written} to allow null`);
  }
  throw invalid(
    `There is no method ${shown(call.name)} of ${kindName(target)}; check its spelling`,
  );
}

/** A method of the object itself, or `getTitle()` and `isLocked()` for a member of that name. */
async function callHost(
  target: HostObject,
  name: string,
  args: readonly ExpressionValue[],
): Promise<ExpressionValue | undefined> {
  const answer = await target.call?.(name, args);
  if (answer !== undefined || args.length > 0) return answer;
  if (name === 'toString') return target.text();
  const member = /^(?:get|is)([A-Z])(.*)$/s.exec(name);
  if (!member) return undefined;
  return target.get?.((member[1] ?? '').toLowerCase() + (member[2] ?? ''));
}

/** Charges the memory of a call's result. */
function chargeSize(value: ExpressionValue, { budget }: Run): void {
  if (typeof value === 'string') budget.chargeText(value.length);
  else if (Array.isArray(value)) budget.chargeItems(value.length);
  else if (value instanceof Map) budget.chargeItems(value.size);
}
