import { AppError } from '../base/errors/app-error.ts';
import type { StepContext } from './step-context.ts';
import type { Value } from './values.ts';

export async function evaluateIn(_context: StepContext, _text: string): Promise<Value> {
  throw new AppError('server.not-implemented', 'Expressions are not available yet');
}

export async function runScriptIn(_context: StepContext, _text: string): Promise<Value> {
  throw new AppError('server.not-implemented', 'Scripts are not available yet');
}
