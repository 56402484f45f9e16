import { createHash } from 'node:crypto';
import { Translations } from '../translations.ts';
import type { WorkflowModel } from './workflow-model.ts';

/** All workflow models of a server, and the texts of their labels; fixed while it runs. */
export class WorkflowModels {
  /** By name. */
  readonly all: readonly WorkflowModel[];
  readonly #byName: ReadonlyMap<string, WorkflowModel>;
  readonly #definitions: ReadonlyMap<WorkflowModel, StoredDefinition>;
  readonly #labels: Translations;
  readonly #places: ReadonlyMap<WorkflowModel, string>;

  constructor(
    models: readonly WorkflowModel[],
    { labels = new Translations(), places = new Map() }: ModelOrigins = {},
  ) {
    this.all = [...models].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#byName = new Map(models.map((model) => [model.name, model]));
    this.#definitions = new Map(models.map((model) => [model, storedDefinition(model)]));
    this.#labels = labels;
    this.#places = places;
  }

  find(name: string): WorkflowModel | undefined {
    return this.#byName.get(name);
  }

  /** Distinguishes the contents of models: that of its definition. */
  digestOf(model: WorkflowModel): string {
    return this.#stored(model).digest;
  }

  /** The model as JSON, which `readDefinition` reads. */
  definitionOf(model: WorkflowModel): string {
    return this.#stored(model).definition;
  }

  /** Where the model is defined, for messages. */
  placeOf(model: WorkflowModel): string {
    return this.#places.get(model) ?? `workflow model ${model.name}`;
  }

  /**
   * The text for a label key in the first of the languages that has it, then in English, else the key
   * itself. A model may have plain texts instead of keys.
   */
  translate(key: string, languages: string | readonly string[]): string {
    return this.#labels.translate(key, typeof languages === 'string' ? [languages] : languages);
  }

  #stored(model: WorkflowModel): StoredDefinition {
    return this.#definitions.get(model) ?? storedDefinition(model);
  }
}

interface ModelOrigins {
  readonly labels?: Translations;
  readonly places?: ReadonlyMap<WorkflowModel, string>;
}

interface StoredDefinition {
  readonly definition: string;
  readonly digest: string;
}

function storedDefinition(model: WorkflowModel): StoredDefinition {
  const definition = JSON.stringify(model);
  return { definition, digest: createHash('sha256').update(definition).digest('hex') };
}

/** A model that an instance has stored; `definitionOf` wrote it. */
export function readDefinition(definition: string): WorkflowModel {
  return JSON.parse(definition) as WorkflowModel;
}
