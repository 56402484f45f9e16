interface Tag {
  readonly name: string;
  readonly description: string;
}

interface TagOfPaths extends Tag {
  /** Below the context path; the first tag that fits is that of a path. */
  readonly paths: RegExp;
}

const routeTags: readonly TagOfPaths[] = [
  {
    name: 'Documents',
    description: 'Read, create, change and remove documents, by id or by path.',
    paths: /^\/api\/v1\/(?:(?:id|path)\/[^@]*$|bulk;|@)/,
  },
  {
    name: 'Adapters',
    description:
      'What belongs to a document: children, files, permissions, comments, tasks. The address is that of the document, by its id or its path, with @ and a name.',
    paths: /^\/api\/v1\/(?:id|path)\/.*@/,
  },
  {
    name: 'Search',
    description: 'Queries in NXQL, page providers, saved searches, and counting in groups.',
    paths: /^\/(?:api\/v1\/(?:query|search)|site\/es)\b/,
  },
  {
    name: 'Uploads and downloads',
    description: 'Upload files in batches, then refer to them in documents; download files.',
    paths: /^\/(?:api\/v1\/(?:upload|automation\/files)|nx|icons)/,
  },
  {
    name: 'Operations',
    description: 'The list of operations and chains, their descriptions, and calls by name.',
    paths: /^\/site\/automation(?!\/login)/,
  },
  {
    name: 'Users and groups',
    description: 'Users, groups, memberships, and the user who asks.',
    paths: /^\/(?:api\/v1\/(?:user|group|me)|site\/userInvitation)\b/,
  },
  {
    name: 'Workflows and tasks',
    description: 'Start workflows on documents, end their tasks.',
    paths: /^\/api\/v1\/(?:workflow|workflowModel|task)\b/,
  },
  {
    name: 'Content model',
    description: 'Document types, schemas and facets.',
    paths: /^\/api\/v1\/(?:config|docType|schema|facet)\b/,
  },
  {
    name: 'Directories',
    description: 'Vocabularies and other lists of values.',
    paths: /^\/api\/v1\/directory\b/,
  },
  {
    name: 'Background work',
    description: 'Bulk commands and conversions that the caller has started.',
    paths: /^\/api\/v1\/(?:bulk|conversions?)\//,
  },
  {
    name: 'Management',
    description: 'For administrators: jobs, schedules, probes, migrations, repairs.',
    paths: /^\/api\/v1\/management\b/,
  },
  {
    name: 'Sign-in',
    description: 'Sessions, tokens of applications, OAuth2, identity providers.',
    paths:
      /^\/(?:api\/v1\/(?:oauth2|token)|oauth2|login|logout|startup|authentication|drive_browser|site\/automation\/login)/,
  },
  {
    name: 'Server',
    description: 'What runs, whether it works, what it can do, and pages for browsers.',
    paths: /^\//,
  },
];

/** The tag of a route by its path. */
export function tagOf(path: string): string {
  return routeTags.find(({ paths }) => paths.test(path))?.name ?? '';
}

/** The tag of an operation or chain of a category. */
export function tagOfCategory(category: string): string {
  return `${category} operations`;
}

/** All tags with their descriptions, and in which groups readers show them. */
export function describeTags(categories: readonly string[]): object {
  const all = [...new Set(categories)].sort();
  const ofOperations = all.map((category) => ({
    name: tagOfCategory(category),
    description: `Operations and chains of the category ${category}. Each call is one transaction.`,
  }));
  const ofRoutes = routeTags.map(({ name, description }) => ({ name, description }));
  return {
    tags: [...ofRoutes, ...ofOperations],
    'x-tagGroups': [
      { name: 'REST', tags: ofRoutes.map(({ name }) => name) },
      { name: 'Operations', tags: ofOperations.map(({ name }) => name) },
    ],
  };
}
