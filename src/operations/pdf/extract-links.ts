import { defineOperation, optional, withDefault } from '../../automation/define.ts';
import { stringifyJson } from '../../base/json.ts';
import type { LinksParams, PdfLink, PdfLinks } from '../../conversion/tasks/pdf-links.ts';
import { wrongParameter } from '../parts/pdf-parameters.ts';
import { shownName, workOnPdfs } from '../parts/pdf-work.ts';

const subTypes: Readonly<Record<string, PdfLink['subType']>> = {
  Launch: 'Launch',
  'Remote Go To': 'GoToR',
  URI: 'URI',
};

export const extractLinksOperation = defineOperation({
  id: 'PDF.ExtractLinks',
  label: 'PDF: Extract Links',
  category: 'Conversion',
  description:
    'Returns the links that lead out of a PDF as JSON, an array of {page, subType, text, link}: those of one type, or all.',
  params: {
    getAll: withDefault('boolean', false, {
      description: 'Whether links of all types are wanted.',
    }),
    type: optional('string', 'The type of links that is wanted otherwise.', {
      values: Object.keys(subTypes),
      widget: 'Option',
    }),
  },
  methods: [
    {
      input: 'blob',
      output: 'string',
      async run(context, blob, { getAll, type }) {
        const wanted = getAll ? null : subTypeOf(type);
        const params: LinksParams = { name: shownName(blob) };
        const { links } = await workOnPdfs(
          context,
          [blob],
          async (place) => (await place.runTask('pdf-links', params)) as PdfLinks,
        );
        return stringifyJson(links.filter(({ subType }) => !wanted || subType === wanted));
      },
    },
  ],
});

/** @throws AppError operation.parameter-invalid */
function subTypeOf(type: string | null): PdfLink['subType'] {
  const given = type?.trim().toLowerCase();
  const name = Object.keys(subTypes).find((each) => each.toLowerCase() === given);
  const subType = subTypes[name ?? ''];
  if (subType) return subType;
  throw wrongParameter('type', `one of ${Object.keys(subTypes).join(', ')}, or getAll=true`);
}
