import { type ExpressionValue, HostObject } from '../../expressions/value.ts';
import type { OperationBlob } from '../values.ts';

/** A file in an expression: its name and type, not its content. */
export class BlobHost extends HostObject {
  readonly blob: OperationBlob;

  constructor(blob: OperationBlob) {
    super();
    this.blob = blob;
  }

  override get(name: string): ExpressionValue | undefined {
    const { blob } = this;
    switch (name) {
      case 'filename':
      case 'name':
        return blob.name;
      case 'mimeType':
        return blob.mimeType;
      case 'encoding':
        return blob.encoding;
      case 'length':
        return blob.sizeBytes;
      case 'digest':
        return blob.content instanceof Uint8Array ? null : blob.content.digest;
      default:
        return undefined;
    }
  }

  override call(name: string, args: readonly ExpressionValue[]): ExpressionValue | undefined {
    const match = /^get([A-Z])(\w*)$/.exec(name);
    if (!match || args.length > 0) return undefined;
    return this.get(`${match[1]?.toLowerCase()}${match[2]}`);
  }

  override text(): string {
    return this.blob.name ?? '';
  }
}
