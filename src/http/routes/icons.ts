import { AppError } from '../../base/errors/app-error.ts';
import { iconFamily } from '../replies/icon-artwork.ts';
import { iconReply } from '../replies/icon-reply.ts';
import { content, empty } from '../responses.ts';
import { defineRoute } from '../route.ts';

const dayCache = 'public, max-age=86400';

/** What `common:icon` names. Browsers go by the type of the response and not by the name. */
export const iconRoute = defineRoute({
  method: 'GET',
  root: 'base',
  path: '/icons/*',
  access: 'public',
  summary: 'The icon of a type of files or documents',
  body: 'none',
  responses: {
    200: content('the icon', 'image/svg+xml'),
    304: empty('unchanged'),
    404: 'no such icon',
  },
  async handle(context) {
    const name = context.rest.join('/');
    const family = iconFamily(name);
    if (family) return iconReply(context, family, dayCache);
    throw new AppError('resource.not-found', `There is no icon ${name.slice(0, 200)}`);
  },
});
