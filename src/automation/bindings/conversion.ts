import { DateValue } from '../../expressions/date-value.ts';
import { type ExpressionValue, HostObject } from '../../expressions/value.ts';
import type { Field } from '../../model/content-model.ts';
import { isBlobValue, isComplexValue, type PropertyValue } from '../../model/value.ts';
import type { StepContext } from '../step-context.ts';
import {
  BlobList,
  DocumentList,
  Instant,
  isDocument,
  isList,
  OperationBlob,
  toJson,
  type Value,
  type WorkingDocument,
} from '../values.ts';
import { BlobHost } from './blob-host.ts';
import { DocumentHost } from './document-host.ts';
import { PrincipalHost } from './principal-host.ts';

/** A value as expressions see it. */
export function toExpression(context: StepContext, value: Value): ExpressionValue {
  if (value === null || typeof value !== 'object') return value;
  if (isDocument(value)) return documentHost(context, value);
  if (value instanceof Instant) return new DateValue(value.epochMs);
  if (value instanceof OperationBlob) return new BlobHost(value);
  if (value instanceof BlobList) return value.items.map((blob) => new BlobHost(blob));
  if (value instanceof DocumentList) {
    return value.items.map((document) => documentHost(context, document));
  }
  if (isList(value)) return value.map((item) => toExpression(context, item));
  if (value instanceof Map) {
    return new Map([...value].map(([key, item]) => [key, toExpression(context, item)]));
  }
  // Documents that are not loaded yet are their id or path.
  return toJson(value) as ExpressionValue;
}

export function documentHost(context: StepContext, document: WorkingDocument): DocumentHost {
  return new DocumentHost(context, document, propertyToExpression);
}

/** The result of an expression as a value for operations. */
export function fromExpression(value: ExpressionValue): Value {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof DocumentHost) return value.document;
  if (value instanceof BlobHost) return value.blob;
  if (value instanceof DateValue) return new Instant(value.epochMs);
  if (value instanceof PrincipalHost) return value.username;
  if (value instanceof HostObject) return value.text();
  if (value instanceof Map) {
    return new Map([...value].map(([key, item]) => [key, fromExpression(item)]));
  }
  return listOf((value as readonly ExpressionValue[]).map(fromExpression));
}

/** Lists of documents or blobs only are such lists for operations. */
function listOf(items: readonly Value[]): Value {
  if (items.length === 0) return items;
  if (items.every(isDocument)) return new DocumentList(items as WorkingDocument[]);
  const areBlobs = items.every((item) => item instanceof OperationBlob);
  return areBlobs ? new BlobList(items as OperationBlob[]) : items;
}

/** A property's value: dates and blobs are recognised by the type of the field. */
function propertyToExpression(
  value: PropertyValue | undefined,
  field: Omit<Field, 'name'>,
): ExpressionValue {
  if (value === undefined || value === null) return null;
  if (isBlobValue(value)) return new BlobHost(OperationBlob.stored(value));
  if (Array.isArray(value)) {
    const item = field.item ?? { type: 'string' };
    return (value as readonly PropertyValue[]).map((each) => propertyToExpression(each, item));
  }
  if (isComplexValue(value)) {
    const fields = field.fields ?? [];
    return new Map(fields.map((sub) => [sub.name, propertyToExpression(value[sub.name], sub)]));
  }
  const isDate = field.type === 'date' && typeof value === 'number';
  return isDate ? new DateValue(value) : (value as ExpressionValue);
}
