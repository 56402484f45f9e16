import { bytesOf } from '../../api/previews.ts';

/** Tables of characters, fonts that files may leave out, and decoders of pictures: each is loaded by the first file that needs it. */
const addresses: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};

const byName = new Map(
  Object.entries(addresses).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** Gives pdf.js its files from the build of the application. */
export class BinaryData {
  readonly fetch = async ({ filename }: { readonly filename: string }): Promise<Uint8Array> => {
    const url = byName.get(filename);
    if (url === undefined) throw new Error(`the viewer has no file ${filename}`);
    return bytesOf(url);
  };
}
