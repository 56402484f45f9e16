import { defineOperation, optional, required } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { storedMimeType } from '../../content/mime-types.ts';
import { type FetchedContent, fetchUrl, isFetchable } from '../parts/fetch-url.ts';

export const createBlobFromUrlOperation = defineOperation({
  id: 'Blob.CreateFromURL',
  aliases: ['Blob.Create'],
  label: 'File From URL',
  category: 'Fetch',
  description: 'Returns a file with the content of a URL.',
  access: 'administrator',
  params: {
    file: required('resource', 'The URL, http or https. Of other kinds of URL nothing is read.'),
    encoding: optional('string', 'The character set of the content.'),
    filename: optional('string', 'The name of the file; by default the last part of the URL.'),
    'mime-type': optional('string', 'The type of the content; by default what its server says.'),
  },
  methods: [
    {
      input: 'void',
      output: 'blob',
      async run(context, _input, { file: url, encoding, filename, 'mime-type': mimeType }) {
        if (url.protocol === 'ftp:') throw operationFailed('file: ftp is not supported, use https');
        if (!isFetchable(url)) return null;
        return context.awaitOutside(async (signal) => {
          const content = await fetchUrl(url, { signal });
          const name = filename || lastSegment(url);
          return context.createBlob(content.stream, {
            name,
            mimeType: mimeType || typeOf(content, name),
            encoding: encoding || content.encoding,
          });
        });
      },
    },
  ],
});

function typeOf({ mimeType }: FetchedContent, name: string | null): string {
  return storedMimeType({ name, mimeType });
}

function lastSegment({ pathname }: URL): string | null {
  const segment = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(segment) || null;
  } catch {
    return segment;
  }
}
