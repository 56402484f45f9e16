/**
 * The API as types, in the form that openapi-typescript gives them, which openapi-fetch and other
 * clients take: generated from the definitions of the server by `npm run docs`.
 */

type Headers = Readonly<Record<string, unknown>>;

export interface Acls {
  readonly "entity-type": "acls";
  readonly acl: readonly {
    readonly name: string;
    readonly ace: readonly {
      readonly id: string;
      readonly username: string;
      readonly permission: string;
      readonly granted: boolean;
      readonly creator: string | null;
      readonly begin: string | null;
      readonly end: string | null;
      readonly status: "pending" | "effective" | "archived";
    }[];
  }[];
}

export type Aggregate = {
  readonly "entity-type": "aggregate";
  readonly id: string;
  readonly field: string;
  readonly properties: { readonly [name: string]: string; };
  readonly ranges: readonly {
    readonly key: string;
    readonly from: number | string | null;
    readonly to: number | string | null;
  }[];
  readonly selection: readonly string[];
  readonly type: string;
  readonly buckets: readonly ({
    readonly key: string;
    readonly docCount: number;
    readonly fetchedKey?: string | DirectoryEntry | User | Group;
  } | {
    readonly key: string;
    readonly docCount: number;
    readonly from: number | null;
    readonly to: number | null;
    readonly fromAsDate?: string | null;
    readonly toAsDate?: string | null;
  })[];
  readonly extendedBuckets: readonly ({
    readonly key: string;
    readonly docCount: number;
    readonly fetchedKey?: string | DirectoryEntry | User | Group;
  } | {
    readonly key: string;
    readonly docCount: number;
    readonly from: number | null;
    readonly to: number | null;
    readonly fromAsDate?: string | null;
    readonly toAsDate?: string | null;
  })[];
  readonly sampleRatio?: number;
} | {
  readonly "entity-type": "aggregate";
  readonly id: string;
  readonly field: string;
  readonly properties: { readonly [name: string]: string; };
  readonly ranges: readonly {
    readonly key: string;
    readonly from: number | string | null;
    readonly to: number | string | null;
  }[];
  readonly selection: readonly string[];
  readonly type: string;
  readonly value: number | null;
  readonly sampleRatio?: number;
};

export interface Annotation {
  readonly "entity-type": "annotation";
  readonly id: string;
  readonly parentId: string;
  readonly ancestorIds: readonly string[];
  readonly author: string | null;
  readonly text: string | null;
  readonly creationDate: string | null;
  readonly modificationDate: string | null;
  readonly entityId: string | null;
  readonly origin: string | null;
  readonly entity: string | null;
  readonly xpath: string | null;
  readonly permissions: readonly string[];
}

export interface AnnotationInput {
  readonly "entity-type": "annotation";
  readonly parentId?: string | undefined;
  readonly xpath?: string | undefined;
  readonly text?: string | undefined;
  readonly entityId?: string | null | undefined;
  readonly origin?: string | null | undefined;
  readonly entity?: string | null | undefined;
}

export interface Annotations { readonly "entity-type": "annotations"; readonly entries: readonly Annotation[]; }

export interface BinaryManagerStatus {
  readonly "entity-type": "binaryManagerStatus";
  readonly gcDuration: number;
  readonly numBinaries: number;
  readonly sizeBinaries: number;
  readonly numBinariesGC: number;
  readonly sizeBinariesGC: number;
}

export interface BlobEntity {
  readonly name: string;
  readonly "mime-type": string | null;
  readonly encoding: string | null;
  readonly digestAlgorithm: string;
  readonly digest: string;
  readonly length: string;
  readonly data: string;
  readonly blobUrl: string;
}

export interface BooleanEntity { readonly "entity-type": "boolean"; readonly value: boolean; }

export interface BulkError { readonly "entity-type": "bulkError"; readonly itemId: string; readonly message: string; }

export interface BulkErrors {
  readonly "entity-type": "bulkErrors";
  readonly commandId: string;
  readonly errorCount: number;
  readonly entries: readonly BulkError[];
}

export interface BulkStatus {
  readonly "entity-type": "bulkStatus";
  readonly commandId: string;
  readonly state: "SCHEDULED" | "SCROLLING_RUNNING" | "RUNNING" | "COMPLETED" | "ABORTED";
  readonly processed: number;
  readonly skipCount: number;
  readonly error: boolean;
  readonly errorCount: number;
  readonly total: number;
  readonly action: string;
  readonly username: string;
  readonly submitted: string | null;
  readonly scrollStart: string | null;
  readonly scrollEnd: string | null;
  readonly processingStart: string | null;
  readonly processingEnd: string | null;
  readonly completed: string | null;
  readonly processingMillis: number;
  readonly errorMessage?: string;
  readonly result?: { readonly [name: string]: string | number | boolean; };
}

export interface Capabilities {
  readonly "entity-type": "capabilities";
  readonly cluster: { readonly enabled: boolean; readonly nodeId: string; };
  readonly repository: { readonly [name: string]: { readonly queryBlobKeys: boolean; }; };
  readonly server: {
    readonly distributionName: string;
    readonly distributionVersion: string;
    readonly distributionServer: string;
  };
}

export interface Comment {
  readonly "entity-type": "comment";
  readonly id: string;
  readonly parentId: string;
  readonly ancestorIds: readonly string[];
  readonly author: string | null;
  readonly text: string | null;
  readonly creationDate: string | null;
  readonly modificationDate: string | null;
  readonly entityId: string | null;
  readonly origin: string | null;
  readonly entity: string | null;
  readonly permissions: readonly string[];
  readonly numberOfReplies?: number;
  readonly lastReplyDate?: string;
}

export interface CommentInput {
  readonly "entity-type": "comment";
  readonly parentId?: string | undefined;
  readonly text?: string | undefined;
  readonly entityId?: string | null | undefined;
  readonly origin?: string | null | undefined;
  readonly entity?: string | null | undefined;
}

export interface Comments {
  readonly "entity-type": "comments";
  readonly totalSize: number;
  readonly entries: readonly Comment[];
}

export interface Configuration {
  readonly "entity-type": "configuration";
  readonly configuredProperties: { readonly [name: string]: string; };
  readonly runtimeProperties: { readonly [name: string]: string; };
  readonly miscProperties: { readonly [name: string]: string; };
}

export interface ConnectStatus {
  readonly "entity-type": "connectStatus";
  readonly CLID: string;
  readonly CTID: string;
  readonly contractStatus: string;
  readonly description: string;
  readonly endDate: string;
  readonly instanceType: string;
  readonly message: string | null;
  readonly registered: boolean;
  readonly registrationExpiration: string;
}

export interface ContextParameters {
  readonly acls?: readonly {
    readonly name: string;
    readonly aces: readonly {
      readonly id: string;
      readonly username: string | User | Group;
      readonly permission: string;
      readonly granted: boolean;
      readonly creator: string | User | Group | null;
      readonly begin: string | null;
      readonly end: string | null;
      readonly status: "pending" | "effective" | "archived";
      readonly externalUser: boolean;
      readonly notify?: boolean;
      readonly comment?: string;
    }[];
  }[];
  readonly audit?: readonly LogEntry[];
  readonly breadcrumb?: DocumentList;
  readonly children?: DocumentList;
  readonly collections?: readonly Document[];
  readonly documentURL?: string;
  readonly favorites?: boolean | { readonly isFavorite: boolean; };
  readonly firstAccessibleAncestor?: Document;
  readonly hasContent?: boolean;
  readonly hasFolderishChild?: boolean;
  readonly highlight?: readonly { readonly field: string; readonly segments: readonly string[]; }[];
  readonly pendingTasks?: readonly Task[];
  readonly permissions?: readonly string[];
  readonly preview?: { readonly url: string | null; };
  readonly publications?: { readonly resultCount: number; readonly resultsCount: number; };
  readonly renditions?: readonly {
    readonly name: string;
    readonly kind: string | null;
    readonly icon: string;
    readonly url: string;
  }[];
  readonly runnableWorkflows?: readonly (Workflow | RunnableWorkflow)[];
  readonly runningWorkflows?: readonly Workflow[];
  readonly subscribedNotifications?: readonly string[];
  readonly subtypes?: readonly { readonly type: string; readonly facets: readonly string[]; }[];
  readonly tags?: readonly string[];
  readonly thumbnail?: { readonly url: string; };
  readonly userVisiblePermissions?: readonly string[];
}

export interface ConversionProgram {
  readonly "entity-type": "conversionProgram";
  readonly name: string;
  readonly package: string;
  readonly purpose: string;
  readonly installed: boolean;
  readonly version: string | null;
}

export interface ConversionPrograms {
  readonly "entity-type": "conversionPrograms";
  readonly confinement: string;
  readonly confinementProblems: readonly string[];
  readonly ocrLanguages: readonly string[];
  readonly problems: readonly string[];
  readonly entries: readonly ConversionProgram[];
}

export interface ConversionScheduled {
  readonly "entity-type": "conversionScheduled";
  readonly conversionId: string;
  readonly pollingURL: string;
  readonly resultURL: string;
}

export interface ConversionStatus {
  readonly "entity-type": "conversionStatus";
  readonly conversionId: string;
  readonly status: "scheduled" | "running" | "completed";
  readonly resultURL: string;
}

export interface Csvimportresult {
  readonly "entity-type": "csvimportresult";
  readonly value: {
    readonly totalLineCount: number;
    readonly successLineCount: number;
    readonly skippedLineCount: number;
    readonly errorLineCount: number;
  };
}

export interface Csvimportstatus {
  readonly "entity-type": "csvimportstatus";
  readonly value: {
    readonly state: string;
    readonly numberOfProcessedDocument: number;
    readonly totalNumberOfDocument: number;
    readonly complete: boolean;
    readonly running: boolean;
    readonly scheduled: boolean;
  };
}

export interface DateEntity { readonly "entity-type": "date"; readonly value: string; }

export interface Directories { readonly "entity-type": "directories"; readonly entries: readonly Directory[]; }

export interface Directory {
  readonly "entity-type": "directory";
  readonly name: string;
  readonly schema: string;
  readonly idField: string;
  readonly parent: string | null;
}

export interface DirectoryEntries {
  readonly "entity-type": "directoryEntries";
  readonly isPaginable: boolean;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: null;
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly entries: readonly DirectoryEntry[];
}

export interface DirectoryEntry {
  readonly "entity-type": "directoryEntry";
  readonly directoryName: string;
  readonly id: string | number;
  readonly properties: { readonly [name: string]: unknown; };
}

export interface DirectoryEntryInput {
  readonly "entity-type": "directoryEntry";
  readonly properties: { readonly [name: string]: unknown; };
  readonly id?: string | undefined;
  readonly directoryName?: string | undefined;
}

export interface DocType {
  readonly "entity-type": "docType";
  readonly name: string;
  readonly parent: string | null;
  readonly facets: readonly string[];
  readonly schemas: readonly Schema[];
}

export interface DocTypes {
  readonly doctypes: {
    readonly [name: string]: {
      readonly parent: string;
      readonly facets: readonly string[];
      readonly schemas: readonly string[];
    };
  };
  readonly schemas: { readonly [name: string]: { readonly "@prefix"?: string; readonly [name: string]: unknown; }; };
}

export interface Document {
  readonly "entity-type": "document";
  readonly repository: string;
  readonly uid: string | null;
  readonly path: string | null;
  readonly type: string;
  readonly state: string | null;
  readonly parentRef: string | null;
  readonly isCheckedOut: boolean;
  readonly isRecord: boolean;
  readonly retainUntil: string | null;
  readonly hasLegalHold: boolean;
  readonly isUnderRetentionOrLegalHold: boolean;
  readonly isVersion: boolean;
  readonly isProxy: boolean;
  readonly changeToken: string | null;
  readonly isTrashed: boolean;
  readonly title: string | null;
  readonly facets: readonly string[];
  readonly schemas: readonly { readonly name: string; readonly prefix: string; }[];
  readonly proxyTargetId?: string;
  readonly versionableId?: string;
  readonly isLatestVersion?: boolean;
  readonly isLatestMajorVersion?: boolean;
  readonly versionLabel?: string;
  readonly lockOwner?: string;
  readonly lockCreated?: string;
  readonly lastModified?: string;
  readonly properties?: { readonly [name: string]: PropertyValue; };
  readonly contextParameters?: ContextParameters;
}

export interface DocumentInput {
  readonly "entity-type": "document";
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly uid?: string | undefined;
  readonly changeToken?: string | undefined;
  readonly properties?: { readonly [name: string]: unknown; } | undefined;
}

export interface DocumentList { readonly "entity-type": "documents"; readonly entries: readonly Document[]; }

export interface DocumentPage {
  readonly "entity-type": "documents";
  readonly isPaginable: boolean;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: null;
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly entries: readonly Document[];
  readonly totalSize?: number;
  readonly aggregations?: { readonly [name: string]: Aggregate; };
  readonly quickFilters?: readonly { readonly name: string; readonly active: boolean; }[];
}

export type Documents = DocumentList | DocumentPage;

export interface Exception {
  readonly "entity-type": "exception";
  readonly status: number;
  readonly message: string | null;
  readonly stack?: string;
  readonly stacktrace?: string;
  readonly exception?: { readonly message: string; };
}

export interface Facet { readonly "entity-type": "facet"; readonly name: string; readonly schemas?: readonly Schema[]; }

export interface FailedRendition {
  readonly "entity-type": "failedRendition";
  readonly documentId: string;
  readonly path: string | null;
  readonly xpath: string;
  readonly rendition: string;
  readonly name: string | null;
  readonly "mime-type": string | null;
  readonly reason: string;
  readonly failed: string | null;
}

export interface FailedRenditions {
  readonly "entity-type": "failedRenditions";
  readonly resultsCount: number;
  readonly entries: readonly FailedRendition[];
}

export type Field = string | { readonly type: string; readonly fields: { readonly [name: string]: Field; }; } | {
  readonly type: string;
  readonly constraints: readonly ValidationConstraint[];
  readonly itemConstraints?: readonly ValidationConstraint[];
};

export interface Graph {
  readonly "entity-type": "graph";
  readonly nodes: readonly {
    readonly x: number;
    readonly y: number;
    readonly isForkNode: boolean;
    readonly isStartNode: boolean;
    readonly isEndNode: boolean;
    readonly id: string;
    readonly title: string;
    readonly state: "ready" | "waiting" | "running_input" | "suspended" | "running_output";
    readonly isMerge: boolean;
    readonly isMultiTask: boolean;
    readonly hasSubWorkflow: boolean;
    readonly forkNode: boolean;
    readonly startNode: boolean;
    readonly endNode: boolean;
  }[];
  readonly transitions: readonly {
    readonly nodeSourceId: string;
    readonly nodeTargetId: string;
    readonly label: string;
    readonly path: readonly { readonly x: number; readonly y: number; }[];
  }[];
}

export interface Group {
  readonly "entity-type": "group";
  readonly groupname: string;
  readonly grouplabel: string | null;
  readonly id: string;
  readonly properties: {
    readonly groupname: string;
    readonly grouplabel: string | null;
    readonly description: string | null;
    readonly tenantId: string | null;
  };
  readonly memberUsers?: readonly string[];
  readonly memberGroups?: readonly string[];
  readonly parentGroups?: readonly string[];
}

export interface GroupInput {
  readonly "entity-type": "group";
  readonly id?: string | undefined;
  readonly groupname?: string | undefined;
  readonly grouplabel?: string | null | undefined;
  readonly properties?: {
    readonly groupname?: string | undefined;
    readonly grouplabel?: string | null | undefined;
    readonly description?: string | null | undefined;
    readonly tenantId?: string | null | undefined;
  } | undefined;
  readonly memberUsers?: readonly string[] | undefined;
  readonly memberGroups?: readonly string[] | undefined;
  readonly parentGroups?: readonly string[] | undefined;
}

export interface Groups {
  readonly "entity-type": "groups";
  readonly isPaginable: boolean;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: null;
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly entries: readonly Group[];
}

export interface IdentityProvider {
  readonly "entity-type": "identityProvider";
  readonly name: string;
  readonly label: string;
  readonly url: string;
}

export interface IdentityProviders { readonly "entity-type": "identityProviders"; readonly entries: readonly IdentityProvider[]; }

export interface Job {
  readonly "entity-type": "job";
  readonly id: string;
  readonly kind: string;
  readonly key: string | null;
  readonly state: "waiting" | "running" | "failed";
  readonly attempts: number;
  readonly created: string;
  readonly due: string | null;
  readonly failed: string | null;
  readonly lastError: string | null;
  readonly isCancelled: boolean;
}

export interface Jobs {
  readonly "entity-type": "jobs";
  readonly pageSize: number;
  readonly offset: number;
  readonly isNextPageAvailable: boolean;
  readonly counts: readonly {
    readonly kind: string;
    readonly waiting: number;
    readonly running: number;
    readonly failed: number;
  }[];
  readonly stoppedKinds: readonly string[];
  readonly entries: readonly Job[];
}

export interface ListEntity { readonly "entity-type": "list"; readonly value: readonly unknown[]; }

export interface LogEntries {
  readonly "entity-type": "logEntries";
  readonly isPaginable: boolean;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: null;
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly entries: readonly LogEntry[];
}

export interface LogEntry {
  readonly "entity-type": "logEntry";
  readonly id: number;
  readonly category: string | null;
  readonly principalName: string | null;
  readonly comment: string | null;
  readonly docLifeCycle: string | null;
  readonly docPath: string | null;
  readonly docType: string | null;
  readonly docUUID: string | null;
  readonly eventId: string;
  readonly repositoryId: string;
  readonly eventDate: string;
  readonly logDate: string;
  readonly extended: { readonly [name: string]: unknown; };
}

export interface Login {
  readonly "entity-type": "login";
  readonly username: string;
  readonly isAdministrator: boolean;
  readonly groups: readonly string[];
}

export interface MapEntity { readonly "entity-type": "map"; readonly value: { readonly [name: string]: unknown; }; }

export interface Migration {
  readonly "entity-type": "migration";
  readonly id: string;
  readonly description: string;
  readonly descriptionLabel: string;
  readonly status: {
    readonly state: string;
    readonly step: string | null;
    readonly startTime: number;
    readonly pingTime: number;
    readonly progressMessage: string | null;
    readonly progressNum: number;
    readonly progressTotal: number;
    readonly errorMessage: string | null;
    readonly errorCode: number;
    readonly running: boolean;
  };
  readonly steps: readonly {
    readonly id: string;
    readonly fromState: string;
    readonly toState: string;
    readonly description: string;
    readonly descriptionLabel: string;
  }[];
}

export interface Migrations { readonly "entity-type": "migrations"; readonly entries: readonly Migration[]; }

export interface NumberEntity { readonly "entity-type": "number"; readonly value: number; }

export interface NuxeoOAuth2ServiceProvider {
  readonly "entity-type": "nuxeoOAuth2ServiceProvider";
  readonly serviceName: string;
  readonly description: string | null;
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly authorizationServerURL: string | null;
  readonly tokenServerURL: string | null;
  readonly userAuthorizationURL: string | null;
  readonly scopes: readonly string[];
  readonly isEnabled: boolean;
  readonly isAvailable: boolean;
  readonly authorizationURL: string | null;
  readonly isAuthorized: boolean;
  readonly userId: string | null;
}

export interface NuxeoOAuth2ServiceProviders {
  readonly "entity-type": "nuxeoOAuth2ServiceProviders";
  readonly entries: readonly NuxeoOAuth2ServiceProvider[];
}

export interface NuxeoOAuth2Token {
  readonly "entity-type": "nuxeoOAuth2Token";
  readonly serviceName: string | null;
  readonly nuxeoLogin: string;
  readonly serviceLogin: string | null;
  readonly clientId: string;
  readonly isShared: boolean;
  readonly sharedWith: readonly string[];
  readonly creationDate: string;
}

export interface NuxeoOAuth2Tokens { readonly "entity-type": "nuxeoOAuth2Tokens"; readonly entries: readonly NuxeoOAuth2Token[]; }

export interface Oauth2Client {
  readonly "entity-type": "oauth2Client";
  readonly name: string;
  readonly redirectURIs: readonly string[];
  readonly secret: string | null;
  readonly id: string;
  readonly isAutoGrant: boolean;
  readonly isEnabled: boolean;
}

export interface Oauth2ClientInput {
  readonly "entity-type": "oauth2Client";
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly secret?: string | null | undefined;
  readonly redirectURIs?: readonly string[] | string | undefined;
  readonly isAutoGrant?: boolean | undefined;
  readonly isEnabled?: boolean | undefined;
}

export interface Oauth2Clients { readonly "entity-type": "oauth2Clients"; readonly entries: readonly Oauth2Client[]; }

export interface Operation {
  readonly id: string;
  readonly label: string;
  readonly category: string;
  readonly requires: string | null;
  readonly description: string;
  readonly url: string;
  readonly signature: readonly string[];
  readonly params: readonly {
    readonly name: string;
    readonly description: string;
    readonly type: string;
    readonly required: boolean;
    readonly widget: string | null;
    readonly order: number;
    readonly values: readonly string[];
  }[];
  readonly aliases?: readonly string[];
  readonly since?: string;
}

export interface PageProviderDefinition {
  readonly "entity-type": "pageProviderDefinition";
  readonly name: string;
  readonly query: string | null;
  readonly select: readonly string[];
  readonly distinct: boolean;
  readonly from: string;
  readonly where: readonly string[];
  readonly parameters: "quoted" | "escaped" | "raw";
  readonly searchDocumentType: string | null;
  readonly predicates: readonly {
    readonly property: string;
    readonly operator: "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=" | "LIKE" | "ILIKE" | "NOT LIKE" | "NOT ILIKE" | "BETWEEN" | "IN" | "NOT IN" | "STARTSWITH" | "FULLTEXT" | "FULLTEXT ALL" | "ISEMPTY" | "IS NULL";
    readonly fields: readonly string[];
  }[];
  readonly aggregates: readonly {
    readonly id: string;
    readonly type: "terms" | "significant_terms" | "range" | "date_range" | "histogram" | "date_histogram" | "cardinality" | "count" | "sum" | "avg" | "min" | "max" | "missing";
    readonly field: string;
    readonly selection: string | null;
    readonly properties: { readonly [name: string]: string; };
    readonly ranges: readonly { readonly key: string; readonly from: number | null; readonly to: number | null; }[];
    readonly dateRanges: readonly { readonly key: string; readonly from: string | null; readonly to: string | null; }[];
  }[];
  readonly quickFilters: readonly {
    readonly name: string;
    readonly clause: string | null;
    readonly sort: readonly { readonly property: string; readonly isDescending: boolean; }[];
  }[];
  readonly sort: readonly { readonly property: string; readonly isDescending: boolean; }[];
  readonly sortable: boolean;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly countLimit: number | "pageSize" | null;
  readonly finds?: "assignedTasks" | "groups" | "latestPrincipals" | "openTasks" | "users";
}

export interface PendingChange {
  readonly "entity-type": "pendingChange";
  readonly number: number;
  readonly kind: "security" | "trash" | "untrash" | "move" | "removal" | "copy";
  readonly newPath: string | null;
  readonly state: "waiting" | "copying" | "writing" | "discarding";
  readonly documentId: string;
  readonly path: string | null;
  readonly principalName: string;
  readonly since: string;
  readonly done: number;
  readonly total: number | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly retryAt: string | null;
}

export interface PendingChanges {
  readonly "entity-type": "pendingChanges";
  readonly entries: readonly PendingChange[];
  readonly tasks: readonly SubtreeTask[];
}

export interface Probe {
  readonly "entity-type": "probe";
  readonly name: string;
  readonly status: {
    readonly "entity-type": "probeStatus";
    readonly neverExecuted: boolean;
    readonly success: boolean;
    readonly infos: { readonly [name: string]: string; };
  };
  readonly history: { readonly lastRun: string | null; readonly lastSuccess: string; readonly lastFail: string; };
  readonly counts: { readonly run: number; readonly success: number; readonly failure: number; };
  readonly time: number;
}

export interface Probes { readonly "entity-type": "probes"; readonly entries: readonly Probe[]; }

export type PropertyValue = string | number | boolean | null | readonly PropertyValue[] | BlobEntity | User | Group | DirectoryEntry | Document | { readonly [name: string]: PropertyValue; };

export interface RecordSet {
  readonly "entity-type": "recordSet";
  readonly isPaginable: boolean;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: null;
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly entries: readonly { readonly [name: string]: unknown; }[];
  readonly aggregations?: { readonly [name: string]: Aggregate; };
  readonly quickFilters?: readonly { readonly name: string; readonly active: boolean; }[];
}

export interface Registry {
  readonly paths: { readonly login: "login"; };
  readonly codecs: readonly string[];
  readonly operations: readonly Operation[];
  readonly chains: readonly Operation[];
}

export interface RunnableWorkflow {
  readonly "entity-type": "document";
  readonly repository: string;
  readonly uid: string | null;
  readonly path: string | null;
  readonly type: string;
  readonly state: string | null;
  readonly parentRef: string | null;
  readonly isCheckedOut: boolean;
  readonly isRecord: boolean;
  readonly retainUntil: string | null;
  readonly hasLegalHold: boolean;
  readonly isUnderRetentionOrLegalHold: boolean;
  readonly isVersion: boolean;
  readonly isProxy: boolean;
  readonly changeToken: string | null;
  readonly isTrashed: boolean;
  readonly title: string | null;
  readonly facets: readonly string[];
  readonly schemas: readonly { readonly name: string; readonly prefix: string; }[];
  readonly proxyTargetId?: string;
  readonly versionableId?: string;
  readonly isLatestVersion?: boolean;
  readonly isLatestMajorVersion?: boolean;
  readonly versionLabel?: string;
  readonly lockOwner?: string;
  readonly lockCreated?: string;
  readonly lastModified?: string;
  readonly properties?: { readonly [name: string]: PropertyValue; };
  readonly contextParameters?: ContextParameters;
  readonly id: string;
  readonly name: string;
  readonly workflowModelName: string;
  readonly variables: { readonly [name: string]: unknown; };
  readonly graphResource: string;
}

export interface SavedSearch {
  readonly "entity-type": "savedSearch";
  readonly id: string;
  readonly title: string;
  readonly queryParams: string | null;
  readonly query: string | null;
  readonly queryLanguage: string | null;
  readonly pageProviderName: string | null;
  readonly pageSize: string | null;
  readonly currentPageIndex: string | null;
  readonly maxResults: string | null;
  readonly sortBy: string | null;
  readonly sortOrder: string | null;
  readonly contentViewData: string | null;
  readonly params: { readonly [name: string]: string | null | readonly string[]; };
  readonly properties?: { readonly [name: string]: PropertyValue; };
}

export interface SavedSearchInput {
  readonly "entity-type": "savedSearch";
  readonly title: string;
  readonly query?: string | null | undefined;
  readonly queryLanguage?: string | null | undefined;
  readonly queryParams?: string | null | undefined;
  readonly pageProviderName?: string | null | undefined;
  readonly pageSize?: string | null | number | undefined;
  readonly sortBy?: string | null | undefined;
  readonly sortOrder?: string | null | undefined;
  readonly contentViewData?: string | null | undefined;
  readonly params?: { readonly [name: string]: unknown; } | undefined;
}

export interface SavedSearches { readonly "entity-type": "savedSearches"; readonly entries: readonly SavedSearch[]; }

export interface Schedule {
  readonly "entity-type": "schedule";
  readonly id: string;
  readonly jobFactoryClass: string;
  readonly eventId: string;
  readonly eventCategory: string | null;
  readonly cronExpression: string;
  readonly username: string | null;
  readonly isEnabled: true;
  readonly enabled: true;
  readonly timeZone: string | null;
}

export interface Schedules { readonly "entity-type": "schedules"; readonly entries: readonly Schedule[]; }

export interface Schema {
  readonly "entity-type": "schema";
  readonly name: string;
  readonly fields: { readonly [name: string]: Field; };
  readonly prefix?: string;
  readonly "@prefix"?: string;
}

export interface SchemaItem {
  readonly name: string;
  readonly "@prefix": string;
  readonly fields: { readonly [name: string]: Field; };
}

export interface SearchStatistics {
  readonly took: number;
  readonly timed_out: boolean;
  readonly _shards: {
    readonly total: number;
    readonly successful: number;
    readonly skipped: number;
    readonly failed: number;
  };
  readonly hits: {
    readonly total: { readonly value: number; readonly relation: "eq"; };
    readonly max_score: null;
    readonly hits: readonly unknown[];
  };
  readonly aggregations?: { readonly [name: string]: { readonly [name: string]: unknown; }; };
  readonly sampleRatio?: number;
}

export interface SecondFactor {
  readonly "entity-type": "secondFactor";
  readonly isConfirmed: boolean;
  readonly recoveryCodesLeft: number;
  readonly secret?: string;
  readonly uri?: string;
  readonly recoveryCodes?: readonly string[];
}

export interface ServerInfo {
  readonly "entity-type": "serverInfo";
  readonly applicationName: string;
  readonly applicationVersion: string;
  readonly distributionName: string;
  readonly distributionVersion: string;
  readonly distributionDate: string;
  readonly bundles: readonly { readonly name: string; readonly version: string; }[];
  readonly warnings: readonly { readonly message: string; }[];
  readonly errors: readonly { readonly message: string; }[];
}

export interface StringEntity { readonly "entity-type": "string"; readonly value: string; }

export interface SubtreeTask {
  readonly "entity-type": "subtreeTask";
  readonly id: string;
  readonly kind: "transition" | "restoreNames" | "emptyTrash";
  readonly state: "waiting" | "copying" | "writing" | "discarding";
  readonly documentId: string;
  readonly path: string | null;
  readonly principalName: string;
  readonly since: string;
  readonly done: number;
  readonly total: number | null;
  readonly failures: number;
  readonly lastError: string | null;
  readonly retryAt: string | null;
}

export interface Task {
  readonly "entity-type": "task";
  readonly id: string;
  readonly name: string;
  readonly workflowInstanceId: string | null;
  readonly state: "opened" | "ended" | "cancelled";
  readonly directive: string | null;
  readonly created: string;
  readonly dueDate: string | null;
  readonly nodeName: string;
  readonly targetDocumentIds: readonly ({ readonly id: string; } | Document)[];
  readonly actors: readonly ({ readonly id: string; } | User | Group)[];
  readonly delegatedActors: readonly ({ readonly id: string; } | User | Group)[];
  readonly comments: readonly { readonly author: string | null; readonly text: string | null; readonly date: string | null; }[];
  readonly variables: { readonly [name: string]: unknown; };
  readonly workflowModelName?: string;
  readonly workflowInitiator?: string | User | null;
  readonly workflowTitle?: string;
  readonly workflowLifeCycleState?: string;
  readonly graphResource?: string;
  readonly taskInfo?: {
    readonly allowTaskReassignment: boolean;
    readonly taskActions: readonly {
      readonly name: string;
      readonly url: string;
      readonly label: string | null;
      readonly validate: boolean;
    }[];
    readonly layoutResource: { readonly name: string | null; readonly url: string; };
    readonly schemas: readonly { readonly name: string | null; readonly url: string; }[];
  };
}

export interface TaskInput {
  readonly "entity-type": "task";
  readonly id?: string | undefined;
  readonly comment?: string | undefined;
  readonly variables?: { readonly [name: string]: unknown; } | undefined;
}

export interface TaskList { readonly "entity-type": "tasks"; readonly entries: readonly Task[]; }

export interface Tasks {
  readonly "entity-type": "tasks";
  readonly isPaginable: boolean;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: null;
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly entries: readonly Task[];
}

export interface Token {
  readonly "entity-type": "token";
  readonly id: string;
  readonly username: string;
  readonly application: string;
  readonly deviceId: string | null;
  readonly deviceDescription: string;
  readonly permission: string;
  readonly creationDate: string;
  readonly expirationDate: string | null;
  readonly lastUseDate: string | null;
}

export interface Tokens { readonly "entity-type": "tokens"; readonly entries: readonly Token[]; }

export interface UploadBatch {
  readonly provider: string;
  readonly fileEntries: readonly UploadedFile[];
  readonly batchId: string;
  readonly extraInfo?: {
    readonly awsSecretKeyId: string;
    readonly awsSecretAccessKey: string;
    readonly awsSessionToken: string;
    readonly expiration: number;
    readonly bucket: string;
    readonly baseKey: string;
    readonly endpoint: string | null;
    readonly region: string;
    readonly usePathStyleAccess: boolean;
    readonly useS3Accelerate: boolean;
  };
}

export interface UploadCredentials {
  readonly awsSecretKeyId: string;
  readonly awsSecretAccessKey: string;
  readonly awsSessionToken: string;
  readonly expiration: number;
  readonly batchId: string;
}

export interface UploadHandler { readonly name: string; }

export interface UploadResult {
  readonly uploaded: "true";
  readonly batchId: string;
  readonly fileIdx: string;
  readonly uploadType: "normal" | "chunked";
  readonly uploadedSize: string;
  readonly uploadedChunkIds?: readonly number[];
  readonly chunkCount?: number;
}

export interface UploadedFile {
  readonly name: string | null;
  readonly size: number;
  readonly uploadType: "normal" | "chunked";
  readonly uploadedChunkIds?: readonly number[];
  readonly chunkCount?: number;
}

export interface User {
  readonly "entity-type": "user";
  readonly id: string;
  readonly properties: {
    readonly username: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly company: string | null;
    readonly email: string | null;
    readonly groups: readonly string[];
    readonly tenantId: string | null;
  };
  readonly extendedGroups: readonly { readonly name: string; readonly label: string | null; readonly url: string; }[];
  readonly isAdministrator: boolean;
  readonly isAnonymous: boolean;
  readonly contextParameters?: { readonly userprofile: unknown; };
}

export interface UserInput {
  readonly "entity-type": "user";
  readonly id?: string | undefined;
  readonly properties?: {
    readonly username?: string | undefined;
    readonly password?: string | undefined;
    readonly firstName?: string | null | undefined;
    readonly lastName?: string | null | undefined;
    readonly company?: string | null | undefined;
    readonly email?: string | null | undefined;
    readonly groups?: readonly string[] | undefined;
    readonly tenantId?: string | null | undefined;
  } | undefined;
}

export interface Users {
  readonly "entity-type": "users";
  readonly isPaginable: boolean;
  readonly resultsCount: number;
  readonly pageSize: number;
  readonly maxPageSize: number;
  readonly resultsCountLimit: number;
  readonly currentPageSize: number;
  readonly currentPageIndex: number;
  readonly currentPageOffset: number;
  readonly numberOfPages: number;
  readonly isPreviousPageAvailable: boolean;
  readonly isNextPageAvailable: boolean;
  readonly isLastPageAvailable: boolean;
  readonly isSortable: boolean;
  readonly hasError: boolean;
  readonly errorMessage: null;
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly entries: readonly User[];
}

export interface ValidationConstraint {
  readonly "entity-type": "validation_constraint";
  readonly name: string;
  readonly parameters: { readonly [name: string]: string; };
}

export interface ValidationReport {
  readonly "entity-type": "validation_report";
  readonly has_error: true;
  readonly number: number;
  readonly violations: readonly {
    readonly messageKey: string;
    readonly message: string;
    readonly invalid_value: string | null;
    readonly constraint: ValidationConstraint;
    readonly path: readonly ({ readonly field_name: string; readonly is_list_item: false; } | { readonly field_name: string; readonly is_list_item: true; readonly index: number; })[];
  }[];
}

export interface Workflow {
  readonly "entity-type": "workflow";
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly state: string;
  readonly workflowModelName: string;
  readonly initiator: string | User | null;
  readonly attachedDocumentIds: readonly ({ readonly id: string; } | Document)[];
  readonly variables: { readonly [name: string]: unknown; };
  readonly graphResource: string;
}

export interface WorkflowInput {
  readonly "entity-type": "workflow";
  readonly workflowModelName: string;
  readonly attachedDocumentIds?: readonly (string | { readonly id?: string | undefined; })[] | undefined;
  readonly variables?: { readonly [name: string]: unknown; } | undefined;
}

export interface Workflows { readonly "entity-type": "workflows"; readonly entries: readonly Workflow[]; }

export interface components {
  schemas: {
    acls: Acls;
    aggregate: Aggregate;
    annotation: Annotation;
    annotationInput: AnnotationInput;
    annotations: Annotations;
    binaryManagerStatus: BinaryManagerStatus;
    blob: BlobEntity;
    boolean: BooleanEntity;
    bulkError: BulkError;
    bulkErrors: BulkErrors;
    bulkStatus: BulkStatus;
    capabilities: Capabilities;
    comment: Comment;
    commentInput: CommentInput;
    comments: Comments;
    configuration: Configuration;
    connectStatus: ConnectStatus;
    contextParameters: ContextParameters;
    conversionProgram: ConversionProgram;
    conversionPrograms: ConversionPrograms;
    conversionScheduled: ConversionScheduled;
    conversionStatus: ConversionStatus;
    csvimportresult: Csvimportresult;
    csvimportstatus: Csvimportstatus;
    date: DateEntity;
    directories: Directories;
    directory: Directory;
    directoryEntries: DirectoryEntries;
    directoryEntry: DirectoryEntry;
    directoryEntryInput: DirectoryEntryInput;
    docType: DocType;
    docTypes: DocTypes;
    document: Document;
    documentInput: DocumentInput;
    documentList: DocumentList;
    documentPage: DocumentPage;
    documents: Documents;
    exception: Exception;
    facet: Facet;
    failedRendition: FailedRendition;
    failedRenditions: FailedRenditions;
    field: Field;
    graph: Graph;
    group: Group;
    groupInput: GroupInput;
    groups: Groups;
    identityProvider: IdentityProvider;
    identityProviders: IdentityProviders;
    job: Job;
    jobs: Jobs;
    list: ListEntity;
    logEntries: LogEntries;
    logEntry: LogEntry;
    login: Login;
    map: MapEntity;
    migration: Migration;
    migrations: Migrations;
    number: NumberEntity;
    nuxeoOAuth2ServiceProvider: NuxeoOAuth2ServiceProvider;
    nuxeoOAuth2ServiceProviders: NuxeoOAuth2ServiceProviders;
    nuxeoOAuth2Token: NuxeoOAuth2Token;
    nuxeoOAuth2Tokens: NuxeoOAuth2Tokens;
    oauth2Client: Oauth2Client;
    oauth2ClientInput: Oauth2ClientInput;
    oauth2Clients: Oauth2Clients;
    operation: Operation;
    pageProviderDefinition: PageProviderDefinition;
    pendingChange: PendingChange;
    pendingChanges: PendingChanges;
    probe: Probe;
    probes: Probes;
    propertyValue: PropertyValue;
    recordSet: RecordSet;
    registry: Registry;
    runnableWorkflow: RunnableWorkflow;
    savedSearch: SavedSearch;
    savedSearchInput: SavedSearchInput;
    savedSearches: SavedSearches;
    schedule: Schedule;
    schedules: Schedules;
    schema: Schema;
    schemaItem: SchemaItem;
    searchStatistics: SearchStatistics;
    secondFactor: SecondFactor;
    serverInfo: ServerInfo;
    string: StringEntity;
    subtreeTask: SubtreeTask;
    task: Task;
    taskInput: TaskInput;
    taskList: TaskList;
    tasks: Tasks;
    token: Token;
    tokens: Tokens;
    uploadBatch: UploadBatch;
    uploadCredentials: UploadCredentials;
    uploadHandler: UploadHandler;
    uploadResult: UploadResult;
    uploadedFile: UploadedFile;
    user: User;
    userInput: UserInput;
    users: Users;
    validation_constraint: ValidationConstraint;
    validation_report: ValidationReport;
    workflow: Workflow;
    workflowInput: WorkflowInput;
    workflows: Workflows;
  };
  parameters: {
    /** true: the upload batch can be used again */
    "X-Batch-No-Drop": boolean;
    /** seconds that it may take */
    "Nuxeo-Transaction-Timeout": number;
    /** true: no output is returned */
    "X-NXVoidOperation": boolean;
    /** a second call with the same key returns what the first one returned */
    "Idempotency-Key": string;
    /** true: without aggregates */
    skipAggregates: boolean;
    /** schemas whose properties are shown, separated by commas; *: all */
    properties: string;
    /** references that are shown as entities: properties (all of them), names of properties, versionLabel, lock */
    "fetch.document": string;
    /** references that are shown as entities: username, creator, extended */
    "fetch.acls": string;
    /** references that are shown as entities: parent */
    "fetch.directoryEntry": string;
    /** computed data to add, separated by commas: acls, audit, breadcrumb, children, collections, documentURL, favorites, firstAccessibleAncestor, hasContent, hasFolderishChild, highlight, pendingTasks, permissions, preview, publications, renditions, runnableWorkflows, runningWorkflows, subscribedNotifications, subtypes, tags, thumbnail, userVisiblePermissions */
    "enrichers.document": string;
    /** label: translated */
    "translate.directoryEntry": string;
    /** how deep entities are nested */
    depth: "root" | "children" | "max";
    /** how scalar values are written */
    "x-cartulary-dialect": "contract" | "native";
  };
  responses: {
    "call.204": { headers: Headers; content?: never; };
    "call.400": { headers: Headers; content: { "application/json": Exception; }; };
    "call.403": { headers: Headers; content: { "application/json": Exception; }; };
    "call.404": { headers: Headers; content: { "application/json": Exception; }; };
    "call.409": { headers: Headers; content: { "application/json": Exception; }; };
    "call.412": { headers: Headers; content: { "application/json": Exception; }; };
    "call.422": { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
    "call.default": { headers: Headers; content?: never; };
    error: { headers: Headers; content: { "application/json": Exception; }; };
    "error.400": { headers: Headers; content: { "application/json": Exception; }; };
    "error.401": { headers: Headers; content: { "application/json": Exception; }; };
  };
}

interface Group1 {
  /** type of the document */
  readonly type: string;
  /** its name and title */
  readonly name?: string | undefined;
}

interface Group2 {
  /** schemas whose properties are shown, separated by commas; *: all */
  readonly properties?: string | undefined;
  /** references that are shown as entities: properties (all of them), names of properties, versionLabel, lock */
  readonly "fetch.document"?: string | undefined;
  /** references that are shown as entities: username, creator, extended */
  readonly "fetch.acls"?: string | undefined;
  /** references that are shown as entities: parent */
  readonly "fetch.directoryEntry"?: string | undefined;
  /** computed data to add, separated by commas: acls, audit, breadcrumb, children, collections, documentURL, favorites, firstAccessibleAncestor, hasContent, hasFolderishChild, highlight, pendingTasks, permissions, preview, publications, renditions, runnableWorkflows, runningWorkflows, subscribedNotifications, subtypes, tags, thumbnail, userVisiblePermissions */
  readonly "enrichers.document"?: string | undefined;
  /** label: translated */
  readonly "translate.directoryEntry"?: string | undefined;
  /** how deep entities are nested */
  readonly depth?: "root" | "children" | "max" | undefined;
  /** how scalar values are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
}

interface Group3 {
  /** the xpath of the blob or blobs */
  readonly path?: string | undefined;
  /** present and not false: shown by a browser rather than saved */
  readonly inline?: string | undefined;
  /** the content may be kept for a year */
  readonly changeToken?: string | undefined;
  /** why it is downloaded, for the audit */
  readonly clientReason?: string | undefined;
}

interface Group4 {
  /** as clientReason */
  readonly "X-Client-Reason"?: string | undefined;
  /** digests to return, as in RFC 3230 */
  readonly "Want-Digest"?: string | undefined;
  /** a range of bytes */
  readonly Range?: string | undefined;
  /** a range only of this content */
  readonly "If-Range"?: string | undefined;
  /** only this content */
  readonly "If-Match"?: string | undefined;
  /** only other content */
  readonly "If-None-Match"?: string | undefined;
  /** only content changed since */
  readonly "If-Modified-Since"?: string | undefined;
  /** only content unchanged since */
  readonly "If-Unmodified-Since"?: string | undefined;
}

interface Group5 {
  /** references that are shown as entities: fields shows what values must fulfil */
  readonly "fetch.schema"?: string | undefined;
}

interface Group6 {
  /** present and not false: shown by a browser rather than saved */
  readonly inline?: string | undefined;
  /** the content may be kept for a year */
  readonly changeToken?: string | undefined;
  /** why it is downloaded, for the audit */
  readonly clientReason?: string | undefined;
}

interface Group7 {
  /** only directories of these types */
  readonly types?: readonly string[] | undefined;
}

interface Group8 {
  /** fields, separated by commas */
  readonly sortBy?: string | undefined;
  /** asc or desc for each of them, separated by commas */
  readonly sortOrder?: string | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
}

interface Group9 {
  /** references that are shown as entities: parent */
  readonly "fetch.directoryEntry"?: string | undefined;
  /** label: translated */
  readonly "translate.directoryEntry"?: string | undefined;
  /** how deep entities are nested */
  readonly depth?: "root" | "children" | "max" | undefined;
  /** languages of translated labels */
  readonly "Accept-Language"?: string | undefined;
}

interface Group10 {
  /** references that are shown as entities: memberUsers, memberGroups, parentGroups */
  readonly "fetch.group"?: string | undefined;
}

interface Group11 {
  /** what names begin with; *: all */
  readonly q?: string | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
}

interface Group12 {
  /** userprofile: adds the profile */
  readonly "enrichers.user"?: string | undefined;
  /** references that are shown as entities: memberUsers, memberGroups, parentGroups */
  readonly "fetch.group"?: string | undefined;
}

interface Group13 {
  /** true: the upload batch can be used again */
  readonly "X-Batch-No-Drop"?: boolean | undefined;
  /** schemas whose properties are shown, separated by commas; *: all */
  readonly properties?: string | undefined;
  /** references that are shown as entities: properties (all of them), names of properties, versionLabel, lock */
  readonly "fetch.document"?: string | undefined;
  /** references that are shown as entities: username, creator, extended */
  readonly "fetch.acls"?: string | undefined;
  /** references that are shown as entities: parent */
  readonly "fetch.directoryEntry"?: string | undefined;
  /** computed data to add, separated by commas: acls, audit, breadcrumb, children, collections, documentURL, favorites, firstAccessibleAncestor, hasContent, hasFolderishChild, highlight, pendingTasks, permissions, preview, publications, renditions, runnableWorkflows, runningWorkflows, subscribedNotifications, subtypes, tags, thumbnail, userVisiblePermissions */
  readonly "enrichers.document"?: string | undefined;
  /** label: translated */
  readonly "translate.directoryEntry"?: string | undefined;
  /** how deep entities are nested */
  readonly depth?: "root" | "children" | "max" | undefined;
  /** how scalar values are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
}

interface Group14 {
  /** what the change is about, for the audit and the version */
  readonly "Update-Comment"?: string | undefined;
  /** makes a version */
  readonly "X-Versioning-Option"?: "MAJOR" | "MINOR" | "NONE" | undefined;
  /** present: the last version is returned, if there is one */
  readonly Source?: string | undefined;
  /** true: the upload batch can be used again */
  readonly "X-Batch-No-Drop"?: boolean | undefined;
  /** schemas whose properties are shown, separated by commas; *: all */
  readonly properties?: string | undefined;
  /** references that are shown as entities: properties (all of them), names of properties, versionLabel, lock */
  readonly "fetch.document"?: string | undefined;
  /** references that are shown as entities: username, creator, extended */
  readonly "fetch.acls"?: string | undefined;
  /** references that are shown as entities: parent */
  readonly "fetch.directoryEntry"?: string | undefined;
  /** computed data to add, separated by commas: acls, audit, breadcrumb, children, collections, documentURL, favorites, firstAccessibleAncestor, hasContent, hasFolderishChild, highlight, pendingTasks, permissions, preview, publications, renditions, runnableWorkflows, runningWorkflows, subscribedNotifications, subtypes, tags, thumbnail, userVisiblePermissions */
  readonly "enrichers.document"?: string | undefined;
  /** label: translated */
  readonly "translate.directoryEntry"?: string | undefined;
  /** how deep entities are nested */
  readonly depth?: "root" | "children" | "max" | undefined;
  /** how scalar values are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
}

interface Group15 {
  /** only annotations of this property */
  readonly xpath?: string | undefined;
  /** of which the comments are asked for */
  readonly annotationIds?: readonly string[] | undefined;
}

interface Group16 {
  /** references that are shown as entities: repliesSummary */
  readonly "fetch.comment"?: string | undefined;
}

interface Group17 {
  /** only these events */
  readonly eventId?: readonly string[] | undefined;
  /** only these categories */
  readonly category?: readonly string[] | undefined;
  /** only what these users did */
  readonly principalName?: readonly string[] | undefined;
  /** not before this date */
  readonly startEventDate?: string | undefined;
  /** not after this date */
  readonly endEventDate?: string | undefined;
  /** columns, separated by commas */
  readonly sortBy?: string | undefined;
  /** asc or desc for each of them, separated by commas */
  readonly sortOrder?: string | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
}

interface Group18 {
  /** references that are shown as entities: the columns of CSV */
  readonly "fetch.logEntry"?: string | undefined;
}

interface Group19 {
  /** names of properties, separated by commas */
  readonly sortBy?: string | undefined;
  /** asc or desc for each of them, separated by commas */
  readonly sortOrder?: string | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
}

interface Group20 {
  /** comments of a page; 0 or nothing: all */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
}

interface Group21 {
  /** the name of the converter; other parameters are for it */
  readonly converter?: string | undefined;
  /** the media type wanted, where no converter is named */
  readonly type?: string | undefined;
  /** as type: the usual extension of such files */
  readonly format?: string | undefined;
  /** present and not false: shown by a browser rather than saved */
  readonly inline?: string | undefined;
  /** the content may be kept for a year */
  readonly changeToken?: string | undefined;
  /** why it is downloaded, for the audit */
  readonly clientReason?: string | undefined;
}

interface Group22 {
  /** the name of the converter; other parameters are for it */
  readonly converter?: string | undefined;
  /** the media type wanted, where no converter is named */
  readonly type?: string | undefined;
  /** as type: the usual extension of such files */
  readonly format?: string | undefined;
  /** true: the conversion is scheduled */
  readonly async?: string | undefined;
}

interface Group23 {
  /** true: the upload batch can be used again */
  readonly "X-Batch-No-Drop"?: boolean | undefined;
  /** seconds that it may take */
  readonly "Nuxeo-Transaction-Timeout"?: number | undefined;
  /** true: no output is returned */
  readonly "X-NXVoidOperation"?: boolean | undefined;
  /** a second call with the same key returns what the first one returned */
  readonly "Idempotency-Key"?: string | undefined;
  /** true: without aggregates */
  readonly skipAggregates?: boolean | undefined;
  /** schemas whose properties are shown, separated by commas; *: all */
  readonly properties?: string | undefined;
  /** references that are shown as entities: properties (all of them), names of properties, versionLabel, lock */
  readonly "fetch.document"?: string | undefined;
  /** references that are shown as entities: username, creator, extended */
  readonly "fetch.acls"?: string | undefined;
  /** references that are shown as entities: parent */
  readonly "fetch.directoryEntry"?: string | undefined;
  /** computed data to add, separated by commas: acls, audit, breadcrumb, children, collections, documentURL, favorites, firstAccessibleAncestor, hasContent, hasFolderishChild, highlight, pendingTasks, permissions, preview, publications, renditions, runnableWorkflows, runningWorkflows, subscribedNotifications, subtypes, tags, thumbnail, userVisiblePermissions */
  readonly "enrichers.document"?: string | undefined;
  /** label: translated */
  readonly "translate.directoryEntry"?: string | undefined;
  /** how deep entities are nested */
  readonly depth?: "root" | "children" | "max" | undefined;
  /** how scalar values are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
}

interface Group24 {
  /** values of the question marks of the query */
  readonly queryParams?: readonly string[] | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
  /** names of properties, separated by commas */
  readonly sortBy?: string | undefined;
  /** asc or desc for each of them, separated by commas */
  readonly sortOrder?: string | undefined;
  /** names of quick filters, separated by commas */
  readonly quickFilters?: string | undefined;
  /** properties in which matches are highlighted, separated by commas */
  readonly highlight?: string | undefined;
  /** as highlight */
  readonly highlights?: string | undefined;
  /** any other parameter is a named parameter of the query */
  readonly namedParameters?: { readonly [name: string]: string; } | undefined;
}

interface Group25 {
  /** true: without aggregates */
  readonly skipAggregates?: boolean | undefined;
  /** schemas whose properties are shown, separated by commas; *: all */
  readonly properties?: string | undefined;
  /** references that are shown as entities: properties (all of them), names of properties, versionLabel, lock */
  readonly "fetch.document"?: string | undefined;
  /** references that are shown as entities: username, creator, extended */
  readonly "fetch.acls"?: string | undefined;
  /** references that are shown as entities: parent */
  readonly "fetch.directoryEntry"?: string | undefined;
  /** computed data to add, separated by commas: acls, audit, breadcrumb, children, collections, documentURL, favorites, firstAccessibleAncestor, hasContent, hasFolderishChild, highlight, pendingTasks, permissions, preview, publications, renditions, runnableWorkflows, runningWorkflows, subscribedNotifications, subtypes, tags, thumbnail, userVisiblePermissions */
  readonly "enrichers.document"?: string | undefined;
  /** label: translated */
  readonly "translate.directoryEntry"?: string | undefined;
  /** how deep entities are nested */
  readonly depth?: "root" | "children" | "max" | undefined;
  /** how scalar values are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
}

interface Group26 {
  /** true: it is made with this request, which takes as long as that */
  readonly sync?: boolean | undefined;
  /** present and not false: shown by a browser rather than saved */
  readonly inline?: string | undefined;
  /** the content may be kept for a year */
  readonly changeToken?: string | undefined;
  /** why it is downloaded, for the audit */
  readonly clientReason?: string | undefined;
}

interface Group27 {
  /** words to look for, when there is no query */
  readonly fullText?: string | undefined;
  /** as in a query, when there is no sortBy */
  readonly orderBy?: string | undefined;
  /** the query, in NXQL */
  readonly query?: string | undefined;
  /** how far matches are counted */
  readonly maxResults?: number | undefined;
  /** values of the question marks of the query */
  readonly queryParams?: readonly string[] | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
  /** names of properties, separated by commas */
  readonly sortBy?: string | undefined;
  /** asc or desc for each of them, separated by commas */
  readonly sortOrder?: string | undefined;
  /** names of quick filters, separated by commas */
  readonly quickFilters?: string | undefined;
  /** properties in which matches are highlighted, separated by commas */
  readonly highlight?: string | undefined;
  /** as highlight */
  readonly highlights?: string | undefined;
  /** any other parameter is a named parameter of the query */
  readonly namedParameters?: { readonly [name: string]: string; } | undefined;
}

interface Group28 {
  /** only tasks that this user may end as an actor, also one to whom they are delegated */
  readonly userId?: string | undefined;
  /** only tasks of this workflow */
  readonly workflowInstanceId?: string | undefined;
  /** only tasks of workflows of this model */
  readonly workflowModelName?: string | undefined;
}

interface Group29 {
  /** references that are shown as entities: workflowInitiator, targetDocumentIds, actors */
  readonly "fetch.task"?: string | undefined;
  /** schemas whose properties are shown of fetched documents */
  readonly properties?: string | undefined;
  /** how values of fetched documents are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
}

interface Group30 {
  /** of reassign: names of users or groups, one each */
  readonly actors?: string | undefined;
  /** of delegate: names of users or groups, one each */
  readonly delegatedActors?: string | undefined;
  /** of both: added to the comments of the task */
  readonly comment?: string | undefined;
}

interface Group31 {
  /** references that are shown as entities: initiator, attachedDocumentIds */
  readonly "fetch.workflow"?: string | undefined;
  /** schemas whose properties are shown of fetched documents */
  readonly properties?: string | undefined;
  /** how values of fetched documents are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
  /** references that are shown as entities: workflowInitiator, targetDocumentIds, actors */
  readonly "fetch.task"?: string | undefined;
}

interface Group32 {
  /** references that are shown as entities: initiator, attachedDocumentIds */
  readonly "fetch.workflow"?: string | undefined;
  /** schemas whose properties are shown of fetched documents */
  readonly properties?: string | undefined;
  /** how values of fetched documents are written */
  readonly "x-cartulary-dialect"?: "contract" | "native" | undefined;
}

interface Group33 {
  /** only counts what would be removed */
  readonly dryRun?: boolean | undefined;
  /** the most contents that are removed */
  readonly queryLimit?: number | undefined;
  /** also contents of records */
  readonly records?: boolean | undefined;
}

interface Group34 {
  /** ask the registration server again */
  readonly forceRefresh?: boolean | undefined;
}

interface Group35 {
  /** the query for the documents, in NXQL; all when left out */
  readonly query?: string | undefined;
}

interface Group36 {
  /** the query for the documents, in NXQL; all when left out */
  readonly query?: string | undefined;
  /** also removes words that are not wanted */
  readonly force?: boolean | undefined;
}

interface Group37 {
  /** only jobs of that kind */
  readonly kind?: string | undefined;
  /** only jobs in that state */
  readonly state?: "waiting" | "running" | "failed" | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
}

interface Group38 {
  /** the query for the documents, in NXQL; all when left out */
  readonly query?: string | undefined;
  /** the most documents */
  readonly queryLimit?: number | undefined;
  /** there is one index */
  readonly index?: string | undefined;
}

interface Group39 {
  /** the name of a stream: of a kind of job */
  readonly stream?: string | undefined;
  /** the name of a consumer: that of its stream */
  readonly consumer?: string | undefined;
}

interface Group40 {
  /** the name of a consumer: that of its stream */
  readonly consumer?: string | undefined;
}

interface Group41 {
  /** the name of a stream: of a kind of job */
  readonly stream?: string | undefined;
}

interface Group42 {
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
}

interface Group43 {
  /** the query for the documents, in NXQL; all when left out */
  readonly query?: string | undefined;
  /** a conversion such as MP4 480p, repeated for more; all when left out */
  readonly conversionNames?: string | undefined;
  /** also describes videos again that have a description */
  readonly recomputeAllVideoInfo?: boolean | undefined;
}

interface Group44 {
  /** how long to wait; a field of a form as well */
  readonly timeoutSeconds?: number | undefined;
}

interface Group45 {
  /** userprofile: adds the profile */
  readonly "enrichers.user"?: string | undefined;
}

interface Group46 {
  /** for search: part of the name of the user or the client */
  readonly q?: string | undefined;
}

interface Group47 {
  /** the query, in NXQL */
  readonly query?: string | undefined;
  /** how far matches are counted */
  readonly maxResults?: number | undefined;
  /** values of the question marks of the query */
  readonly queryParams?: readonly string[] | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
  /** names of properties, separated by commas */
  readonly sortBy?: string | undefined;
  /** asc or desc for each of them, separated by commas */
  readonly sortOrder?: string | undefined;
  /** names of quick filters, separated by commas */
  readonly quickFilters?: string | undefined;
  /** properties in which matches are highlighted, separated by commas */
  readonly highlight?: string | undefined;
  /** as highlight */
  readonly highlights?: string | undefined;
  /** any other parameter is a named parameter of the query */
  readonly namedParameters?: { readonly [name: string]: string; } | undefined;
}

interface Group48 {
  /** the query for the documents, in NXQL */
  readonly query?: string | undefined;
  /** values of the question marks of the query */
  readonly queryParams?: readonly string[] | undefined;
  /** the most documents */
  readonly queryLimit?: number | undefined;
  /** how the documents are found; there is one way here: default or elastic */
  readonly scroll?: string | undefined;
}

interface Group49 {
  /** the query for the documents, in NXQL */
  readonly query?: string | undefined;
  /** values of the question marks of the query */
  readonly queryParams?: readonly string[] | undefined;
}

interface Group50 {
  /** values of the question marks of the query */
  readonly queryParams?: readonly string[] | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
  /** names of properties, separated by commas */
  readonly sortBy?: string | undefined;
  /** asc or desc for each of them, separated by commas */
  readonly sortOrder?: string | undefined;
  /** names of quick filters, separated by commas */
  readonly quickFilters?: string | undefined;
  /** properties in which matches are highlighted, separated by commas */
  readonly highlight?: string | undefined;
  /** as highlight */
  readonly highlights?: string | undefined;
  /** any other parameter is a named parameter of the query */
  readonly namedParameters?: { readonly [name: string]: string; } | undefined;
  /** the most documents */
  readonly queryLimit?: number | undefined;
  /** how the documents are found; there is one way here: default or elastic */
  readonly scroll?: string | undefined;
}

interface Group51 {
  /** true: without aggregates */
  readonly skipAggregates?: boolean | undefined;
}

interface Group52 {
  /** only searches of this one */
  readonly pageProvider?: string | undefined;
}

interface Group53 {
  /** only tasks that this user may end as an actor, also one to whom they are delegated */
  readonly userId?: string | undefined;
  /** only tasks of this workflow */
  readonly workflowInstanceId?: string | undefined;
  /** only tasks of workflows of this model */
  readonly workflowModelName?: string | undefined;
  /** entries of a page; 0: as many as possible */
  readonly pageSize?: number | undefined;
  /** which page, from 0 */
  readonly currentPageIndex?: number | undefined;
  /** entries before the page; instead of currentPageIndex */
  readonly offset?: number | undefined;
}

interface Group54 {
  /** names of users or groups, one each */
  readonly delegatedActors?: readonly string[] | undefined;
  /** added to the comments of the task */
  readonly comment?: string | undefined;
}

interface Group55 {
  /** names of users or groups, one each */
  readonly actors?: readonly string[] | undefined;
  /** added to the comments of the task */
  readonly comment?: string | undefined;
}

interface Group56 {
  /** only those of this application */
  readonly application?: string | undefined;
}

interface Group57 {
  /** name of the token */
  readonly application?: string | undefined;
  /** with it the same request returns the same token; else each makes one */
  readonly deviceId?: string | undefined;
  /** what the user knows the device by */
  readonly deviceDescription?: string | undefined;
  /** r for reading only; rw */
  readonly permission?: string | undefined;
  /** for ever without it */
  readonly expiresInDays?: number | undefined;
}

interface Group58 {
  /** name of the file, percent-encoded */
  readonly "X-File-Name"?: string | undefined;
  /** media type of the file */
  readonly "X-File-Type"?: string | undefined;
  /** chunked: the body is a part of the file */
  readonly "X-Upload-Type"?: "normal" | "chunked" | undefined;
  /** which part, from 0 */
  readonly "X-Upload-Chunk-Index"?: number | undefined;
  /** number of parts */
  readonly "X-Upload-Chunk-Count"?: number | undefined;
  /** bytes of the whole file */
  readonly "X-File-Size"?: number | undefined;
}

interface Group59 {
  /** only workflows of this model */
  readonly workflowModelName?: string | undefined;
}

interface Group60 {
  /** the language of titles and labels */
  readonly "Accept-Language"?: string | undefined;
}

interface Group61 {
  /** the application */
  readonly applicationName?: string | undefined;
  /** the device, as the application knows it */
  readonly deviceId?: string | undefined;
  /** what the user knows the device by */
  readonly deviceDescription?: string | undefined;
  /** r for reading only; rw */
  readonly permission?: string | undefined;
  /** true: withdraws the token of the application on the device */
  readonly revoke?: string | undefined;
}

interface Group62 {
  /** the application; Nuxeo Drive if left out */
  readonly applicationName?: string | undefined;
  /** the device, as the application knows it */
  readonly deviceId?: string | undefined;
  /** what the user knows the device by */
  readonly deviceDescription?: string | undefined;
  /** true: the token is handed over by an address of the application */
  readonly useProtocol?: string | undefined;
}

interface Group63 {
  /** where to go then: an address of this server */
  readonly requestedUrl?: string | undefined;
}

interface Group64 {
  /** where to go then: an address of this server */
  readonly requestedUrl?: string | undefined;
  /** true: what is told about the last attempt */
  readonly loginFailed?: string | undefined;
  /** true: what is told about the last attempt */
  readonly loginMissing?: string | undefined;
  /** true: what is told about the last attempt */
  readonly connectionFailed?: string | undefined;
  /** true: what is told about the last attempt */
  readonly loginSlowed?: string | undefined;
  /** true: what is told about the last attempt */
  readonly nxtimeout?: string | undefined;
  /** true: what is told about the last attempt */
  readonly codeNeeded?: string | undefined;
}

interface Group65 {
  /** where to go afterwards; an address of this server */
  readonly requestedUrl?: string | undefined;
}

interface Group66 {
  /** of the provider */
  readonly code?: string | undefined;
  /** as it was sent to the provider */
  readonly state?: string | undefined;
  /** the provider */
  readonly iss?: string | undefined;
  /** why the provider has refused */
  readonly error?: string | undefined;
  /** the same in words */
  readonly error_description?: string | undefined;
}

interface Group67 {
  /** where to go then: this server, or an application on the device */
  readonly callbackURL?: string | undefined;
}

interface Group68 {
  /** XMLHttpRequest: sent by a script, which is not redirected */
  readonly "X-Requested-With"?: string | undefined;
}

interface Group69 {
  /** code */
  readonly response_type?: string | undefined;
  /** the application */
  readonly client_id?: string | undefined;
  /** one of those that it has registered; the first if left out */
  readonly redirect_uri?: string | undefined;
  /** read: access that changes nothing; anything else is full access */
  readonly scope?: string | undefined;
  /** returned to the client */
  readonly state?: string | undefined;
  /** PKCE, required of clients without a secret */
  readonly code_challenge?: string | undefined;
  /** S256 or plain */
  readonly code_challenge_method?: string | undefined;
}

interface Group70 {
  /** started or reload, or the health by probe */
  readonly info?: "started" | "reload" | "probe" | "summary" | undefined;
  /** the probe to run, for info=probe; the secret statusKey, for info=summary */
  readonly key?: string | undefined;
}

interface Group71 {
  /** true: indented */
  readonly pretty?: boolean | undefined;
}

interface Group72 {
  readonly "X-Batch-No-Drop"?: components["parameters"]["X-Batch-No-Drop"];
  readonly "Nuxeo-Transaction-Timeout"?: components["parameters"]["Nuxeo-Transaction-Timeout"];
  readonly "X-NXVoidOperation"?: components["parameters"]["X-NXVoidOperation"];
  readonly "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
  readonly skipAggregates?: components["parameters"]["skipAggregates"];
  readonly properties?: components["parameters"]["properties"];
  readonly "fetch.document"?: components["parameters"]["fetch.document"];
  readonly "fetch.acls"?: components["parameters"]["fetch.acls"];
  readonly "fetch.directoryEntry"?: components["parameters"]["fetch.directoryEntry"];
  readonly "enrichers.document"?: components["parameters"]["enrichers.document"];
  readonly "translate.directoryEntry"?: components["parameters"]["translate.directoryEntry"];
  readonly depth?: components["parameters"]["depth"];
  readonly "x-cartulary-dialect"?: components["parameters"]["x-cartulary-dialect"];
}

export interface paths {
  "/": {
    /** A page that says what runs here, for browsers */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api": {
    /** The playground of the API: a page that shows this description and tries requests */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error.400"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/files/{file}": {
    /** A file of the playground of the API */
    get: {
      parameters: { path: { readonly file: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/@emptyWithDefault": {
    /** A new document with default values, not stored and without parent */
    get: {
      parameters: { path?: never; query?: Group1; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/automation/files/{id}": {
    /** The blob or blobs at an xpath of a document */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group3; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/bulk/{commandId}": {
    /** The status of a bulk command that the caller submitted */
    get: {
      parameters: { path: { readonly commandId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/bulk/{commandId}/abort": {
    /** Aborts a bulk command that the caller submitted: what it has done stays */
    put: {
      parameters: { path: { readonly commandId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/bulk/{commandId}/errors": {
    /** The items of a bulk command that failed: of many the first ones */
    get: {
      parameters: { path: { readonly commandId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkErrors; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/bulk;{ids}": {
    /** Read several documents */
    get: {
      parameters: { path: { readonly ids: string; }; query?: never; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentList; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Change properties of several documents in one transaction */
    put: {
      parameters: { path: { readonly ids: string; }; query?: never; header?: Group2; cookie?: never; };
      requestBody?: { content: { "application/json": DocumentInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentList; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Remove several documents for good in one transaction */
    delete: {
      parameters: { path: { readonly ids: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/capabilities": {
    /** What this server can do */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Capabilities; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/config/facets": {
    /** Every facet of the content model */
    get: {
      parameters: { path?: never; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": readonly { readonly name: string; readonly schemas?: readonly SchemaItem[]; }[];
          };
        };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/config/facets/{name}": {
    /** One facet */
    get: {
      parameters: { path: { readonly name: string; }; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Facet; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/config/schemas": {
    /** Every schema of the content model */
    get: {
      parameters: { path?: never; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": readonly SchemaItem[]; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/config/schemas/{name}": {
    /** One schema */
    get: {
      parameters: { path: { readonly name: string; }; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Schema; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/config/types": {
    /** Every document type of the content model */
    get: {
      parameters: { path?: never; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocTypes; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/config/types/{name}": {
    /** One document type */
    get: {
      parameters: { path: { readonly name: string; }; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocType; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/conversion/{conversionId}/poll": {
    /** Whether a scheduled conversion of the caller has ended, well or not */
    get: {
      parameters: { path: { readonly conversionId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": ConversionStatus; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/conversion/{conversionId}/result": {
    /** What a scheduled conversion of the caller has made */
    get: {
      parameters: { path: { readonly conversionId: string; }; query?: Group6; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/conversions/{conversionId}/poll": {
    /** Whether a scheduled conversion of the caller has ended, well or not */
    get: {
      parameters: { path: { readonly conversionId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": ConversionStatus; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/conversions/{conversionId}/result": {
    /** What a scheduled conversion of the caller has made */
    get: {
      parameters: { path: { readonly conversionId: string; }; query?: Group6; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/directory": {
    /** Lists the directories, but for those of the system */
    get: {
      parameters: { path?: never; query?: Group7; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Directories; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/directory/{name}": {
    /** Reads a page of entries */
    get: {
      parameters: { path: { readonly name: string; }; query?: Group8; header?: Group9; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DirectoryEntries; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Adds an entry; fields that are left out have the defaults of the schema */
    post: {
      parameters: { path: { readonly name: string; }; query?: never; header?: Group9; cookie?: never; };
      requestBody?: { content: { "application/json": DirectoryEntryInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": DirectoryEntry; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/directory/{name}/{rest}": {
    /** Reads an entry */
    get: {
      parameters: {
        path: { readonly name: string; readonly rest: string; };
        query?: never;
        header?: Group9;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": DirectoryEntry; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Changes the fields of an entry that are sent */
    put: {
      parameters: {
        path: { readonly name: string; readonly rest: string; };
        query?: never;
        header?: Group9;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": DirectoryEntryInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": DirectoryEntry; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Removes an entry that no other entry has as its parent */
    delete: {
      parameters: {
        path: { readonly name: string; readonly rest: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/doc": {
    /** Leads to the description of the API */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/docType": {
    /** Every document type of the content model */
    get: {
      parameters: { path?: never; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocTypes; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/docType/{name}": {
    /** One document type */
    get: {
      parameters: { path: { readonly name: string; }; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocType; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/drive/configuration": {
    /** What clients that synchronize folders set up from the server */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": { readonly ui: string; }; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/facet": {
    /** Every facet of the content model */
    get: {
      parameters: { path?: never; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": readonly { readonly name: string; readonly schemas?: readonly SchemaItem[]; }[];
          };
        };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/facet/{name}": {
    /** One facet */
    get: {
      parameters: { path: { readonly name: string; }; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Facet; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/group": {
    /** Creates a group */
    post: {
      parameters: { path?: never; query?: never; header?: Group10; cookie?: never; };
      requestBody?: { content: { "application/json": GroupInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Group; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/group/search": {
    /** Finds groups by the beginning of their name or label */
    get: {
      parameters: { path?: never; query?: Group11; header?: Group12; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Groups; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/group/{rest}": {
    /** Reads a group, or with /@users or /@groups a page of its members */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group11; header?: Group12; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Group | Users | Groups; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Changes a group: only what is sent; a list of members or parents is replaced */
    put: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group10; cookie?: never; };
      requestBody?: { content: { "application/json": GroupInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Group; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Adds a user to a group: /group/{group}/user/{user} */
    post: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        201: { headers: Headers; content: { "application/json": User; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Removes a group, or with /user/{user} takes a user out of it */
    delete: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/plain": unknown; }; };
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}": {
    /** Read a document */
    get: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Create a document below this one */
    post: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group13; cookie?: never; };
      requestBody?: { content: { "application/json": DocumentInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Change properties of a document */
    put: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group14; cookie?: never; };
      requestBody?: { content: { "application/json": DocumentInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Remove a document for good */
    delete: {
      parameters: { path: { readonly id: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@acl": {
    /** The access control lists of the document */
    get: {
      parameters: { path: { readonly id: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Acls; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@annotation": {
    /** The annotations of a document, one of them, or the comments of some (/comments) */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group15; header?: Group16; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Annotations | Annotation | Comments; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Annotate a property of a document; or read the comments of annotations (/comments) */
    post: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group16; cookie?: never; };
      requestBody?: { content: { "application/json": AnnotationInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Comments; }; };
        201: { headers: Headers; content: { "application/json": Annotation; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@annotation/{annotationId}": {
    /** The annotations of a document, one of them, or the comments of some (/comments) */
    get: {
      parameters: {
        path: { readonly id: string; readonly annotationId: string; };
        query?: Group15;
        header?: Group16;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Annotations | Annotation | Comments; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Change an annotation */
    put: {
      parameters: {
        path: { readonly id: string; readonly annotationId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": AnnotationInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Annotation; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Remove an annotation with the comments of it */
    delete: {
      parameters: {
        path: { readonly id: string; readonly annotationId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@audit": {
    /** What happened to the document, the newest first */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group17; header?: Group18; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": LogEntries; "text/csv": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@blob/{xpath}": {
    /** Download a blob of the document */
    get: {
      parameters: {
        path: { readonly id: string; readonly xpath: string; };
        query?: Group6;
        header?: Group4;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
    /** Replace a blob by the first file of a multipart form */
    put: {
      parameters: {
        path: { readonly id: string; readonly xpath: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "multipart/form-data": unknown; }; };
      responses: {
        200: { headers: Headers; content: { "text/plain": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Remove a blob from the document */
    delete: {
      parameters: {
        path: { readonly id: string; readonly xpath: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@children": {
    /** A page of the children the caller may browse */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group19; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@comment": {
    /** The comments of a document or the replies to a comment, the newest first; or one comment */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group20; header?: Group16; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Comments | Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Comment a document, or reply to the comment whose id the address has */
    post: {
      parameters: { path: { readonly id: string; }; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": CommentInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@comment/{commentId}": {
    /** The comments of a document or the replies to a comment, the newest first; or one comment */
    get: {
      parameters: {
        path: { readonly id: string; readonly commentId: string; };
        query?: Group20;
        header?: Group16;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Comments | Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Change a comment */
    put: {
      parameters: {
        path: { readonly id: string; readonly commentId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": CommentInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Remove a comment with the replies to it */
    delete: {
      parameters: {
        path: { readonly id: string; readonly commentId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@convert": {
    /** The main file of the document as another type; after @blob/{xpath} or @rendition/{name} that content */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group21; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** As GET, with the parameters as a form; async=true: in the background */
    post: {
      parameters: { path: { readonly id: string; }; query?: Group22; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly converter?: string | undefined;
            readonly type?: string | undefined;
            readonly format?: string | undefined;
            readonly async?: string | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        202: { headers: Headers; content: { "application/json": ConversionScheduled; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@emptyWithDefault": {
    /** A new document with default values, not stored */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group1; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@op/{operation}": {
    /** Runs an operation or chain with the document as its input */
    post: {
      parameters: {
        path: { readonly id: string; readonly operation: string; };
        query?: never;
        header?: Group23;
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: unknown;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        412: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@pp/{provider}": {
    /** Runs a page provider with the id of the document as its first parameter */
    get: {
      parameters: {
        path: { readonly id: string; readonly provider: string; };
        query?: Group24;
        header?: Group25;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@preview": {
    /** A page for browsers that shows the main file or note, or the file before it */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group6; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@preview/{file}": {
    /** A page for browsers that shows the main file or note, or the file before it */
    get: {
      parameters: {
        path: { readonly id: string; readonly file: string; };
        query?: Group6;
        header?: Group4;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@rendition/{name}": {
    /** A rendition of the document; of the thumbnail the icon of its type while there is none */
    get: {
      parameters: {
        path: { readonly id: string; readonly name: string; };
        query?: Group26;
        header?: Group4;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@search": {
    /** Runs a query, or looks for words below the folder of the document */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group27; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@task": {
    /** The open tasks on the document that the caller may read, by their due dates */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group28; header?: Group29; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": TaskList; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@task/{taskId}/{action}": {
    /** Ends a task on the document with one of its buttons, or does reassign or delegate */
    put: {
      parameters: {
        path: { readonly id: string; readonly taskId: string; readonly action: string; };
        query?: Group30;
        header?: Group29;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": TaskInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Task; "*/*": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/@workflow": {
    /** The running workflows on the document that the caller may read, or the open tasks of one */
    get: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group31; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Workflows | TaskList; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Starts a workflow on the document */
    post: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group32; cookie?: never; };
      requestBody?: { content: { "application/json": WorkflowInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Workflow; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/id/{id}/{rest}": {
    /** Read a document */
    get: {
      parameters: {
        path: { readonly id: string; readonly rest: string; };
        query?: never;
        header?: Group2;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Create a document below this one */
    post: {
      parameters: {
        path: { readonly id: string; readonly rest: string; };
        query?: never;
        header?: Group13;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": DocumentInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Change properties of a document */
    put: {
      parameters: {
        path: { readonly id: string; readonly rest: string; };
        query?: never;
        header?: Group14;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": DocumentInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Remove a document for good */
    delete: {
      parameters: {
        path: { readonly id: string; readonly rest: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/binaries/orphaned": {
    /** Removes stored contents to which nothing refers, and waits until that is done */
    delete: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BinaryManagerStatus; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/blobs/orphaned": {
    /** Removes stored contents to which nothing refers */
    delete: {
      parameters: { path?: never; query?: Group33; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/bulk/{commandId}": {
    /** The status of a bulk command */
    get: {
      parameters: { path: { readonly commandId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Aborts a bulk command: what it has done stays */
    delete: {
      parameters: { path: { readonly commandId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/configuration": {
    /** The settings of this process; secrets are not shown */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Configuration; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/connect/status": {
    /** The registration of this instance */
    get: {
      parameters: { path?: never; query?: Group34; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": ConnectStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/distribution": {
    /** The program and what it runs on */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": ServerInfo; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/elasticsearch/flush": {
    /** Makes what is indexed visible, as it is already */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/elasticsearch/optimize": {
    /** Optimises the index, which does so by itself */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/elasticsearch/reindex": {
    /** Stores the words of documents again */
    post: {
      parameters: { path?: never; query?: Group35; header?: never; cookie?: never; };
      requestBody?: { content: { "application/x-www-form-urlencoded": { readonly query?: string | undefined; }; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/elasticsearch/{documentId}/reindex": {
    /** Stores the words of a document and of all below it again */
    post: {
      parameters: { path: { readonly documentId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/fulltext/extract": {
    /** Reads the texts of files again */
    post: {
      parameters: { path?: never; query?: Group36; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": { readonly query?: string | undefined; readonly force?: string | undefined; };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/fulltext/fixBinaryStorage": {
    /** Reads texts of files that are missing, and stores the words of their documents again */
    post: {
      parameters: { path?: never; query?: Group35; header?: never; cookie?: never; };
      requestBody?: { content: { "application/x-www-form-urlencoded": { readonly query?: string | undefined; }; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/jobs": {
    /** Background jobs that wait, run or have failed, and how many there are */
    get: {
      parameters: { path?: never; query?: Group37; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Jobs; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/jobs/{jobId}": {
    /** Removes a job */
    delete: {
      parameters: { path: { readonly jobId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        202: { headers: Headers; content?: never; };
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/jobs/{jobId}/retry": {
    /** Lets a failed job begin again, and one that waits begin at once */
    put: {
      parameters: { path: { readonly jobId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Job; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/migration": {
    /** Migrations of content with their states */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Migrations; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/migration/{migrationId}": {
    /** A migration of content with its state */
    get: {
      parameters: { path: { readonly migrationId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Migration; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/migration/{migrationId}/probe": {
    /** Find the state of a migration from what is stored */
    post: {
      parameters: { path: { readonly migrationId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Migration; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/migration/{migrationId}/run": {
    /** Run the only step that the state of a migration allows */
    post: {
      parameters: { path: { readonly migrationId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        202: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/migration/{migrationId}/run/{stepId}": {
    /** Run a step of a migration */
    post: {
      parameters: {
        path: { readonly migrationId: string; readonly stepId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        202: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/oauth2/expired": {
    /** Removes OAuth2 tokens that have expired and can no longer be refreshed */
    delete: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/page-providers": {
    /** Page providers with the largest page that each allows */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": readonly { readonly name: string; readonly class: string; readonly maxPageSize: number; }[];
          };
        };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/pending-changes": {
    /** Changes of large folders that are still being written to their documents */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": PendingChanges; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/pictures/recompute": {
    /** Makes views of pictures again; without a query those that are missing or could not be made */
    post: {
      parameters: { path?: never; query?: Group35; header?: never; cookie?: never; };
      requestBody?: { content: { "application/x-www-form-urlencoded": { readonly query?: string | undefined; }; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/probes": {
    /** Probes of the server, and how they went since it started */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Probes; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Run every probe */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Probes; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/probes/{probe}": {
    /** A probe, and how it went since the server started */
    get: {
      parameters: { path: { readonly probe: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Probe; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Run a probe */
    post: {
      parameters: { path: { readonly probe: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Probe; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/programs": {
    /** Programs on the machine of the server that conversions use, with their versions */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": ConversionPrograms; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/scheduler": {
    /** The schedules of this server */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Schedules; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/scheduler/start": {
    /** Starts the scheduler of all servers of the store */
    put: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/scheduler/stop": {
    /** Stops the scheduler of all servers of the store, until it is started again */
    put: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/search/reindex": {
    /** Stores the words of documents again */
    post: {
      parameters: { path?: never; query?: Group38; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly query?: string | undefined;
            readonly queryLimit?: string | undefined;
            readonly index?: string | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/second-factor/{username}": {
    /** Ends the second factor of a user who has lost it */
    delete: {
      parameters: { path: { readonly username: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/stream": {
    /** Background jobs as streams: each kind of job is a stream with one consumer */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": {
              readonly streams: readonly { readonly name: string; readonly partitions: number; readonly codec: string; }[];
              readonly processors: readonly {
                readonly metadata: {
                  readonly hostname: string;
                  readonly cpuCores: number;
                  readonly ip: string;
                  readonly processorName: string;
                  readonly jvmHeapSize: number;
                  readonly nodeId: string;
                  readonly created: string;
                  readonly type: string;
                };
                readonly computations: readonly {
                  readonly name: string;
                  readonly threads: number;
                  readonly continueOnFailure: boolean;
                  readonly batchCapacity: number;
                  readonly batchThresholdMs: number;
                  readonly maxRetries: number;
                  readonly retryDelayMs: number;
                }[];
                readonly topology: readonly (readonly string[])[];
              }[];
              readonly metrics: readonly {
                readonly timestamp: number;
                readonly hostname: string;
                readonly ip: string;
                readonly nodeId: string;
                readonly metrics: readonly { readonly k: string; readonly group: string; readonly stream: string; readonly v: number; }[];
              }[];
            };
          };
        };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/stream/consumer/position": {
    /** The number of jobs that a consumer has not done yet */
    get: {
      parameters: { path?: never; query?: Group39; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": {
              readonly stream: string;
              readonly consumer: string;
              readonly lag: number;
              readonly lags: readonly { readonly partition: number; readonly pos: number; readonly end: number; readonly lag: number; }[];
            };
          };
        };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/stream/consumer/start": {
    /** Lets jobs of a kind begin again */
    put: {
      parameters: { path?: never; query?: Group40; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/stream/consumer/stop": {
    /** Lets no server of the store begin jobs of a kind, until it is started again */
    put: {
      parameters: { path?: never; query?: Group40; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/stream/consumers": {
    /** The consumer of a stream */
    get: {
      parameters: { path?: never; query?: Group41; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: { "application/json": readonly { readonly stream: string; readonly consumer: string; }[]; };
        };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/stream/streams": {
    /** The kinds of background jobs */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": readonly { readonly name: string; readonly partitions: number; readonly codec: string; }[];
          };
        };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/thumbnails/failed": {
    /** Files of which no thumbnail could be made, with the reasons; the latest failure first */
    get: {
      parameters: { path?: never; query?: Group42; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": FailedRenditions; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/thumbnails/recompute": {
    /** Makes thumbnails again; without a query those that are missing or could not be made */
    post: {
      parameters: { path?: never; query?: Group35; header?: never; cookie?: never; };
      requestBody?: { content: { "application/x-www-form-urlencoded": { readonly query?: string | undefined; }; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/versions/orphaned": {
    /** Removes versions whose document is gone */
    delete: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/videos/recompute": {
    /** Describes and converts videos again; without a query those that have not been converted */
    post: {
      parameters: { path?: never; query?: Group43; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly query?: string | undefined;
            readonly conversionNames?: string | undefined;
            readonly recomputeAllVideoInfo?: string | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/work-manager/run-works-in-failure": {
    /** Lets failed background jobs begin again, and waits for them */
    post: {
      parameters: { path?: never; query?: Group44; header?: never; cookie?: never; };
      requestBody?: {
        content: { "application/x-www-form-urlencoded": { readonly timeoutSeconds?: string | undefined; }; };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": { readonly total: number; readonly success: number; readonly filtered: number; };
          };
        };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/management/workflows/orphaned": {
    /** Removes workflows that have ended or whose documents are gone */
    delete: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/me": {
    /** Reads the user who asks */
    get: {
      parameters: { path?: never; query?: never; header?: Group45; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": User; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/me/changepassword": {
    /** Changes the password of the user who asks; other sessions of the user end */
    put: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: { "application/json": { readonly oldPassword: string; readonly newPassword: string; }; };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": User; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/me/second-factor": {
    /** Whether codes of an authenticator application are required of the caller */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": SecondFactor; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Makes a secret for an authenticator application; the body has the password */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": { readonly password: string; }; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": SecondFactor; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Requires codes from now on; the body has a first code */
    put: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": { readonly code: string; }; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": SecondFactor; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Ends the second factor of the caller; the body has a code or a recovery code */
    delete: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": { readonly code: string; }; }; };
      responses: {
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/client": {
    /** The applications that may ask users for access */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Oauth2Clients; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Registers an application */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": Oauth2ClientInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Oauth2Client; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/client/{clientId}": {
    /** One application */
    get: {
      parameters: { path: { readonly clientId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Oauth2Client; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Changes an application; its id stays */
    put: {
      parameters: { path: { readonly clientId: string; }; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": Oauth2ClientInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Oauth2Client; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Removes an application, with all tokens that users gave it */
    delete: {
      parameters: { path: { readonly clientId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/provider": {
    /** Other servers at which users could sign in with OAuth2 */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2ServiceProviders; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Adds a provider */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": { readonly "entity-type": "nuxeoOAuth2ServiceProvider"; readonly [name: string]: unknown; };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2ServiceProvider; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/provider/{provider}": {
    /** One provider */
    get: {
      parameters: { path: { readonly provider: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2ServiceProvider; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Changes a provider; its name stays */
    put: {
      parameters: { path: { readonly provider: string; }; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": { readonly "entity-type": "nuxeoOAuth2ServiceProvider"; readonly [name: string]: unknown; };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2ServiceProvider; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Removes a provider */
    delete: {
      parameters: { path: { readonly provider: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/provider/{provider}/token": {
    /** The token that the caller has at a provider */
    get: {
      parameters: { path: { readonly provider: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": { readonly token: string; }; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/token": {
    /** What users have granted applications */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2Tokens; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/token/{kind}": {
    /** client, provider: tokens of the caller; AS_PROVIDER, AS_CLIENT, search: of all, for administrators */
    get: {
      parameters: { path: { readonly kind: string; }; query?: Group46; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2Tokens; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/oauth2/token/{kind}/{id}/user/{username}": {
    /** The newest token that a user has granted an application */
    get: {
      parameters: {
        path: { readonly kind: string; readonly id: string; readonly username: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2Token; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Withdraws all that a user has granted an application */
    delete: {
      parameters: {
        path: { readonly kind: string; readonly id: string; readonly username: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Has nothing to change: tokens of clients are not shared, and the rest is fixed */
    put: {
      parameters: {
        path: { readonly kind: string; readonly id: string; readonly username: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": { readonly "entity-type": "nuxeoOAuth2Token"; readonly [name: string]: unknown; };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": NuxeoOAuth2Token; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/openapi.json": {
    /** This description of the API */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": { readonly [name: string]: unknown; }; }; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}": {
    /** Read a document */
    get: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Create a document below this one */
    post: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group13; cookie?: never; };
      requestBody?: { content: { "application/json": DocumentInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Change properties of a document */
    put: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group14; cookie?: never; };
      requestBody?: { content: { "application/json": DocumentInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Remove a document for good */
    delete: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@acl": {
    /** The access control lists of the document */
    get: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Acls; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@annotation": {
    /** The annotations of a document, one of them, or the comments of some (/comments) */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group15; header?: Group16; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Annotations | Annotation | Comments; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Annotate a property of a document; or read the comments of annotations (/comments) */
    post: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group16; cookie?: never; };
      requestBody?: { content: { "application/json": AnnotationInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Comments; }; };
        201: { headers: Headers; content: { "application/json": Annotation; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@annotation/{annotationId}": {
    /** The annotations of a document, one of them, or the comments of some (/comments) */
    get: {
      parameters: {
        path: { readonly rest: string; readonly annotationId: string; };
        query?: Group15;
        header?: Group16;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Annotations | Annotation | Comments; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Change an annotation */
    put: {
      parameters: {
        path: { readonly rest: string; readonly annotationId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": AnnotationInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Annotation; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Remove an annotation with the comments of it */
    delete: {
      parameters: {
        path: { readonly rest: string; readonly annotationId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@audit": {
    /** What happened to the document, the newest first */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group17; header?: Group18; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": LogEntries; "text/csv": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@blob/{xpath}": {
    /** Download a blob of the document */
    get: {
      parameters: {
        path: { readonly rest: string; readonly xpath: string; };
        query?: Group6;
        header?: Group4;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
    /** Replace a blob by the first file of a multipart form */
    put: {
      parameters: {
        path: { readonly rest: string; readonly xpath: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "multipart/form-data": unknown; }; };
      responses: {
        200: { headers: Headers; content: { "text/plain": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Remove a blob from the document */
    delete: {
      parameters: {
        path: { readonly rest: string; readonly xpath: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@children": {
    /** A page of the children the caller may browse */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group19; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@comment": {
    /** The comments of a document or the replies to a comment, the newest first; or one comment */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group20; header?: Group16; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Comments | Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Comment a document, or reply to the comment whose id the address has */
    post: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": CommentInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@comment/{commentId}": {
    /** The comments of a document or the replies to a comment, the newest first; or one comment */
    get: {
      parameters: {
        path: { readonly rest: string; readonly commentId: string; };
        query?: Group20;
        header?: Group16;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Comments | Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Change a comment */
    put: {
      parameters: {
        path: { readonly rest: string; readonly commentId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": CommentInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Comment; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Remove a comment with the replies to it */
    delete: {
      parameters: {
        path: { readonly rest: string; readonly commentId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@convert": {
    /** The main file of the document as another type; after @blob/{xpath} or @rendition/{name} that content */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group21; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** As GET, with the parameters as a form; async=true: in the background */
    post: {
      parameters: { path: { readonly rest: string; }; query?: Group22; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly converter?: string | undefined;
            readonly type?: string | undefined;
            readonly format?: string | undefined;
            readonly async?: string | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        202: { headers: Headers; content: { "application/json": ConversionScheduled; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@emptyWithDefault": {
    /** A new document with default values, not stored */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group1; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@op/{operation}": {
    /** Runs an operation or chain with the document as its input */
    post: {
      parameters: {
        path: { readonly rest: string; readonly operation: string; };
        query?: never;
        header?: Group23;
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: unknown;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        412: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@pp/{provider}": {
    /** Runs a page provider with the id of the document as its first parameter */
    get: {
      parameters: {
        path: { readonly rest: string; readonly provider: string; };
        query?: Group24;
        header?: Group25;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@preview": {
    /** A page for browsers that shows the main file or note, or the file before it */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group6; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@preview/{file}": {
    /** A page for browsers that shows the main file or note, or the file before it */
    get: {
      parameters: {
        path: { readonly rest: string; readonly file: string; };
        query?: Group6;
        header?: Group4;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@rendition/{name}": {
    /** A rendition of the document; of the thumbnail the icon of its type while there is none */
    get: {
      parameters: {
        path: { readonly rest: string; readonly name: string; };
        query?: Group26;
        header?: Group4;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        422: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@search": {
    /** Runs a query, or looks for words below the folder of the document */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group27; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@task": {
    /** The open tasks on the document that the caller may read, by their due dates */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group28; header?: Group29; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": TaskList; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@task/{taskId}/{action}": {
    /** Ends a task on the document with one of its buttons, or does reassign or delegate */
    put: {
      parameters: {
        path: { readonly rest: string; readonly taskId: string; readonly action: string; };
        query?: Group30;
        header?: Group29;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": TaskInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Task; "*/*": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/path/{rest}/@workflow": {
    /** The running workflows on the document that the caller may read, or the open tasks of one */
    get: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group31; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Workflows | TaskList; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Starts a workflow on the document */
    post: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group32; cookie?: never; };
      requestBody?: { content: { "application/json": WorkflowInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Workflow; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/query": {
    /** Runs the query of the parameter */
    get: {
      parameters: { path?: never; query?: Group47; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/query/{name}": {
    /** Runs a page provider, or the query of the parameter for NXQL */
    get: {
      parameters: { path: { readonly name: string; }; query?: Group47; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/schema": {
    /** Every schema of the content model */
    get: {
      parameters: { path?: never; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": readonly SchemaItem[]; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/schema/{name}": {
    /** One schema */
    get: {
      parameters: { path: { readonly name: string; }; query?: never; header?: Group5; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Schema; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/bulk/{action}": {
    /** Runs a bulk action on the documents that a query finds */
    post: {
      parameters: { path: { readonly action: string; }; query?: Group48; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": { readonly [name: string]: unknown; }; }; };
      responses: {
        202: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/execute": {
    /** Runs the query of the parameter */
    get: {
      parameters: { path?: never; query?: Group47; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/lang/NXQL/bulk/{action}": {
    /** Runs a bulk action on the documents that a query of the language finds */
    post: {
      parameters: { path: { readonly action: string; }; query?: Group49; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": { readonly [name: string]: unknown; }; }; };
      responses: {
        202: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/lang/NXQL/execute": {
    /** Runs a query of the language, which can be NXQL only */
    get: {
      parameters: { path?: never; query?: Group47; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/lang/pp/{name}": {
    /** Runs a page provider */
    get: {
      parameters: { path: { readonly name: string; }; query?: Group24; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/pp/{name}": {
    /** Reads the definition of a page provider */
    get: {
      parameters: { path: { readonly name: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": PageProviderDefinition; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/pp/{name}/bulk/{action}": {
    /** Runs a bulk action on the documents that a page provider finds */
    post: {
      parameters: {
        path: { readonly name: string; readonly action: string; };
        query?: Group50;
        header?: Group51;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": { readonly [name: string]: unknown; }; }; };
      responses: {
        202: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/pp/{name}/execute": {
    /** Runs a page provider */
    get: {
      parameters: { path: { readonly name: string; }; query?: Group24; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/saved": {
    /** Lists the saved searches that the caller may read, by title */
    get: {
      parameters: { path?: never; query?: Group52; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": SavedSearches; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Keeps a search in the personal workspace of the caller */
    post: {
      parameters: { path?: never; query?: never; header?: Group2; cookie?: never; };
      requestBody?: { content: { "application/json": SavedSearchInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": SavedSearch; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/saved/{id}": {
    /** Reads a saved search */
    get: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group2; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": SavedSearch; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Replaces what a saved search says */
    put: {
      parameters: { path: { readonly id: string; }; query?: never; header?: Group2; cookie?: never; };
      requestBody?: { content: { "application/json": SavedSearchInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": SavedSearch; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Removes a saved search */
    delete: {
      parameters: { path: { readonly id: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/saved/{id}/bulk/{action}": {
    /** Runs a bulk action on the documents that a saved search finds */
    post: {
      parameters: {
        path: { readonly id: string; readonly action: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": { readonly [name: string]: unknown; }; }; };
      responses: {
        202: { headers: Headers; content: { "application/json": BulkStatus; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/search/saved/{id}/execute": {
    /** Runs a saved search; paging, order and quick filters of the request count more */
    get: {
      parameters: { path: { readonly id: string; }; query?: Group24; header?: Group25; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": DocumentPage; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/task": {
    /** Open tasks that the caller may read, by their due dates; with a model not in pages */
    get: {
      parameters: { path?: never; query?: Group53; header?: Group29; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Tasks | TaskList; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/task/{taskId}": {
    /** One task, open or not */
    get: {
      parameters: { path: { readonly taskId: string; }; query?: never; header?: Group29; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Task; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/task/{taskId}/delegate": {
    /** Lets others end an open task as well */
    put: {
      parameters: { path: { readonly taskId: string; }; query?: Group54; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/task/{taskId}/reassign": {
    /** Gives an open task to other actors */
    put: {
      parameters: { path: { readonly taskId: string; }; query?: Group55; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/task/{taskId}/{action}": {
    /** Ends a task with one of its buttons */
    put: {
      parameters: {
        path: { readonly taskId: string; readonly action: string; };
        query?: never;
        header?: Group29;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": TaskInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": Task; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/token": {
    /** The tokens of the caller */
    get: {
      parameters: { path?: never; query?: Group56; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Tokens; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Makes a token for an application */
    post: {
      parameters: { path?: never; query?: Group57; header?: never; cookie?: never; };
      responses: {
        201: { headers: Headers; content: { "text/plain": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/token/{token}": {
    /** Withdraws a token, named by its id or by itself */
    delete: {
      parameters: { path: { readonly token: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload": {
    /** Opens an upload batch */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        201: { headers: Headers; content: { "application/json": { readonly batchId: string; }; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/handlers": {
    /** The ways to upload that this server knows */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: { "application/json": { readonly handlers: readonly UploadHandler[]; }; };
        };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/handlers/default": {
    /** One way to upload, if this server has it */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": UploadHandler; }; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/handlers/s3": {
    /** One way to upload, if this server has it */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": UploadHandler; }; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/new/default": {
    /** Opens an upload batch of a handler */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": UploadBatch; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/new/s3": {
    /** Opens an upload batch of a handler */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": UploadBatch; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/{batchId}": {
    /** The files of a batch */
    get: {
      parameters: { path: { readonly batchId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": readonly UploadedFile[]; }; };
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
    /** Drops a batch and its files */
    delete: {
      parameters: { path: { readonly batchId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/{batchId}/execute/{operationId}": {
    /** Runs an operation on the files of a batch, as a list */
    post: {
      parameters: {
        path: { readonly batchId: string; readonly operationId: string; };
        query?: never;
        header?: Group23;
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: unknown;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        412: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/{batchId}/info": {
    /** Batch information */
    get: {
      parameters: { path: { readonly batchId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": UploadBatch; }; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/{batchId}/refreshToken": {
    /** New credentials for a direct upload */
    post: {
      parameters: { path: { readonly batchId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": UploadCredentials; }; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/{batchId}/{fileIdx}": {
    /** Uploads a file, or one chunk of it */
    post: {
      parameters: {
        path: { readonly batchId: string; readonly fileIdx: string; };
        query?: never;
        header?: Group58;
        cookie?: never;
      };
      requestBody?: { content: { "application/octet-stream": unknown; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": UploadResult; }; };
        202: { headers: Headers; content: { "application/json": UploadResult; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** What has arrived of a file */
    get: {
      parameters: {
        path: { readonly batchId: string; readonly fileIdx: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": UploadedFile; }; };
        202: { headers: Headers; content: { "application/json": UploadedFile; }; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
    /** Drops a file of a batch */
    delete: {
      parameters: {
        path: { readonly batchId: string; readonly fileIdx: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/{batchId}/{fileIdx}/execute/{operationId}": {
    /** Runs an operation on a file of a batch */
    post: {
      parameters: {
        path: { readonly batchId: string; readonly fileIdx: string; readonly operationId: string; };
        query?: never;
        header?: Group23;
        cookie?: never;
      };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: unknown;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        412: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/upload/{batchId}/{fileIdx}/{step}": {
    /** Confirms what was uploaded */
    post: {
      parameters: {
        path: { readonly batchId: string; readonly fileIdx: string; readonly step: "complete"; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": { readonly [name: string]: unknown; }; }; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": { readonly uploaded: "true"; readonly batchId: string; readonly fileIdx: string; };
          };
        };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: { headers: Headers; content?: never; };
        409: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/user": {
    /** Creates a user */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": UserInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": User; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/user/search": {
    /** Finds users by the beginning of their username, first or last name */
    get: {
      parameters: { path?: never; query?: Group11; header?: Group45; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Users; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/user/{rest}": {
    /** Reads a user */
    get: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: Group45; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": User; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Changes a user: only the properties that are sent */
    put: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": UserInput; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": User; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        500: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Adds a user to a group: /user/{id}/group/{group} */
    post: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        201: { headers: Headers; content: { "application/json": User; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Removes a user, or with /group/{group} takes a user out of a group */
    delete: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/plain": unknown; }; };
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/workflow": {
    /** Starts a workflow on documents */
    post: {
      parameters: { path?: never; query?: never; header?: Group32; cookie?: never; };
      requestBody?: { content: { "application/json": WorkflowInput; }; };
      responses: {
        201: { headers: Headers; content: { "application/json": Workflow; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** The running workflows that the caller has started, the oldest first */
    get: {
      parameters: { path?: never; query?: Group59; header?: Group32; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Workflows; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/workflow/{workflowId}": {
    /** One workflow, running or not */
    get: {
      parameters: { path: { readonly workflowId: string; }; query?: never; header?: Group32; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Workflow; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Cancels a running workflow with its open tasks */
    delete: {
      parameters: { path: { readonly workflowId: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        204: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/workflow/{workflowId}/graph": {
    /** The nodes of a workflow with their states, and how they are connected */
    get: {
      parameters: { path: { readonly workflowId: string; }; query?: never; header?: Group60; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Graph; }; };
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/workflowModel": {
    /** The models of workflows, as the configuration has them */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Workflows; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/workflowModel/{modelName}": {
    /** One model of workflows */
    get: {
      parameters: { path: { readonly modelName: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Workflow; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/api/v1/workflowModel/{modelName}/graph": {
    /** The nodes of a model and how they are connected */
    get: {
      parameters: { path: { readonly modelName: string; }; query?: never; header?: Group60; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Graph; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/app": {
    /** The web application */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/app/{rest}": {
    /** A file of the web application; for its own addresses its page */
    get: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        404: components["responses"]["error"];
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/authentication/token": {
    /** Gives an application on a device its token, or withdraws it */
    get: {
      parameters: { path?: never; query?: Group61; header?: never; cookie?: never; };
      responses: {
        201: { headers: Headers; content: { "text/plain": unknown; }; };
        202: { headers: Headers; content: { "text/plain": unknown; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/drive_browser_login.jsp": {
    /** Asks the user to let the synchronization client on a device sign in */
    get: {
      parameters: { path?: never; query?: Group62; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Hands the token of the device to the synchronization client */
    post: {
      parameters: { path?: never; query?: Group62; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly deviceId?: string | undefined;
            readonly deviceDescription?: string | undefined;
            readonly applicationName?: string | undefined;
            readonly useProtocol?: string | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: { "application/json": { readonly username: string; readonly token: string; }; };
        };
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/health/live": {
    /** Whether the process answers at all; one that does not is to be started anew */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": { readonly status: "live"; }; }; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/health/ready": {
    /** Whether load balancers are to send requests here */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": {
              readonly status: "ready" | "not ready";
              readonly server: "ok" | "draining";
              readonly database: "ok" | "failed";
              readonly contents: "ok" | "failed";
            };
          };
        };
        400: components["responses"]["error.400"];
        503: {
          headers: Headers;
          content: {
            "application/json": {
              readonly status: "ready" | "not ready";
              readonly server: "ok" | "draining";
              readonly database: "ok" | "failed";
              readonly contents: "ok" | "failed";
            };
          };
        };
        default: components["responses"]["error"];
      };
    };
  };
  "/icons/{rest}": {
    /** The icon of a type of files or documents */
    get: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "image/svg+xml": unknown; }; };
        304: { headers: Headers; content?: never; };
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/json/cmis": {
    /** Repository facts that clients read on connect */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": {
              readonly [name: string]: {
                readonly repositoryId: string;
                readonly productName: string;
                readonly productVersion: string;
                readonly vendorName: string;
                readonly cmisVersionSupported: string;
                readonly rootFolderId: string;
                readonly repositoryUrl: string;
                readonly rootFolderUrl: string;
                readonly capabilities: {};
              };
            };
          };
        };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/login": {
    /** Goes on to a page, after a sign-in where that is needed */
    get: {
      parameters: { path?: never; query?: Group63; header?: never; cookie?: never; };
      responses: {
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Opens a session with the user name and the password of a form */
    post: {
      parameters: { path?: never; query?: Group63; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly user_name?: string | undefined;
            readonly user_password?: string | undefined;
            readonly user_code?: string | undefined;
            readonly requestedUrl?: string | undefined;
          };
        };
      };
      responses: {
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/login.jsp": {
    /** A form to sign in, for browsers */
    get: {
      parameters: { path?: never; query?: Group64; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/login/oidc": {
    /** The identity providers at which users may sign in, for pages that ask for a password */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": IdentityProviders; }; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/login/oidc/{name}": {
    /** Sends the browser to an identity provider to sign in (OpenID Connect) */
    get: {
      parameters: { path: { readonly name: string; }; query?: Group65; header?: never; cookie?: never; };
      responses: {
        302: { headers: Headers; content?: never; };
        401: { headers: Headers; content: { "text/html": unknown; }; };
        404: components["responses"]["error"];
        504: { headers: Headers; content: { "text/html": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/login/oidc/{name}/callback": {
    /** Where an identity provider sends the browser back: opens a session */
    get: {
      parameters: { path: { readonly name: string; }; query?: Group66; header?: never; cookie?: never; };
      responses: {
        302: { headers: Headers; content?: never; };
        401: { headers: Headers; content: { "text/html": unknown; }; };
        404: components["responses"]["error"];
        504: { headers: Headers; content: { "text/html": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/logout": {
    /** Ends the session of the cookie */
    get: {
      parameters: { path?: never; query?: Group67; header?: Group68; cookie?: never; };
      responses: {
        200: { headers: Headers; content?: never; };
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
    /** Ends the session of the cookie */
    post: {
      parameters: { path?: never; query?: Group67; header?: Group68; cookie?: never; };
      responses: {
        200: { headers: Headers; content?: never; };
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/metrics": {
    /** Prometheus metrics */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/plain": unknown; }; };
        401: components["responses"]["error"];
        403: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/nxbigblob/{key}": {
    /** Downloads the file that a command has made for the caller, once */
    get: {
      parameters: { path: { readonly key: string; }; query?: Group6; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        202: { headers: Headers; content?: never; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content: { "text/plain": unknown; }; };
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        500: { headers: Headers; content: { "text/plain": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/nxblobstatus/{key}": {
    /** Whether the file that a command makes for the caller is complete */
    get: {
      parameters: { path: { readonly key: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": { readonly key: string; readonly completed: boolean; readonly progress: number; };
          };
        };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content: { "text/plain": unknown; }; };
        500: { headers: Headers; content: { "text/plain": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/nxdownloadinfo/{rest}": {
    /** Type, name and download URL of a blob as text */
    get: {
      parameters: { path: { readonly rest: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/plain": unknown; }; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content: { "text/plain": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/nxfile/{rest}": {
    /** Downloads a blob of a document: nxfile/{repository}/{uid}[/{xpath}[/{filename}]] */
    get: {
      parameters: { path: { readonly rest: string; }; query?: Group6; header?: Group4; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        206: { headers: Headers; content: { "*/*": unknown; }; };
        302: { headers: Headers; content?: never; };
        304: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: { headers: Headers; content: { "text/plain": unknown; }; };
        412: components["responses"]["error"];
        416: { headers: Headers; content?: never; };
        default: components["responses"]["error"];
      };
    };
  };
  "/oauth2/authorize": {
    /** Asks the user to grant an application access */
    get: {
      parameters: { path?: never; query?: Group69; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        302: { headers: Headers; content?: never; };
        400: { headers: Headers; content: { "text/html": unknown; }; };
        401: { headers: Headers; content: { "*/*": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/oauth2/authorize_submit": {
    /** The answer of the user to a request for access */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly client_id?: string | undefined;
            readonly redirect_uri?: string | undefined;
            readonly response_type?: string | undefined;
            readonly scope?: string | undefined;
            readonly state?: string | undefined;
            readonly code_challenge?: string | undefined;
            readonly code_challenge_method?: string | undefined;
            readonly grant_access?: string | undefined;
            readonly deny_access?: string | undefined;
          };
        };
      };
      responses: {
        302: { headers: Headers; content?: never; };
        400: { headers: Headers; content: { "text/html": unknown; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/oauth2/sign_in": {
    /** Opens a session for a user who is asked for access */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly user_name?: string | undefined;
            readonly user_password?: string | undefined;
            readonly user_code?: string | undefined;
            readonly request?: string | undefined;
          };
        };
      };
      responses: {
        302: { headers: Headers; content?: never; };
        401: { headers: Headers; content: { "text/html": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/oauth2/token": {
    /** Gives a client tokens for a code, a refresh token or a JWT */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly grant_type?: string | undefined;
            readonly client_id?: string | undefined;
            readonly client_secret?: string | undefined;
            readonly code?: string | undefined;
            readonly code_verifier?: string | undefined;
            readonly redirect_uri?: string | undefined;
            readonly refresh_token?: string | undefined;
            readonly assertion?: string | undefined;
            readonly scope?: string | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": {
              readonly access_token: string;
              readonly refresh_token: string;
              readonly token_type: string;
              readonly expires_in: number;
            };
          };
        };
        400: {
          headers: Headers;
          content: { "application/json": { readonly error: string; readonly error_description: string; }; };
        };
        default: components["responses"]["error"];
      };
    };
  };
  "/runningstatus": {
    /** Health of the server, for load balancers and clients */
    get: {
      parameters: { path?: never; query?: Group70; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: { "application/json": { readonly [name: string]: "ok" | "failed"; } | true | Probes; };
        };
        403: components["responses"]["error"];
        404: { headers: Headers; content: { "application/json": { readonly [name: string]: "unknown"; }; }; };
        500: {
          headers: Headers;
          content: { "application/json": { readonly [name: string]: "ok" | "failed"; }; };
        };
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation": {
    /** The operation registry */
    get: {
      parameters: { path?: never; query?: Group71; header?: never; cookie?: never; };
      responses: {
        200: {
          headers: Headers;
          content: { "application/json": Registry; "application/json+nxautomation": Registry; };
        };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Actions.GET": {
    /** List available actions */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the category. */
              readonly category: string | number | boolean;
              /** The language of labels; that of the variable lang, or en. */
              readonly lang?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/AttachFiles": {
    /** AttachFiles */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Audit.LogEvent": {
    /** Log Event In Audit */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the event. */
              readonly event: string | number | boolean;
              /** The category of the event; those of the entries of the server itself are for administrators. */
              readonly category?: string | number | boolean | undefined;
              /** What there is to say about it. */
              readonly comment?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Audit.QueryWithPageProvider": {
    /** Audit Query With Page Provider */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The page, counted from 0. */
              readonly currentPageIndex?: number | string | undefined;
              /** Taken for older clients and not used. */
              readonly language?: string | number | boolean | undefined;
              /** What to look for: startDate, endDate, principalName, eventIds and others of the provider. A JSON object, or lines of key=value. */
              readonly namedQueryParams?: { readonly [name: string]: unknown; } | string | undefined;
              /** Entries of a page; 10 by default. */
              readonly pageSize?: number | string | undefined;
              /** The name of the page provider; AUDIT_BROWSER by default. */
              readonly providerName?: string | number | boolean | undefined;
              /** Refused: the audit has no query language, and is searched by page providers. */
              readonly query?: string | number | boolean | undefined;
              /** The id of the document, for providers of a history. */
              readonly queryParams?: string | readonly unknown[] | undefined;
              /** Fields of the entries, with commas between them. */
              readonly sortBy?: string | number | boolean | undefined;
              /** The direction for each of them; descending unless ASC. */
              readonly sortOrder?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": LogEntries; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Auth.LoginAs": {
    /** Login As */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The user; the server itself when there is none. */
              readonly name?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Auth.Logout": {
    /** Logout */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.AttachOnDocument": {
    /** Attach File */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The id or absolute path of the document. An id, an absolute path or a document entity. */
              readonly document: string | { readonly [name: string]: unknown; };
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
              /** Where the files go. */
              readonly xpath?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.BulkDownload": {
    /** Bulk Download */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** docs: and ids or paths, separated by commas. */
            readonly input?: string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The name of the archive. */
              readonly filename?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.ConcatenatePDFs": {
    /** Concatenate PDFs */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the result. */
              readonly filename: string | number | boolean;
              /** The name of a context variable with a PDF that is put first. */
              readonly blob_to_append?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.Convert": {
    /** Convert to given mime-type */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The type to convert to, such as `application/pdf`. */
              readonly mimeType: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.CreateFromURL": {
    /** File From URL */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The URL, http or https. Of other kinds of URL nothing is read. An absolute URL. */
              readonly file: string;
              /** The character set of the content. */
              readonly encoding?: string | number | boolean | undefined;
              /** The name of the file; by default the last part of the URL. */
              readonly filename?: string | number | boolean | undefined;
              /** The type of the content; by default what its server says. */
              readonly "mime-type"?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.CreateZip": {
    /** Zip */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The name of the archive; by default that of the first file. */
              readonly filename?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.DownloadTree": {
    /** Download Tree */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** docs: and ids or paths, separated by commas. */
            readonly input?: string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The name of the archive. */
              readonly filename?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.MeasureDownload": {
    /** Measure Download */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** docs: and ids or paths, separated by commas. */
            readonly input?: string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.RemoveFromDocument": {
    /** Remove File */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
              /** Where the file is. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.RunConverter": {
    /** Blob.RunConverter */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the converter, such as `pdf2text`. */
              readonly converter: string | number | boolean;
              /** What the converter is told, such as `width`. A JSON object, or lines of key=value. */
              readonly parameters?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Blob.ToPDF": {
    /** Convert To PDF */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/BlobHolder.AttachOnCurrentDocument": {
    /** Attach File or files to the currentDocument. */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Whether the first file becomes the main one; the others are attachments. */
              readonly useMainBlob?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Bulk.RunAction": {
    /** Run a bulk command */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the action. */
              readonly action: string | number | boolean;
              /** Documents of one transaction. */
              readonly batchSize?: number | string | undefined;
              /** Documents that are stored together until they are done. */
              readonly bucketSize?: number | string | undefined;
              /** Ids of documents to leave out. */
              readonly excludeDocs?: string | readonly unknown[] | undefined;
              /** Values for the names in the query. A JSON object, or lines of key=value. */
              readonly namedParameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** The parameters of the action, as JSON. */
              readonly parameters?: string | number | boolean | undefined;
              /** The page provider that finds them, without a query. */
              readonly providerName?: string | number | boolean | undefined;
              /** The query for the documents, in NXQL. */
              readonly query?: string | number | boolean | undefined;
              /** The most documents. */
              readonly queryLimit?: number | string | undefined;
              /** Values for the question marks of the query. */
              readonly queryParams?: string | readonly unknown[] | undefined;
              /** Names of quick filters of the page provider. */
              readonly quickFilters?: string | readonly unknown[] | undefined;
              /** That of the request, which works on no other one. */
              readonly repositoryName?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BulkStatus; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Bulk.WaitForAction": {
    /** Wait for Bulk computation */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the command. */
              readonly commandId: string | number | boolean;
              /** Seconds to wait at most; no longer than the call itself may take. */
              readonly timeoutSecond?: number | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BooleanEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/CSV.Import": {
    /** CSVImport */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The path of the folder. */
              readonly path: string | number | boolean;
              /** Ids (ecm:uuid), states (ecm:lifeCycleState), dates and authors are those of the file. Administrators only. */
              readonly documentMode?: boolean | string | undefined;
              /** Sends the caller a mail with the counts at the end. */
              readonly sendReport?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": StringEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/CSV.ImportLog": {
    /** CSVImportLog */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": ListEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/CSV.ImportResult": {
    /** CSVImportResults */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Csvimportresult; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/CSV.ImportStatus": {
    /** CSVImportStatus */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Csvimportstatus; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Collection.Create": {
    /** Create a collection */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The title of the collection. */
              readonly name: string | number | boolean;
              /** Its description. */
              readonly description?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Collection.GetDocumentsFromCollection": {
    /** Get documents from collection */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Collection.RemoveFromCollection": {
    /** Remove from collection */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The collection. An id, an absolute path or a document entity. */
              readonly collection: string | { readonly [name: string]: unknown; };
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Collection.Suggestion": {
    /** Get collection suggestion */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The page, counted from 0. */
              readonly currentPageIndex?: number | string | undefined;
              /** Sent by selection widgets and not used. */
              readonly lang?: string | number | boolean | undefined;
              /** Collections of a page. */
              readonly pageSize?: number | string | undefined;
              /** The beginning of the titles; without any all collections. */
              readonly searchTerm?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.FetchDocument": {
    /** Context Document(s) */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.FetchFile": {
    /** Context File(s) */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.GetEmailsWithPermissionOnDoc": {
    /** Get Principal Emails */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the permission. */
              readonly permission: string | number | boolean;
              /** The name of the variable. */
              readonly "variable name": string | number | boolean;
              /** Whether only users count whom an entry names, without those of groups. */
              readonly "ignore groups"?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.GetTaskNames": {
    /** Get Task Translated Names */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The language of the names; en by default. */
              readonly lang?: string | number | boolean | undefined;
              /** The most tasks; all when it is negative. */
              readonly limit?: number | string | undefined;
              /** The beginning of the translated names. */
              readonly searchTerm?: string | number | boolean | undefined;
              /** The name of one task, without translation. */
              readonly value?: string | number | boolean | undefined;
              /** Sent by selection widgets; it changes nothing. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.GetUsersGroupIdsWithPermissionOnDoc": {
    /** Get Users and Groups */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the permission. */
              readonly permission: string | number | boolean;
              /** The name of the variable. */
              readonly "variable name": string | number | boolean;
              /** Whether only users count whom an entry names, without those of groups. */
              readonly "ignore groups"?: boolean | string | undefined;
              /** Whether user: or group: is put before each name. */
              readonly "prefix identifiers"?: boolean | string | undefined;
              /** Whether groups are replaced by the users in them and in the groups inside them. */
              readonly "resolve groups"?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PopBlob": {
    /** Pop File */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PopBlobList": {
    /** Pop File List */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PopDocument": {
    /** Pop Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PopDocumentList": {
    /** Pop Document List */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PullBlob": {
    /** Pull File */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PullBlobList": {
    /** Pull File List */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PullDocument": {
    /** Pull Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PullDocumentList": {
    /** Pull Document List */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PushBlob": {
    /** Push File */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PushBlobList": {
    /** Push File List */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** Uploaded files, each {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PushDocument": {
    /** Push Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.PushDocumentList": {
    /** Push Document List */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** docs: and ids or paths, separated by commas. */
            readonly input?: string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreBlobInput": {
    /** Restore File Input */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreBlobInputFromScript": {
    /** Restore input blob from a script */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The expression. */
              readonly script: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreBlobsInput": {
    /** Restore Files Input */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreBlobsInputFromScript": {
    /** Restore input blobs from a script */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The expression. */
              readonly script: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreDocumentInput": {
    /** Restore Document Input */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreDocumentInputFromScript": {
    /** Restore input document from a script */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The expression. */
              readonly script: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreDocumentsInput": {
    /** Restore Documents Input */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RestoreDocumentsInputFromScript": {
    /** Restore input documents from a script */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The expression. */
              readonly script: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.RunDocumentOperationInNewTx": {
    /** Run Document Chain in new Tx */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The operation or chain to run, by id or alias. */
              readonly id: string | number | boolean;
              /** Whether variables that the run sets stay its own. */
              readonly isolate?: boolean | string | undefined;
              /** Parameters for the run: key=value, one on each line, or a JSON object. A JSON object, or lines of key=value. */
              readonly parameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Whether a failure of the run ends the whole, rather than only being logged. */
              readonly rollbackGlobalOnError?: boolean | string | undefined;
              /** Seconds that the transaction of its own may take. */
              readonly timeout?: number | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.SetInputAsVar": {
    /** Set Context Variable From Input */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.SetVar": {
    /** Set Context Variable */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
              /** The value; without one the variable is empty. */
              readonly value?: unknown;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.SetWorkflowVar": {
    /** Set Workflow Variable */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
              /** The value; without one the variable is empty. */
              readonly value?: unknown;
              /** The workflow; by default the context variable workflowInstanceId. */
              readonly workflowInstanceId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Context.StartWorkflow": {
    /** Start workflow */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the model. */
              readonly id: string | number | boolean;
              /** False to store the workflow only; Workflow.ResumeNode starts it then. */
              readonly start?: boolean | string | undefined;
              /** Values of variables of the workflow. A JSON object, or lines of key=value. */
              readonly variables?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.CreateEntries": {
    /** Creates directory entries */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
              /** The text of a JSON array of objects by field. */
              readonly entries: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.CreateVocabularyEntry": {
    /** Vocabulary: Add Entry */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the entry. */
              readonly id: string | number | boolean;
              /** The name of the vocabulary. */
              readonly vocabularyName: string | number | boolean;
              /** The label; the id by default. */
              readonly label?: string | number | boolean | undefined;
              /** With 1 the entry is no longer offered. */
              readonly obsolete?: number | string | undefined;
              /** Entries are offered in the order of this number. */
              readonly ordering?: number | string | undefined;
              /** The id of the entry it is below, in hierarchical vocabularies. */
              readonly parent?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.DeleteEntries": {
    /** Deletes directory entries */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
              /** The text of a JSON array of ids. */
              readonly entries: string | number | boolean;
              /** Whether entries are kept and marked as obsolete, in directories that can say so. */
              readonly markObsolete?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.Entries": {
    /** Get directory entries */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
              /** The language of translated labels; English by default. */
              readonly lang?: string | number | boolean | undefined;
              /** Whether labels that are message keys are replaced by their texts. */
              readonly translateLabels?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.LoadFromCSV": {
    /** Load directory entries from CSV file */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** What to do with entries whose id is taken: skip_duplicate, reject_duplicate (nothing is loaded then) or update_duplicate; legacy loads only into a directory without entries, never_load nothing. */
              readonly dataLoadingPolicy: string | number | boolean;
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.Projection": {
    /** Get a Directory Projection */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the field. */
              readonly columnName: string | number | boolean;
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
              /** The name of the variable. */
              readonly variableName: string | number | boolean;
              /** Values that other fields of the entries must have. A JSON object, or lines of key=value. */
              readonly filters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Fields of the filters that only have to begin with the value. */
              readonly fulltextFields?: string | readonly unknown[] | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.ReadEntries": {
    /** Reads directory entries */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
              /** The text of a JSON array of ids. */
              readonly entries: string | number | boolean;
              /** The language of translated labels; English by default. */
              readonly lang?: string | number | boolean | undefined;
              /** Whether labels that are message keys are replaced by their texts. */
              readonly translateLabels?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.SuggestEntries": {
    /** Get suggested directory entries */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
              /** What stands between the labels of an absolute label. */
              readonly absoluteLabelSeparator?: string | number | boolean | undefined;
              /** Whether parents can be selected, and so are described in full. */
              readonly canSelectParent?: boolean | string | undefined;
              /** Whether upper and lower case are different. */
              readonly caseSensitive?: boolean | string | undefined;
              /** Whether the text may be anywhere in the label. */
              readonly contains?: boolean | string | undefined;
              /** Whether there is a field with the label for each language. */
              readonly dbl10n?: boolean | string | undefined;
              /** Whether obsolete entries are suggested too. */
              readonly displayObsoleteEntries?: boolean | string | undefined;
              /** Whether parents are looked at themselves, without any entries below them. */
              readonly filterParent?: boolean | string | undefined;
              /** Values that fields of the entries must have. A JSON object, or lines of key=value. */
              readonly filters?: { readonly [name: string]: unknown; } | string | undefined;
              /** What stands between the ids of a computed id. */
              readonly keySeparator?: string | number | boolean | undefined;
              /** The field with the label. */
              readonly labelFieldName?: string | number | boolean | undefined;
              /** The language of labels and of their order; English by default. */
              readonly lang?: string | number | boolean | undefined;
              /** How many entries at most; -1 for all. */
              readonly limit?: number | string | undefined;
              /** Whether labels that are message keys are replaced by their texts. */
              readonly localize?: boolean | string | undefined;
              /** What labels begin with; empty for all. */
              readonly searchTerm?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Directory.UpdateEntries": {
    /** Updates directory entries */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the directory. */
              readonly directoryName: string | number | boolean;
              /** The text of a JSON array of objects by field, with their ids. */
              readonly entries: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.AddACE": {
    /** Set ACL */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The permission to grant or deny. */
              readonly permission: string | number | boolean;
              /** The user or group; it need not exist yet. */
              readonly user: string | number | boolean;
              /** The list that takes the entry. */
              readonly acl?: string | number | boolean | undefined;
              /** Whether the permission is granted; otherwise it is denied. */
              readonly grant?: boolean | string | undefined;
              /** Whether the entry replaces the whole list; otherwise it is added. */
              readonly overwrite?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.AddEntryToMultivaluedProperty": {
    /** Add entry into multi-valued metadata */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The value to add. */
              readonly value: unknown;
              /** The list, such as dc:subjects. */
              readonly xpath: string | number | boolean;
              /** Whether a value that is in the list already is left alone. */
              readonly checkExists?: boolean | string | undefined;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.AddFacet": {
    /** Add Facet */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the facet. */
              readonly facet: string | number | boolean;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.AddItemToListProperty": {
    /** Adds an Entry Into a Multivalued Complex Property */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The items, as a JSON array of objects. */
              readonly complexJsonProperties: string | number | boolean;
              /** The list, such as files:files. */
              readonly xpath: string | number | boolean;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.AddPermission": {
    /** Add Permission */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The permission to grant. */
              readonly permission: string | number | boolean;
              /** The list that takes the new entries. */
              readonly acl?: string | number | boolean | undefined;
              /** When the entries take effect; at once if it is not given. A W3C date. */
              readonly begin?: string | undefined;
              /** Whether nothing is inherited from above any more. */
              readonly blockInheritance?: boolean | string | undefined;
              /** What the users are told. */
              readonly comment?: string | number | boolean | undefined;
              /** Whom to grant it to if no user is named; needs an end. */
              readonly email?: string | number | boolean | undefined;
              /** When the entries lose their effect; never if it is not given. A W3C date. */
              readonly end?: string | undefined;
              /** Whether the users are told once the entries take effect. */
              readonly notify?: boolean | string | undefined;
              /** One user or group, in addition to the others. */
              readonly username?: string | number | boolean | undefined;
              /** The users and groups. */
              readonly users?: string | readonly unknown[] | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.AddToCollection": {
    /** Add document to collection */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The collection. An id, an absolute path or a document entity. */
              readonly collection: string | { readonly [name: string]: unknown; };
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.AddToFavorites": {
    /** Add document to favorites */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.BlockPermissionInheritance": {
    /** Block Permission Inheritance */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The list that takes the entries. */
              readonly acl?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.CheckIn": {
    /** Check In */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** Which number of the version grows: none, minor, major; anything else counts as minor. */
              readonly version: string | number | boolean;
              /** Why the version is made; it and the audit keep it. */
              readonly comment?: string | number | boolean | undefined;
              /** The context variable that is to hold the version. */
              readonly versionVarName?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.CheckOut": {
    /** Check Out */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Copy": {
    /** Copy */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The folder the copy goes to. An id, an absolute path or a document entity. */
              readonly target: string | { readonly [name: string]: unknown; };
              /** The name of the copy; without one it is that of the source. */
              readonly name?: string | number | boolean | undefined;
              /** Whether the copy begins in the first state of its life cycle. */
              readonly resetLifeCycle?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.CopySchema": {
    /** Copy Schema */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the schema. */
              readonly schema: string | number | boolean;
              /** Kept for existing callers: all that is stored is complete at the end anyway. */
              readonly save?: boolean | string | undefined;
              /** Whether to store the changes at once. */
              readonly saveDocument?: boolean | string | undefined;
              /** The id of the other document. */
              readonly sourceId?: string | number | boolean | undefined;
              /** Its path, if no id is given. */
              readonly sourcePath?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Create": {
    /** Create */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The type of the new document. */
              readonly type: string | number | boolean;
              /** Its name, to which a suffix is added where it is taken; Untitled if it is not given. */
              readonly name?: string | number | boolean | undefined;
              /** The properties it starts with. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.CreateLiveProxy": {
    /** Create Proxy Live */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The absolute path, or the id, of the folder. */
              readonly "Destination Path": string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.CreateVersion": {
    /** Snapshot Version */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Which number of the version grows; anything unknown makes no version. */
              readonly increment?: string | number | boolean | undefined;
              /** Whether to do it at once; otherwise the next save makes the version. */
              readonly saveDocument?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Delete": {
    /** Delete */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.EmptyTrash": {
    /** Empty Trash */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The folder. An id, an absolute path or a document entity. */
              readonly parent: string | { readonly [name: string]: unknown; };
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Export": {
    /** Document Export */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Whether to return an archive of the document and all documents below it. */
              readonly exportAsTree?: boolean | string | undefined;
              /** Whether to return an archive of the document with its files. */
              readonly exportAsZip?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.FetchByProperty": {
    /** Fetch By Property */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The property, such as dc:title. */
              readonly property: string | number | boolean;
              /** The values, of which one must be that of the property. */
              readonly values: string | readonly unknown[];
              /** A further condition of the query language. */
              readonly query?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Filter": {
    /** Filter List */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** What kind of document it is. */
              readonly class?: string | number | boolean | undefined;
              /** An expression over the document; only a document for which it is false is left out. */
              readonly condition?: string | number | boolean | undefined;
              /** A facet that it has. */
              readonly facet?: string | number | boolean | undefined;
              /** The state it is in. */
              readonly lifecycle?: string | number | boolean | undefined;
              /** What its path starts with. */
              readonly pathStartsWith?: string | number | boolean | undefined;
              /** The types it may have, separated by commas. */
              readonly types?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.FollowLifecycleTransition": {
    /** Follow Life Cycle Transition */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the transition. */
              readonly value: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetBlob": {
    /** Get Document File */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Where the file is. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetBlobs": {
    /** Get All Document Files */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetBlobsByProperty": {
    /** Get Document Files */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The list property. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetChild": {
    /** Get Child */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the child. */
              readonly name: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetChildren": {
    /** Get Children */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetContainerRendition": {
    /** Gets the folder's children or the collection's members default renditions */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Documents of each folder, the first ones; -1 for all. */
              readonly limit?: number | string | undefined;
              /** How deep folders are followed; 1 for none in the input. */
              readonly maxDepth?: number | string | undefined;
              /** What they are for, which decides on the rendition: download, or none for XML. */
              readonly reason?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetLastVersion": {
    /** Get Last version */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetParent": {
    /** Get Parent */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The type of the folder that is looked for. */
              readonly type?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetRendition": {
    /** Gets a document rendition */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the rendition. */
              readonly renditionName: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.GetVersions": {
    /** Get Versions */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Lock": {
    /** Lock */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Mail": {
    /** Send E-Mail */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The sender: a user or an address. */
              readonly from: string | number | boolean;
              /** The text, in which ${docTitle}, ${docPath}, ${docUrl} and ${author} are replaced; template:name for a text of the server. */
              readonly message: string | number | boolean;
              /** The subject, one line. */
              readonly subject: string | number | boolean;
              /** Whether the text is HTML. */
              readonly HTML?: boolean | string | undefined;
              /** Whether recipients who are not known are an error, and are not left out. */
              readonly "Strict User Resolution"?: boolean | string | undefined;
              /** Recipients whom the others do not see. */
              readonly bcc?: string | readonly unknown[] | undefined;
              /** Recipients of a copy. */
              readonly cc?: string | readonly unknown[] | undefined;
              /** Where the files are in the document that are attached. */
              readonly files?: string | readonly unknown[] | undefined;
              /** To whom replies go. */
              readonly replyto?: string | readonly unknown[] | undefined;
              /** Whether a mail that cannot be made is an error of the call. */
              readonly rollbackOnError?: boolean | string | undefined;
              /** Recipients: users, groups, user:name, group:name or addresses. */
              readonly to?: string | readonly unknown[] | undefined;
              /** Has no effect. */
              readonly viewId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Move": {
    /** Move */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The folder it goes to. An id, an absolute path or a document entity. */
              readonly target: string | { readonly [name: string]: unknown; };
              /** Its name there; without one it keeps its own. */
              readonly name?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.MoveCollectionMember": {
    /** Reorder members of a collection */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** A member. An id, an absolute path or a document entity. */
              readonly member1: string | { readonly [name: string]: unknown; };
              /** Another member; without it the first one is moved to the beginning. An id, an absolute path or a document entity. */
              readonly member2?: string | { readonly [name: string]: unknown; } | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BooleanEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Order": {
    /** Order Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The sibling it is put before; without one it goes last. An id, an absolute path or a document entity. */
              readonly before?: string | { readonly [name: string]: unknown; } | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.PublishToSection": {
    /** Publish Document's Rendition */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The section. An id, an absolute path or a document entity. */
              readonly target: string | { readonly [name: string]: unknown; };
              /** Whether to publish the default rendition instead of the document. */
              readonly defaultRendition?: boolean | string | undefined;
              /** Whether to replace what the section already shows of the document. */
              readonly override?: boolean | string | undefined;
              /** The rendition to publish instead of the document. */
              readonly renditionName?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.PublishToSections": {
    /** Multi-Publish */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The sections. Ids and paths, separated by commas or in an array. */
              readonly target: string | readonly unknown[] | { readonly [name: string]: unknown; };
              /** Whether to replace what a section already shows of the document. */
              readonly override?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Reload": {
    /** Reset */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemoveACL": {
    /** Remove ACL */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the list. */
              readonly acl: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemoveEntryOfMultivaluedProperty": {
    /** Remove Entry Of Multivalued Property */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The value to take out. */
              readonly value: unknown;
              /** The list, such as dc:subjects. */
              readonly xpath: string | number | boolean;
              /** Whether every occurrence goes; otherwise only the first one. */
              readonly "is Remove All"?: boolean | string | undefined;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemoveFacet": {
    /** Remove Facet */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the facet. */
              readonly facet: string | number | boolean;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemoveFromFavorites": {
    /** Remove from favorites */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemoveItemFromListProperty": {
    /** Removes an Entry From a Multivalued Property */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The list, such as files:files. */
              readonly xpath: string | number | boolean;
              /** Which item, counted from 0; all of them if it is not given. */
              readonly index?: number | string | undefined;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemovePermission": {
    /** Remove Permission */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The list that has the entries. */
              readonly acl?: string | number | boolean | undefined;
              /** The id of the entry; it does not count if a user is given. */
              readonly id?: string | number | boolean | undefined;
              /** The user or group whose entries go. */
              readonly user?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemoveProperty": {
    /** Remove Property */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The property, such as dc:title or files:files/0. */
              readonly xpath: string | number | boolean;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RemoveProxies": {
    /** Remove Document Proxies */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Has no effect: all changes are stored together at the end. */
              readonly save?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.ReplacePermission": {
    /** Replace Permission */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The id of the entry to replace. */
              readonly id: string | number | boolean;
              /** The permission to grant instead. */
              readonly permission: string | number | boolean;
              /** The user or group it is granted to. */
              readonly username: string | number | boolean;
              /** The list that has the entry. */
              readonly acl?: string | number | boolean | undefined;
              /** When the entry takes effect; at once if it is not given. A W3C date. */
              readonly begin?: string | undefined;
              /** What the user is told. */
              readonly comment?: string | number | boolean | undefined;
              /** When the entry loses its effect; never if it is not given. A W3C date. */
              readonly end?: string | undefined;
              /** Whether the user is told once the entry takes effect. */
              readonly notify?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.ResetSchema": {
    /** Reset Schema */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Kept for existing callers: all that is stored is complete at the end anyway. */
              readonly save?: boolean | string | undefined;
              /** Whether to store the changes at once. */
              readonly saveDocument?: boolean | string | undefined;
              /** The name of the schema; it does not count if a property is given. */
              readonly schema?: string | number | boolean | undefined;
              /** The property. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.RestoreVersion": {
    /** Restore Version */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Whether the live document is editable at once. */
              readonly checkout?: boolean | string | undefined;
              /** Whether what changed since the last version becomes a version first. */
              readonly createVersion?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Routing.GetGraph": {
    /** Get graph */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the workflow, or of the document of a model. */
              readonly routeDocId: string | number | boolean;
              /** The language of titles and labels; en by default. */
              readonly language?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Save": {
    /** Save */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.SendNotificationEmailForPermission": {
    /** Send the notification email for a permission */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The id of the entry. */
              readonly id: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.SetBlob": {
    /** Set File */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The file. An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
              readonly file: { readonly [name: string]: unknown; } | string;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
              /** Where the file goes. */
              readonly xpath?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.SetBlobName": {
    /** Set File Name */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The new name of the file. */
              readonly name: string | number | boolean;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
              /** Where the file is. */
              readonly xpath?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.SetProperty": {
    /** Update Property */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The property, such as dc:title. */
              readonly xpath: string | number | boolean;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
              /** The value; without one the property is cleared. */
              readonly value?: unknown;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Subscribe": {
    /** Subscribe document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Names of notifications; all that are offered for the document when none is given. */
              readonly notifications?: string | readonly unknown[] | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Trash": {
    /** Trash */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.UnblockPermissionInheritance": {
    /** Unblock Permission Inheritance */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The list that has the block. */
              readonly acl?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Unlock": {
    /** Unlock */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.UnpublishAll": {
    /** Unpublish Document's Publications */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Unsubscribe": {
    /** Unsubscribe document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Names of notifications; all when none is given. */
              readonly notifications?: string | readonly unknown[] | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Untrash": {
    /** Untrash */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Document.Update": {
    /** Update Properties */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The properties to set. A JSON object, or lines of key=value. */
              readonly properties: { readonly [name: string]: unknown; } | string;
              /** What the caller last saw; an older one is a conflict. */
              readonly changeToken?: string | number | boolean | undefined;
              /** For list properties, by their name: replace, append_including_duplicates, append_excluding_duplicates; any other word replaces. A JSON object, or lines of key=value. */
              readonly propertiesBehaviors?: { readonly [name: string]: unknown; } | string | undefined;
              /** Whether to store the changes at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Elasticsearch.WaitForIndexing": {
    /** Wait for Elasticsearch Indexing */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** Taken for older clients: what is indexed is found at once. */
              readonly refresh?: boolean | string | undefined;
              /** Seconds to wait at most; no longer than the call itself may take. */
              readonly timeoutSecond?: number | string | undefined;
              /** Whether to wait for the entries of sign-ins and downloads too. */
              readonly waitForAudit?: boolean | string | undefined;
              /** Taken for older clients: there is nothing else to wait for. */
              readonly waitForBulkService?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BooleanEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Event.Fire": {
    /** Send Event */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the event. */
              readonly name: string | number | boolean;
              /** Values for the mails, such as comment; recipients for notifications without subscribers; disableNotificationService=true for no mail. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Favorite.Fetch": {
    /** Fetch favorites root collection */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Favorite.GetDocuments": {
    /** Get documents from favorites */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/FileManager.CreateFolder": {
    /** Create Folder */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The title of the folder. */
              readonly title: string | number | boolean;
              /** Whether a folder of that title is taken where there is one. */
              readonly overwrite?: boolean | string | undefined;
              /** Further properties of the folder. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/FileManager.Import": {
    /** Create Document from file */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Whether the type that was sent with a file counts more than its name. */
              readonly noMimeTypeCheck?: boolean | string | undefined;
              /** Another spelling of overwrite. */
              readonly overwite?: boolean | string | undefined;
              /** Whether a document made of a file of the same name gets the new content. */
              readonly overwrite?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents | Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/FileManager.ImportWithMetaData": {
    /** FileManager.ImportWithMetaData */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents | Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/FileManager.ImportWithProperties": {
    /** Create Document from file */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The properties of the documents. A JSON object, or lines of key=value. */
              readonly properties: { readonly [name: string]: unknown; } | string;
              /** Whether the name of a file counts more than the type that was sent with it. */
              readonly mimeTypeCheck?: boolean | string | undefined;
              /** Whether a document made of a file of the same name gets the new content. */
              readonly overwrite?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents | Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Fulltext.ListUnreadFiles": {
    /** List Unread Files */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The page, counted from 0. */
              readonly currentPageIndex?: number | string | undefined;
              /** Files of a page; 50 by default. */
              readonly pageSize?: number | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": RecordSet; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Group.CreateOrUpdate": {
    /** Create or Update Group */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the group. */
              readonly groupname: string | number | boolean;
              /** What the group is for. */
              readonly description?: string | number | boolean | undefined;
              /** The name that people see. */
              readonly grouplabel?: string | number | boolean | undefined;
              /** The users in the group, in place of those before. */
              readonly members?: string | readonly unknown[] | undefined;
              /** With create, a group that exists is an error; with update, one that does not. */
              readonly mode?: string | number | boolean | undefined;
              /** The groups this one is put into, in place of those before. */
              readonly parentGroups?: string | readonly unknown[] | undefined;
              /** Further fields of the group; an empty value removes what is there. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
              /** The groups in the group, in place of those before. */
              readonly subGroups?: string | readonly unknown[] | undefined;
              /** The tenant the group belongs to; the name of the group becomes tenant-{tenantId}_{groupname}. */
              readonly tenantId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Image.Blob.ConvertToPDF": {
    /** Image.Blob.ConvertToPDF */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Image.Blob.Resize": {
    /** Image.Blob.Resize */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/JsonStack.ToggleDisplay": {
    /** Json Error Stack Display */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** Whether stack traces are shown; the opposite of now if left out. */
              readonly enableTrace?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BooleanEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/LocalConfiguration.PutSimpleConfigurationParameter": {
    /** Put a Simple Configuration Parameter */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the parameter. */
              readonly key: string | number | boolean;
              /** Its value. */
              readonly value: string | number | boolean;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/LocalConfiguration.PutSimpleConfigurationParameters": {
    /** Put Simple Configuration parameters */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The values by their names. A JSON object, or lines of key=value. */
              readonly parameters: { readonly [name: string]: unknown; } | string;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/LocalConfiguration.SetSimpleConfigurationParameterAsVar": {
    /** Set Context Variable From a Simple Configuration Parameter */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
              /** The name of the parameter. */
              readonly parameterName: string | number | boolean;
              /** The value where the parameter is not set. */
              readonly defaultValue?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Log": {
    /** Log */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** How severe it is; anything unknown counts as info. */
              readonly level: string | number | boolean;
              /** The text to log. */
              readonly message: string | number | boolean;
              /** What the message belongs to. */
              readonly category?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NRD-AC-PR-ChooseParticipants-Output": {
    /** NRD-AC-PR-ChooseParticipants-Output */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NRD-AC-PR-LockDocument": {
    /** NRD-AC-PR-LockDocument */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NRD-AC-PR-UnlockDocument": {
    /** NRD-AC-PR-UnlockDocument */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NRD-AC-PR-ValidateNode-Output": {
    /** NRD-AC-PR-ValidateNode-Output */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NRD-AC-PR-force-validate": {
    /** NRD-AC-PR-force-validate */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NRD-AC-PR-storeTaskInfo": {
    /** NRD-AC-PR-storeTaskInfo */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.AttachBlob": {
    /** Nuxeo Drive: Attach blob */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The document. An id, an absolute path or a document entity. */
              readonly document: string | { readonly [name: string]: unknown; };
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.CreateFile": {
    /** Nuxeo Drive: Create file */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The id of the folder that it is created in. */
              readonly parentId: string | number | boolean;
              /** Whether a file of the same name gets the new content. */
              readonly overwrite?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.CreateFolder": {
    /** Nuxeo Drive: Create folder */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the folder. */
              readonly name: string | number | boolean;
              /** The id of the folder that it is created in. */
              readonly parentId: string | number | boolean;
              /** Whether a folder of that name is returned where there is one. */
              readonly overwrite?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.Delete": {
    /** Nuxeo Drive: Delete */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the item. */
              readonly id: string | number | boolean;
              /** The id of the folder that it is in. */
              readonly parentId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.GetChangeSummary": {
    /** Nuxeo Drive: Get change summary */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The activeSynchronizationRootDefinitions of that summary. */
              readonly lastSyncActiveRootDefinitions?: string | number | boolean | undefined;
              /** The upperBound of that summary; -1 for none. */
              readonly lowerBound?: number | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.GetChildren": {
    /** Nuxeo Drive: Get children */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the folder. */
              readonly id: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.GetFileSystemItem": {
    /** Nuxeo Drive: Get file system item */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the item. */
              readonly id: string | number | boolean;
              /** The id of the folder that it is in, which must exist too. */
              readonly parentId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.GetRoots": {
    /** Nuxeo Drive: Get Roots */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.GetTopLevelFolder": {
    /** Nuxeo Drive: Get the top level folder */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.Move": {
    /** Nuxeo Drive: Move */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the folder it goes to. */
              readonly destId: string | number | boolean;
              /** The id of the item. */
              readonly srcId: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.Rename": {
    /** Nuxeo Drive: Rename */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the item. */
              readonly id: string | number | boolean;
              /** Its new name. */
              readonly name: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.ScrollDescendants": {
    /** Nuxeo Drive: Scroll descendants */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** How many at most, up to 1000. */
              readonly batchSize: number | string;
              /** The id of the folder. */
              readonly id: string | number | boolean;
              /** For how many milliseconds the next batch can be read; an hour at most. */
              readonly keepAlive?: number | string | undefined;
              /** Of the batch before; none for the first. */
              readonly scrollId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.SetSynchronization": {
    /** Nuxeo Drive: Register / Unregister Synchronization Root */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** Whether the folder is synchronized from now on. */
              readonly enable: boolean | string;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/NuxeoDrive.UpdateFile": {
    /** Nuxeo Drive: Update file */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The id of the file. */
              readonly id: string | number | boolean;
              /** The id of the folder that it is in. */
              readonly parentId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.AddPageNumbers": {
    /** PDF: Add Page Numbers */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The font: Helvetica, Times-Roman, Courier, or a bold or oblique form of one. */
              readonly fontName?: string | number | boolean | undefined;
              /** Its size in points. */
              readonly fontSize?: number | string | undefined;
              /** Its color, such as 0xcc0000 or #cc0000; white by default. */
              readonly hex255Color?: string | number | boolean | undefined;
              /** What opens an encrypted PDF. */
              readonly password?: string | number | boolean | undefined;
              /** Where the numbers are. */
              readonly position?: string | number | boolean | undefined;
              /** The first number. */
              readonly startAtNumber?: number | string | undefined;
              /** The first page with a number. */
              readonly startAtPage?: number | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.ConvertToPictures": {
    /** PDF: Convert to Pictures */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The beginning of their names, before the number of the page; by default the name of the file. */
              readonly fileName?: string | number | boolean | undefined;
              /** What opens an encrypted PDF. */
              readonly password?: string | number | boolean | undefined;
              /** Where the PDF is in a document. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.Encrypt": {
    /** PDF: Encrypt */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** What opens the PDF now; empty when it is not encrypted. */
              readonly originalOwnerPwd: string | number | boolean;
              /** The new password of owners; empty: the one that opens it now. */
              readonly ownerPwd: string | number | boolean;
              /** The new password of users; empty: readers ask for none. */
              readonly userPwd: string | number | boolean;
              /** The bits of the key: 40 (RC4, weak), 128 (AES) or 256 (AES). */
              readonly keyLength?: string | number | boolean | undefined;
              /** What users may do, each true or false, which is the default: print, modify, copy, modifyannot, fillforms, extractforaccessibility, assemble, printdegraded. A JSON object, or lines of key=value. */
              readonly permissions?: { readonly [name: string]: unknown; } | string | undefined;
              /** Where the PDF is in a document. */
              readonly xpath?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.EncryptReadOnly": {
    /** PDF: Encrypt Read Only */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The bits of the key: 40 (RC4, weak), 128 (AES) or 256 (AES). */
              readonly keyLength?: string | number | boolean | undefined;
              /** What opens the PDF now, when it is encrypted. */
              readonly originalOwnerPwd?: string | number | boolean | undefined;
              /** The new password of owners; by default the one that opens it. */
              readonly ownerPwd?: string | number | boolean | undefined;
              /** The new password of users; without one readers ask for none. */
              readonly userPwd?: string | number | boolean | undefined;
              /** Where the PDF is in a document. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.ExtractInfo": {
    /** PDF: Extract Info */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** For each property the information that it gets, such as dc:title=Title. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
              /** Where the PDF is in a document. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.ExtractLinks": {
    /** PDF: Extract Links */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Whether links of all types are wanted. */
              readonly getAll?: boolean | string | undefined;
              /** The type of links that is wanted otherwise. */
              readonly type?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": StringEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.ExtractPages": {
    /** PDF: Extract Pages */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The last page; a larger number means the last one of the file. */
              readonly endPage: number | string;
              /** The first page, from 1. */
              readonly startPage: number | string;
              /** The name of the result; by default that of the file with both numbers. */
              readonly fileName?: string | number | boolean | undefined;
              /** What opens an encrypted PDF. */
              readonly password?: string | number | boolean | undefined;
              /** The author that the PDF names. */
              readonly pdfAuthor?: string | number | boolean | undefined;
              /** The subject that the PDF names. */
              readonly pdfSubject?: string | number | boolean | undefined;
              /** The title that the PDF has inside. */
              readonly pdfTitle?: string | number | boolean | undefined;
              /** Where the PDF is in a document. */
              readonly xpath?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.ExtractText": {
    /** PDF: Extract Text */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** What opens an encrypted PDF. */
              readonly password?: string | number | boolean | undefined;
              /** A text: only the line that has it is wanted. */
              readonly patterntofind?: string | number | boolean | undefined;
              /** Where the PDF is in the document. */
              readonly pdfxpath?: string | number | boolean | undefined;
              /** Whether only what follows that text in its line is wanted. */
              readonly removepatternfromresult?: boolean | string | undefined;
              /** Whether to store the change at once. */
              readonly save?: boolean | string | undefined;
              /** The property that gets the text. */
              readonly targetxpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.MergeWithBlobs": {
    /** PDF: Merge with Blob(s)  */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The name of the result; by default that of the first file. */
              readonly fileName?: string | number | boolean | undefined;
              /** The author that the PDF names. */
              readonly pdfAuthor?: string | number | boolean | undefined;
              /** The subject that the PDF names. */
              readonly pdfSubject?: string | number | boolean | undefined;
              /** The title that the PDF has inside. */
              readonly pdfTitle?: string | number | boolean | undefined;
              /** The name of a context variable with PDF files that follow. */
              readonly toAppendListVarName?: string | number | boolean | undefined;
              /** The name of a context variable with a PDF that follows the input. */
              readonly toAppendVarName?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.MergeWithDocs": {
    /** PDF: Merge with Document(s) */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The name of the result; by default that of the first file. */
              readonly fileName?: string | number | boolean | undefined;
              /** The author that the PDF names. */
              readonly pdfAuthor?: string | number | boolean | undefined;
              /** The subject that the PDF names. */
              readonly pdfSubject?: string | number | boolean | undefined;
              /** The title that the PDF has inside. */
              readonly pdfTitle?: string | number | boolean | undefined;
              /** The name of a context variable with ids of documents whose files follow. */
              readonly toAppendDocIDsVarName?: string | number | boolean | undefined;
              /** The name of a context variable with PDF files that follow. */
              readonly toAppendListVarName?: string | number | boolean | undefined;
              /** The name of a context variable with a PDF that follows the input. */
              readonly toAppendVarName?: string | number | boolean | undefined;
              /** Where the PDF is in a document. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.RemoveEncryption": {
    /** PDF: Remove Encryption */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** What opens the PDF. */
              readonly ownerPwd?: string | number | boolean | undefined;
              /** Where the PDF is in a document. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.WatermarkWithImage": {
    /** PDF: Watermark with Image */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The picture; a pixel is a point. An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
              readonly image: { readonly [name: string]: unknown; } | string;
              /** How it looks: scale, rotation, alphaColor, xPosition, yPosition, invertX, invertY, relativeCoordinates. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.WatermarkWithPDF": {
    /** PDF: Watermark with PDF */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The other PDF. An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
              readonly overlayPdf: { readonly [name: string]: unknown; } | string;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PDF.WatermarkWithText": {
    /** PDF: Watermark with Text */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The text. */
              readonly text: string | number | boolean;
              /** How it looks: fontFamily, fontSize, rotation, hex255Color, alphaColor, xPosition, yPosition, invertX, invertY, relativeCoordinates. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/PermissionsPurge": {
    /** Archiving ACEs */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The names, separated by commas. */
              readonly usernames: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Picture.Create": {
    /** Create Picture */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Its name, to which a suffix is added where it is taken; Untitled if it is not given. */
              readonly name?: string | number | boolean | undefined;
              /** Views of other sizes, which this server does not make: leave it out. A JSON object, or lines of key=value. */
              readonly pictureTemplates?: { readonly [name: string]: unknown; } | string | undefined;
              /** The properties it starts with, and under originalPicture its file, such as that of an upload. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Picture.GetView": {
    /** Get image view */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** doc: and an id or a path. */
            readonly input?: string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The title of the view, such as Small; the file itself if it is not given. */
              readonly viewName?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Picture.RecomputeViews": {
    /** Recompute Picture Views */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The query for the documents, in NXQL. */
              readonly query: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Picture.Resize": {
    /** Resize a picture */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** Its height in pixels at most; 0 for any. */
              readonly maxHeight: number | string;
              /** Its width in pixels at most; 0 for any. */
              readonly maxWidth: number | string;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Proxy.GetSourceDocument": {
    /** Get Live Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RecomputeThumbnails": {
    /** Recompute Thumbnails */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The query for the documents, in NXQL. */
              readonly query: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Render.Document": {
    /** Render Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The text of the template, see docs/guide/exports.md. */
              readonly template: string | number | boolean;
              /** The name of the file that is made. */
              readonly filename?: string | number | boolean | undefined;
              /** Its type. */
              readonly mimetype?: string | number | boolean | undefined;
              /** The language of the template: ftl, or mvel for text with @{expression}. */
              readonly type?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Render.DocumentFeed": {
    /** Render Document Feed */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** docs: and ids or paths, separated by commas. */
            readonly input?: string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The text of the template, see docs/guide/exports.md. */
              readonly template: string | number | boolean;
              /** The character set of the file. */
              readonly charset?: string | number | boolean | undefined;
              /** The name of the file that is made. */
              readonly filename?: string | number | boolean | undefined;
              /** Its type. */
              readonly mimetype?: string | number | boolean | undefined;
              /** The language of the template: ftl, or mvel for text with @{expression}. */
              readonly type?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Repository.GetDocument": {
    /** Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id or absolute path of the document. An id, an absolute path or a document entity. */
              readonly value: string | { readonly [name: string]: unknown; };
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Repository.PageProvider": {
    /** PageProvider */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the page provider. */
              readonly providerName: string | number | boolean;
              /** The page, counted from 0. */
              readonly currentPageIndex?: number | string | undefined;
              /** Taken for older clients and not used. */
              readonly documentLinkBuilder?: string | number | boolean | undefined;
              /** The fields in which found words are to be marked. */
              readonly highlights?: string | readonly unknown[] | undefined;
              /** The query language, which is NXQL. */
              readonly language?: string | number | boolean | undefined;
              /** Values for named parameters and search fields. A JSON object, or lines of key=value. */
              readonly namedParameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Documents to skip; takes the place of the page. */
              readonly offset?: number | string | undefined;
              /** Documents of a page; what the provider says by default. */
              readonly pageSize?: number | string | undefined;
              /** Values for the question marks, in order. */
              readonly queryParams?: string | readonly unknown[] | undefined;
              /** The names of the quick filters to switch on. */
              readonly quickFilters?: string | readonly unknown[] | undefined;
              /** The properties to sort by instead of what the provider says. */
              readonly sortBy?: string | readonly unknown[] | undefined;
              /** The direction for each of them; descending unless ASC. */
              readonly sortOrder?: string | readonly unknown[] | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Repository.Query": {
    /** Query */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The page, counted from 0. */
              readonly currentPageIndex?: number | string | undefined;
              /** Whether quotes in positional parameters are escaped. */
              readonly escapePatternParameters?: boolean | string | undefined;
              /** The query language, which is NXQL. */
              readonly language?: string | number | boolean | undefined;
              /** How far matches are counted. */
              readonly maxResults?: number | string | undefined;
              /** Values for the named parameters of the query. A JSON object, or lines of key=value. */
              readonly namedParameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Documents of a page; as many as it may hold by default. */
              readonly pageSize?: number | string | undefined;
              /** The query. */
              readonly query?: string | number | boolean | undefined;
              /** Values for the question marks of the query, in order. */
              readonly queryParams?: string | readonly unknown[] | undefined;
              /** Whether positional parameters become string literals; otherwise the query has the quotes. */
              readonly quotePatternParameters?: boolean | string | undefined;
              /** The properties to sort by instead of what the query says. */
              readonly sortBy?: string | readonly unknown[] | undefined;
              /** The direction for each of them; descending unless ASC. */
              readonly sortOrder?: string | readonly unknown[] | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Repository.ResultSetPageProvider": {
    /** QueryAndFetch */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The page, counted from 0. */
              readonly currentPageIndex?: number | string | undefined;
              /** The query language; only NXQL is available. */
              readonly language?: string | number | boolean | undefined;
              /** How far rows are counted: a number, PAGE_SIZE or DEFAULT_NAVIGATION_RESULTS. */
              readonly maxResults?: string | number | boolean | undefined;
              /** Values for named parameters and search fields. A JSON object, or lines of key=value. */
              readonly namedParameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Rows of a page; what the provider says by default. */
              readonly pageSize?: number | string | undefined;
              /** The name of the page provider. */
              readonly providerName?: string | number | boolean | undefined;
              /** Values for the question marks, in order. */
              readonly queryParams?: string | readonly unknown[] | undefined;
              /** The properties to sort by instead of what the provider says. */
              readonly sortBy?: string | readonly unknown[] | undefined;
              /** The direction for each of them; descending unless ASC. */
              readonly sortOrder?: string | readonly unknown[] | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": RecordSet; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Repository.ResultSetQuery": {
    /** ResultSet Query */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The query, which selects the columns. */
              readonly query: string | number | boolean;
              /** The page, counted from 0. */
              readonly currentPageIndex?: number | string | undefined;
              /** The query language; only NXQL is available. */
              readonly language?: string | number | boolean | undefined;
              /** How far rows are counted. */
              readonly maxResults?: number | string | undefined;
              /** Values for the named parameters of the query. A JSON object, or lines of key=value. */
              readonly namedParameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Rows of a page; as many as it may hold by default. */
              readonly pageSize?: number | string | undefined;
              /** Values for the question marks of the query, in order. */
              readonly queryParams?: string | readonly unknown[] | undefined;
              /** The properties to sort by instead of what the query says. */
              readonly sortBy?: string | readonly unknown[] | undefined;
              /** The direction for each of them; descending unless ASC. */
              readonly sortOrder?: string | readonly unknown[] | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": RecordSet; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Repository.SaveSession": {
    /** Save Session */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RunDocumentOperation": {
    /** Run Document Chain */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The operation or chain to run, by id or alias. */
              readonly id: string | number | boolean;
              /** Whether variables that the run sets stay its own. */
              readonly isolate?: boolean | string | undefined;
              /** Whether to commit what was done so far and run in a transaction of its own. */
              readonly newTx?: boolean | string | undefined;
              /** Parameters for the run: key=value, one on each line, or a JSON object. A JSON object, or lines of key=value. */
              readonly parameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Whether a failure in the transaction of its own ends the whole, rather than only being logged. */
              readonly rollbackGlobalOnError?: boolean | string | undefined;
              /** Seconds that the transaction of its own may take. */
              readonly timeout?: number | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RunFileOperation": {
    /** Run File Chain */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The operation or chain to run, by id or alias. */
              readonly id: string | number | boolean;
              /** Whether variables that the run sets stay its own. */
              readonly isolate?: boolean | string | undefined;
              /** Whether to commit what was done so far and run in a transaction of its own. */
              readonly newTx?: boolean | string | undefined;
              /** Parameters for the run: key=value, one on each line, or a JSON object. A JSON object, or lines of key=value. */
              readonly parameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Whether a failure in the transaction of its own ends the whole, rather than only being logged. */
              readonly rollbackGlobalOnError?: boolean | string | undefined;
              /** Seconds that the transaction of its own may take. */
              readonly timeout?: number | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RunInputScript": {
    /** Run Input Script */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** An uploaded file: {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The language: mvel names that of expressions, the only one there is. */
              readonly type?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RunOperation": {
    /** Run Chain */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The operation or chain to run, by id or alias. */
              readonly id: string | number | boolean;
              /** Whether variables that the run sets stay its own. */
              readonly isolate?: boolean | string | undefined;
              /** Parameters for the run: key=value, one on each line, or a JSON object. A JSON object, or lines of key=value. */
              readonly parameters?: { readonly [name: string]: unknown; } | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RunOperationOnList": {
    /** Run For Each */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The operation or chain to run, by id or alias. */
              readonly id: string | number | boolean;
              /** The context variable with the list; nothing happens without it. */
              readonly list: string | number | boolean;
              /** Whether variables that the run sets stay its own. */
              readonly isolate?: boolean | string | undefined;
              /** The context variable in which each run finds its element. */
              readonly item?: string | number | boolean | undefined;
              /** Whether to commit what was done so far and run in a transaction of its own. */
              readonly newTx?: boolean | string | undefined;
              /** Parameters for the run: key=value, one on each line, or a JSON object. A JSON object, or lines of key=value. */
              readonly parameters?: { readonly [name: string]: unknown; } | string | undefined;
              /** Whether a failure in the transaction of its own ends the whole, rather than only being logged. */
              readonly rollbackGlobalOnError?: boolean | string | undefined;
              /** Seconds that the transaction of its own may take. */
              readonly timeout?: number | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RunOperationOnProvider": {
    /** Run For Each Page */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** docs: and ids or paths, separated by commas. */
            readonly input?: string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The operation or chain to run, by id or alias. */
              readonly id: string | number | boolean;
              /** Whether variables that the run sets stay its own. */
              readonly isolate?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/RunScript": {
    /** Run Script */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The statements to run. */
              readonly script: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Search.SuggestersLauncher": {
    /** Suggesters launcher */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** What was typed so far; without any there are no documents. */
              readonly searchTerm?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Services.RemoveDocumentTags": {
    /** Remove All Document Tags */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Services.TagDocument": {
    /** Tag Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The tags to add; empty ones are left out. */
              readonly tags: string | readonly unknown[];
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Services.UntagDocument": {
    /** Untag Document */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The tags to take away; those it has not count for nothing. */
              readonly tags: string | readonly unknown[];
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Tag.Suggestion": {
    /** Get tag suggestion */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The document whose tags are returned when there is a value. An id, an absolute path or a document entity. */
              readonly document?: string | { readonly [name: string]: unknown; } | undefined;
              /** The beginning of the tags; nothing is suggested without one. */
              readonly searchTerm?: string | number | boolean | undefined;
              /** Any value, to get the tags of the document. */
              readonly value?: string | number | boolean | undefined;
              /** Sent by selection widgets; it changes nothing. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Task.Create": {
    /** Create task */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** What the task is called. */
              readonly "task name": string | number | boolean;
              /** Until when it is to be done. A W3C date. */
              readonly "due date"?: string | undefined;
              /** What is to be done. */
              readonly directive?: string | number | boolean | undefined;
              /** The first comment of the task. */
              readonly comment?: string | number | boolean | undefined;
              /** Runs when the task is accepted. */
              readonly "accept operation chain"?: string | number | boolean | undefined;
              /** Runs when the task is rejected. */
              readonly "reject operation chain"?: string | number | boolean | undefined;
              /** The context variable that has the actors: a name or a list, such as user:ann or group:crew. */
              readonly "variable name for actors prefixed ids"?: string | number | boolean | undefined;
              /** More actors. */
              readonly "additional list of actors prefixed ids"?: string | readonly unknown[] | undefined;
              /** One task for each actor; otherwise one that any of them can end. */
              readonly "create one task per actor"?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Task.GetAssigned": {
    /** Get user tasks */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Traces.Get": {
    /** Traces.getTrace */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** Has no effect: the last one is kept. */
              readonly index?: number | string | undefined;
              /** The id of the operation or chain. */
              readonly traceKey?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": StringEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Traces.ToggleRecording": {
    /** Traces.toggleRecording */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** Whether to record; the opposite of now if left out. */
              readonly enableTrace?: boolean | string | undefined;
              /** Whether to return the state only. */
              readonly readOnly?: boolean | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": BooleanEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/User.CreateOrUpdate": {
    /** Create or Update User */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the user. */
              readonly username: string | number | boolean;
              /** The company. */
              readonly company?: string | number | boolean | undefined;
              /** The e-mail address. */
              readonly email?: string | number | boolean | undefined;
              /** The first name. */
              readonly firstName?: string | number | boolean | undefined;
              /** The groups the user is put into, in place of those before. */
              readonly groups?: string | readonly unknown[] | undefined;
              /** The last name. */
              readonly lastName?: string | number | boolean | undefined;
              /** With create, a user that exists is an error; with update, one that does not. */
              readonly mode?: string | number | boolean | undefined;
              /** A new password. */
              readonly password?: string | number | boolean | undefined;
              /** Further fields of the user; an empty value removes what is there. A JSON object, or lines of key=value. */
              readonly properties?: { readonly [name: string]: unknown; } | string | undefined;
              /** The tenant the user belongs to. */
              readonly tenantId?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/User.Get": {
    /** Get Nuxeo Principal */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The name of the user; the caller when it is empty. */
              readonly login?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/User.GetCollections": {
    /** Get collections */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The beginning of the titles; % stands for any characters. */
              readonly searchTerm: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/User.GetUserWorkspace": {
    /** Get Home */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/User.Invite": {
    /** Invite a user */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** The entity of a user. */
            readonly input?: { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Without it the request is stored only: there is no mail, and its link is not valid. */
              readonly autoAccept?: boolean | string | undefined;
              /** A text for the mail. */
              readonly comment?: string | number | boolean | undefined;
              /** Further values, kept with the request. */
              readonly info?: { readonly [name: string]: unknown; } | string | undefined;
              /** EMAIL, or NONE for no mail: the caller passes the link on. */
              readonly validationMethod?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": StringEntity; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/User.Query": {
    /** Query users */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The beginning of the first name. */
              readonly firstName?: string | number | boolean | undefined;
              /** The beginning of the last name. */
              readonly lastName?: string | number | boolean | undefined;
              /** The beginning of the username, the first or the last name; * finds all users. */
              readonly pattern?: string | number | boolean | undefined;
              /** The tenant the users belong to. */
              readonly tenantId?: string | number | boolean | undefined;
              /** The beginning of the username. */
              readonly username?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/UserGroup.Suggestion": {
    /** Get user/group suggestion */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** Whether users of groups within the group of groupRestriction count as its members. */
              readonly allowSubGroupsRestriction?: boolean | string | undefined;
              /** Whether the label of users ends with their e-mail address. */
              readonly displayEmailInSuggestion?: boolean | string | undefined;
              /** The field the label begins with, in place of the first name or the label of the group. */
              readonly firstLabelField?: string | number | boolean | undefined;
              /** The group whose members alone are suggested as users. */
              readonly groupRestriction?: string | number | boolean | undefined;
              /** Whether the administrators' group is left out. */
              readonly hideAdminGroups?: boolean | string | undefined;
              /** Whether the first part of the label is left out. */
              readonly hideFirstLabel?: boolean | string | undefined;
              /** Whether displayIcon is left out. */
              readonly hideIcon?: boolean | string | undefined;
              /** Whether the group of the power users is left out. */
              readonly hidePowerUsersGroup?: boolean | string | undefined;
              /** Whether the second part of the label is left out. */
              readonly hideSecondLabel?: boolean | string | undefined;
              /** Whether the third part of the label is left out. */
              readonly hideThirdLabel?: boolean | string | undefined;
              /** The language of messages; there is English only. */
              readonly lang?: string | number | boolean | undefined;
              /** The beginning of a name, or the beginnings of two; empty for all. */
              readonly searchTerm?: string | number | boolean | undefined;
              /** What to look for: USER_TYPE or GROUP_TYPE, and both when it is anything else. */
              readonly searchType?: string | number | boolean | undefined;
              /** The field to show in place of the last name. */
              readonly secondLabelField?: string | number | boolean | undefined;
              /** The field to show in place of the e-mail address. */
              readonly thirdLabelField?: string | number | boolean | undefined;
              /** The number beyond which suggestions are too many; at most and by default 1000 are returned. */
              readonly userSuggestionMaxSearchResults?: number | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/UserWorkspace.CreateDocumentFromBlob": {
    /** Create Document from file in User's workspace */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents | Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/VersionAndAttachFile": {
    /** VersionAndAttachFile */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** Uploaded files, each {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/VersionAndAttachFiles": {
    /** VersionAndAttachFiles */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            /** Uploaded files, each {"upload-batch": …, "upload-fileId": …}. */
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Video.AddWatermark": {
    /** Watermarks a Video with a Picture */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params: {
              /** The document whose main file is the picture. An id, an absolute path or a document entity. */
              readonly watermark: string | { readonly [name: string]: unknown; };
              /** Pixels from the left side; 0 by default. */
              readonly x?: string | number | boolean | undefined;
              /** Where the video is in documents; the main file by default. */
              readonly xpath?: string | number | boolean | undefined;
              /** Pixels from the upper side; 0 by default. */
              readonly y?: string | number | boolean | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Video.Concat": {
    /** Joins two or more videos sequentially. */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: readonly unknown[] | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Where the video is in documents; the main file by default. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Video.ExtractClosedCaptions": {
    /** Extracts closed captions from the video. */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Up to where, such as 90 or 00:01:30; the end by default. */
              readonly endAt?: string | number | boolean | undefined;
              /** How they are written: srt (SubRip), txt (the words), or ttxt, the default (a line with the times and the words of each). */
              readonly outFormat?: string | number | boolean | undefined;
              /** From where, such as 90 or 00:01:30; the beginning by default. */
              readonly startAt?: string | number | boolean | undefined;
              /** Where the video is in documents; the main file by default. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Video.Slice": {
    /** SliceVideo the video for a given duration and startAt time. */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | readonly unknown[] | { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** How long it is, such as 90 or 00:01:30; up to the end by default. */
              readonly duration?: string | number | boolean | undefined;
              /** Encodes it again, so that it begins where it should; false is faster, and begins with the picture before that is stored as a whole. */
              readonly encode?: boolean | string | undefined;
              /** Where it begins, such as 90 or 00:01:30; 00:00 by default. */
              readonly startAt?: string | number | boolean | undefined;
              /** Where the video is in documents; the main file by default. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Video.SliceInParts": {
    /** SliceVideo a Video in Parts with equal duration. */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: { readonly [name: string]: unknown; } | string | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** How long each part is, such as 90 or 00:01:30. It must be given. */
              readonly duration?: string | number | boolean | undefined;
              /** Where the video is in documents; the main file by default. */
              readonly xpath?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/WorkManager.RunWorkInFailure": {
    /** Executes Works stored in the dead letter queue */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** Kinds of jobs; all if left out. */
              readonly categoryFilter?: string | readonly unknown[] | undefined;
              /** Whether to count only. */
              readonly dryRun?: boolean | string | undefined;
              /** The longest time to wait, within that of the call. */
              readonly timeoutSeconds?: number | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Workflow.GetOpenTasks": {
    /** Get open tasks */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** A node, together with the workflow. */
              readonly nodeId?: string | number | boolean | undefined;
              /** The workflow of the node. */
              readonly processId?: string | number | boolean | undefined;
              /** A user; by default of all users. */
              readonly username?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Workflow.ResumeNode": {
    /** Resume workflow */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The node; by default the context variable nodeId. */
              readonly nodeId?: string | number | boolean | undefined;
              /** The workflow; by default the context variable workflowInstanceId. */
              readonly workflowInstanceId?: string | number | boolean | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Workflow.SetNodeVariable": {
    /** Set Node Variable */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the variable. */
              readonly name: string | number | boolean;
              /** The value; without one the variable is empty. */
              readonly value?: unknown;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Workflow.SummarizeOpinions": {
    /** Summarize Opinions */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** The variable of the text, which has only the first rows if it gets too long. */
              readonly textVariable?: string | number | boolean | undefined;
              /** The variable of the file, which has all rows. */
              readonly fileVariable?: string | number | boolean | undefined;
              /** The name of the file. */
              readonly fileName?: string | number | boolean | undefined;
              /** Characters of the text. */
              readonly lengthMax?: number | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "multipart/mixed": unknown; "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/Workflow.UserTaskPageProvider": {
    /** UserTaskPageProvider */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: {
              /** The language of the names of tasks; en by default. */
              readonly language?: string | number | boolean | undefined;
              /** The page, counted from 0. */
              readonly page?: number | string | undefined;
              /** Tasks of a page; 20 by default, at most 1000. */
              readonly pageSize?: number | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/WorkflowInstance.Cancel": {
    /** Cancel workflow */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The id of the workflow. */
              readonly id: string | number | boolean;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/WorkflowModel.BulkRestartInstances": {
    /** Bulk Restart Workflow */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params: {
              /** The name of the model. */
              readonly workflowId: string | number | boolean;
              /** Accepted for existing clients; each workflow is committed. */
              readonly batchSize?: number | string | undefined;
              /** Only those that wait at this node. */
              readonly nodeId?: string | number | boolean | undefined;
              /** Whether the documents go back to the first state of their life cycle. */
              readonly reinitLifecycle?: boolean | string | undefined;
            };
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/WorkflowTask.Complete": {
    /** Complete task */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: {
              /** Added to the comments of the task. */
              readonly comment?: string | number | boolean | undefined;
              /** Values of variables of the node. A JSON object, or lines of key=value. */
              readonly nodeVariables?: { readonly [name: string]: unknown; } | string | undefined;
              /** The name of the button. */
              readonly status?: string | number | boolean | undefined;
              /** Values of variables of the workflow that the node exposes. A JSON object, or lines of key=value. */
              readonly workflowVariables?: { readonly [name: string]: unknown; } | string | undefined;
            } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/blobToPDF": {
    /** blobToPDF */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/cancelWorkflow": {
    /** cancelWorkflow */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/containerContentBlob": {
    /** containerContentBlob */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/doc": {
    /** A page with the operations and their parameters, for browsers */
    get: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        400: components["responses"]["error.400"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/initInitiatorComment": {
    /** initInitiatorComment */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/logInAudit": {
    /** logInAudit */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/login": {
    /** Validates credentials */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Login; }; };
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/mainBlob": {
    /** mainBlob */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/nextAssignee": {
    /** nextAssignee */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/notifyInitiatorEndOfWorkflow": {
    /** notifyInitiatorEndOfWorkflow */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/reinitAssigneeComment": {
    /** reinitAssigneeComment */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/terminateWorkflow": {
    /** terminateWorkflow */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/validateDocument": {
    /** validateDocument */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/voidChain": {
    /** voidChain */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: string | { readonly [name: string]: unknown; } | string | readonly unknown[] | { readonly [name: string]: unknown; } | undefined;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "application/json": Document | Documents; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/xmlExportRendition": {
    /** xmlExportRendition */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/zipTreeExportRendition": {
    /** zipTreeExportRendition */
    post: {
      parameters: { path?: never; query?: never; header?: Group72; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        204: components["responses"]["call.204"];
        400: components["responses"]["call.400"];
        401: components["responses"]["error.401"];
        403: components["responses"]["call.403"];
        404: components["responses"]["call.404"];
        409: components["responses"]["call.409"];
        412: components["responses"]["call.412"];
        422: components["responses"]["call.422"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/{operation}": {
    /** The description of one operation or chain */
    get: {
      parameters: { path: { readonly operation: string; }; query?: Group71; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/json": Operation; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
    /** Runs an operation or chain in one transaction */
    post: {
      parameters: { path: { readonly operation: string; }; query?: never; header?: Group23; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: unknown;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        412: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/{operation}/@async": {
    /** Runs an operation or chain in the background */
    post: {
      parameters: { path: { readonly operation: string; }; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/json": {
            readonly input?: unknown;
            readonly params?: { readonly [name: string]: unknown; } | undefined;
            readonly context?: { readonly [name: string]: unknown; } | undefined;
          };
          "multipart/related": unknown;
          "multipart/form-data": unknown;
        };
      };
      responses: {
        202: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/{operation}/@async/{execution}": {
    /** The result of an operation in the background, or of the bulk command it has submitted */
    get: {
      parameters: {
        path: { readonly operation: string; readonly execution: string; };
        query?: never;
        header?: Group2;
        cookie?: never;
      };
      responses: {
        200: {
          headers: Headers;
          content: {
            "application/json": StringEntity | BooleanEntity | NumberEntity | ListEntity | MapEntity | DateEntity | Document | Documents | RecordSet | LogEntries | BulkStatus | Csvimportstatus | Csvimportresult;
            "multipart/mixed": unknown;
            "*/*": unknown;
          };
        };
        204: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        409: components["responses"]["error"];
        412: components["responses"]["error"];
        422: { headers: Headers; content: { "application/json": ValidationReport | Exception; }; };
        default: components["responses"]["error"];
      };
    };
    /** Aborts an operation in the background: it is rolled back, its result is not kept */
    delete: {
      parameters: {
        path: { readonly operation: string; readonly execution: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": StringEntity | BulkStatus; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/{operation}/@async/{execution}/status": {
    /** Whether an operation in the background has ended */
    get: {
      parameters: {
        path: { readonly operation: string; readonly execution: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "application/json": "RUNNING" | BulkStatus; }; };
        303: { headers: Headers; content?: never; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/automation/{operation}/yaml": {
    /** The description of one operation or chain as YAML */
    get: {
      parameters: { path: { readonly operation: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "application/yaml": unknown; }; };
        401: components["responses"]["error.401"];
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/es/{index}/_search": {
    /** Counts documents (index nuxeo) or entries of the audit (audit) in groups */
    post: {
      parameters: { path: { readonly index: string; }; query?: never; header?: never; cookie?: never; };
      requestBody?: { content: { "application/json": { readonly [name: string]: unknown; }; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": SearchStatistics; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/es/{index}/{type}/_search": {
    /** Counts documents (index nuxeo) or entries of the audit (audit) in groups */
    post: {
      parameters: {
        path: { readonly index: string; readonly type: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      requestBody?: { content: { "application/json": { readonly [name: string]: unknown; }; }; };
      responses: {
        200: { headers: Headers; content: { "application/json": SearchStatistics; }; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        403: components["responses"]["error"];
        404: components["responses"]["error"];
        501: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/site/notifications/unsubscribe/{token}": {
    /** The page to which a link in a mail leads, for ending a subscription */
    get: {
      parameters: { path: { readonly token: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        404: { headers: Headers; content: { "text/html": unknown; }; };
        default: components["responses"]["error"];
      };
    };
    /** Ends a subscription by the link in a mail, without a sign-in */
    post: {
      parameters: { path: { readonly token: string; }; query?: never; header?: never; cookie?: never; };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        404: { headers: Headers; content: { "text/html": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/site/userInvitation/enterpassword/{configurationName}/{requestId}": {
    /** The page on which an invited person chooses a password */
    get: {
      parameters: {
        path: { readonly configurationName: string; readonly requestId: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        404: { headers: Headers; content: { "text/html": unknown; }; };
        409: { headers: Headers; content: { "text/html": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/site/userInvitation/validate": {
    /** Creates the invited user with the chosen password */
    post: {
      parameters: { path?: never; query?: never; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly RequestId?: string | undefined;
            readonly Password?: string | undefined;
            readonly PasswordConfirmation?: string | undefined;
          };
        };
      };
      responses: {
        200: { headers: Headers; content: { "text/html": unknown; }; };
        400: { headers: Headers; content: { "text/html": unknown; }; };
        403: { headers: Headers; content: { "text/html": unknown; }; };
        404: { headers: Headers; content: { "text/html": unknown; }; };
        409: { headers: Headers; content: { "text/html": unknown; }; };
        default: components["responses"]["error"];
      };
    };
  };
  "/startup": {
    /** Goes on to a page, after a sign-in where that is needed */
    get: {
      parameters: { path?: never; query?: Group63; header?: never; cookie?: never; };
      responses: {
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        401: components["responses"]["error.401"];
        default: components["responses"]["error"];
      };
    };
    /** Opens a session with the user name and the password of a form */
    post: {
      parameters: { path?: never; query?: Group63; header?: never; cookie?: never; };
      requestBody?: {
        content: {
          "application/x-www-form-urlencoded": {
            readonly user_name?: string | undefined;
            readonly user_password?: string | undefined;
            readonly user_code?: string | undefined;
            readonly requestedUrl?: string | undefined;
          };
        };
      };
      responses: {
        302: { headers: Headers; content?: never; };
        400: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
  "/viewer/{edition}/{rest}": {
    /** A file of the viewer that previews of PDF and office files load */
    get: {
      parameters: {
        path: { readonly edition: string; readonly rest: string; };
        query?: never;
        header?: never;
        cookie?: never;
      };
      responses: {
        200: { headers: Headers; content: { "*/*": unknown; }; };
        404: components["responses"]["error"];
        default: components["responses"]["error"];
      };
    };
  };
}
