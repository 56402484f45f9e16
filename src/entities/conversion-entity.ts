import { entityOf, type JsonOf, oneOf, text } from './json-schema.ts';
import { repositoryPlace } from './repository-place.ts';

export const conversionScheduledSchema = entityOf('conversionScheduled', {
  conversionId: text,
  pollingURL: text,
  resultURL: text,
});

export const conversionStatusSchema = entityOf('conversionStatus', {
  conversionId: text,
  status: oneOf('scheduled', 'running', 'completed'),
  resultURL: text,
});

interface ConversionLinks {
  readonly id: string;
  readonly baseUrl: string;
  readonly repository: string;
}

function addressOf({ id, baseUrl, repository }: ConversionLinks, what: 'poll' | 'result'): string {
  return `${baseUrl}api/v1/${repositoryPlace(repository)}conversions/${id}/${what}`;
}

export function writeConversionScheduled(
  links: ConversionLinks,
): JsonOf<typeof conversionScheduledSchema> {
  return {
    'entity-type': 'conversionScheduled',
    conversionId: links.id,
    pollingURL: addressOf(links, 'poll'),
    resultURL: addressOf(links, 'result'),
  };
}

/** One that has failed is completed too: its result says why. */
export function writeConversionStatus(
  links: ConversionLinks,
  state: 'scheduled' | 'running' | 'done' | 'failed',
): JsonOf<typeof conversionStatusSchema> {
  return {
    'entity-type': 'conversionStatus',
    conversionId: links.id,
    status: state === 'done' || state === 'failed' ? 'completed' : state,
    resultURL: addressOf(links, 'result'),
  };
}
