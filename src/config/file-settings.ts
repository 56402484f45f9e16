import { setting } from './setting-definition.ts';
import { textList } from './setting-values.ts';

/** Files with definitions of an installation, which are read and checked when the server starts. */
export const fileSettings = {
  contentModelFiles: setting<readonly string[]>({
    env: 'CARTULARY_CONTENT_MODEL_FILES',
    description: 'JSON files with additional schemas, facets, types, life cycles and content',
    isPath: true,
    default: [],
    parse: textList,
  }),
  directoryFiles: setting<readonly string[]>({
    env: 'CARTULARY_DIRECTORY_FILES',
    description: 'JSON files with additional directories, entries and translations of labels',
    isPath: true,
    default: [],
    parse: textList,
  }),
  listenerFiles: setting<readonly string[]>({
    env: 'CARTULARY_LISTENER_FILES',
    description: 'JSON files with operations and chains that run when events happen',
    isPath: true,
    default: [],
    parse: textList,
  }),
  operationFiles: setting<readonly string[]>({
    env: 'CARTULARY_OPERATION_FILES',
    description:
      'JSON files with chains, restrictions and hiding of operations, actions of user interfaces',
    isPath: true,
    default: [],
    parse: textList,
  }),
  pageProviderFiles: setting<readonly string[]>({
    env: 'CARTULARY_PAGE_PROVIDER_FILES',
    description: 'JSON files with additional page providers; later ones replace earlier ones',
    isPath: true,
    default: [],
    parse: textList,
  }),
  scheduleFiles: setting<readonly string[]>({
    env: 'CARTULARY_SCHEDULE_FILES',
    description: 'JSON files with schedules that run operations, and changes of the built-in ones',
    isPath: true,
    default: [],
    parse: textList,
  }),
  signInSourceFiles: setting<readonly string[]>({
    env: 'CARTULARY_SIGN_IN_SOURCE_FILES',
    description: 'JSON files with directory servers and identity providers that verify users',
    isPath: true,
    default: [],
    parse: textList,
  }),
  workflowFiles: setting<readonly string[]>({
    env: 'CARTULARY_WORKFLOW_FILES',
    description: 'JSON files with workflow models, which replace or disable the built-in ones',
    isPath: true,
    default: [],
    parse: textList,
  }),
} as const;
