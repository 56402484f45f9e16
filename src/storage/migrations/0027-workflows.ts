import type { Migration } from './migrate.ts';

/**
 * Instances of workflows and tasks are documents; these rows have their state and find them. An
 * instance names the content of the model that it began with. What an open task allows on documents
 * is in `task_grant`. Where rows of a task repeat a column of it, they follow it by a foreign key: a
 * task ends with one statement, and they cannot differ.
 */
const script = `
CREATE TABLE workflow_model (
  digest TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  definition TEXT NOT NULL,
  stored_at BIGINT NOT NULL
);
CREATE TABLE workflow_instance (
  id TEXT PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  model_name TEXT NOT NULL,
  model_digest TEXT NOT NULL REFERENCES workflow_model (digest),
  state TEXT NOT NULL,
  initiator TEXT NOT NULL,
  started_at BIGINT NOT NULL,
  ended_at BIGINT,
  parent_id TEXT,
  parent_node TEXT,
  variables TEXT NOT NULL,
  nodes TEXT NOT NULL
);
CREATE INDEX workflow_instance_initiator ON workflow_instance (initiator, state, started_at, id);
CREATE INDEX workflow_instance_model ON workflow_instance (model_name, state, started_at, id);
CREATE INDEX workflow_instance_digest ON workflow_instance (model_digest, state, id);
CREATE INDEX workflow_instance_parent ON workflow_instance (parent_id) WHERE parent_id IS NOT NULL;
CREATE TABLE workflow_document (
  instance_id TEXT NOT NULL REFERENCES workflow_instance (id) ON DELETE CASCADE,
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  is_running SMALLINT NOT NULL,
  started_at BIGINT NOT NULL,
  PRIMARY KEY (instance_id, document_id)
);
CREATE INDEX workflow_document_document ON workflow_document (document_id, is_running, started_at, instance_id);
CREATE TABLE task (
  id TEXT PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  instance_id TEXT REFERENCES workflow_instance (id) ON DELETE CASCADE,
  model_name TEXT,
  node_id TEXT NOT NULL,
  state TEXT NOT NULL,
  is_open SMALLINT NOT NULL,
  initiator TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  due_key BIGINT NOT NULL,
  accept_chain TEXT,
  reject_chain TEXT,
  reminded_at BIGINT,
  UNIQUE (id, is_open),
  UNIQUE (id, is_open, due_key)
);
CREATE INDEX task_open ON task (due_key, id) WHERE state = 'opened';
CREATE INDEX task_initiator ON task (initiator, due_key, id) WHERE state = 'opened';
CREATE INDEX task_reminder ON task (due_key, id) WHERE state = 'opened' AND reminded_at IS NULL;
CREATE INDEX task_instance ON task (instance_id, state, node_id, due_key, id);
CREATE INDEX task_model ON task (model_name, state, due_key, id);
CREATE TABLE task_actor (
  task_id TEXT NOT NULL,
  actor TEXT NOT NULL,
  is_delegated SMALLINT NOT NULL,
  is_open SMALLINT NOT NULL,
  due_key BIGINT NOT NULL,
  PRIMARY KEY (task_id, actor, is_delegated),
  FOREIGN KEY (task_id, is_open, due_key) REFERENCES task (id, is_open, due_key)
    ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX task_actor_open ON task_actor (actor, is_open, due_key, task_id);
CREATE TABLE task_document (
  task_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  is_open SMALLINT NOT NULL,
  due_key BIGINT NOT NULL,
  PRIMARY KEY (task_id, document_id),
  FOREIGN KEY (task_id, is_open, due_key) REFERENCES task (id, is_open, due_key)
    ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX task_document_document ON task_document (document_id, is_open, due_key, task_id);
CREATE TABLE task_grant (
  task_id TEXT NOT NULL,
  document_id TEXT NOT NULL REFERENCES document (id) ON DELETE CASCADE,
  principal TEXT NOT NULL,
  permission TEXT NOT NULL,
  kind TEXT NOT NULL,
  is_listed SMALLINT NOT NULL,
  PRIMARY KEY (task_id, document_id, principal, kind),
  FOREIGN KEY (task_id, is_listed) REFERENCES task (id, is_open) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX task_grant_document ON task_grant (document_id, principal, permission);
CREATE INDEX task_grant_principal ON task_grant (principal, permission, document_id) WHERE is_listed = 1;
`;

export const workflowsMigration: Migration = {
  id: 27,
  name: 'workflows',
  sqlite: script,
  postgres: script,
};
