import type { AppError } from '../../base/errors/app-error.ts';
import { problemsError } from '../../base/errors/problem-list.ts';
import defaultFile from '../data/default-workflows.json' with { type: 'json' };
import { Translations } from '../translations.ts';
import { type CheckExpression, checkModel } from './check-model.ts';
import { checkSubWorkflows } from './check-sub-workflows.ts';
import { compileModel } from './compile-model.ts';
import type { ReportProblem, WorkflowFile, WorkflowFileContent } from './workflow-format.ts';
import type { WorkflowModel } from './workflow-model.ts';
import { WorkflowModels } from './workflow-models.ts';

/** The built-in models. They are checked by a test and not at start. */
export const defaultWorkflowFile: WorkflowFile = {
  source: 'default workflows',
  content: defaultFile as unknown as WorkflowFileContent,
};

/**
 * Checks the form of a configured file. What it says is checked by `buildWorkflowModels`.
 *
 * @param source names the file in messages
 * @returns the file, or what is wrong in it
 */
export async function parseWorkflowFile(
  json: unknown,
  source: string,
): Promise<WorkflowFile | readonly string[]> {
  const { checkForm } = await import('./workflow-schema.ts');
  const result = checkForm(json);
  if ('content' in result) return { source, content: result.content };
  return result.problems.map((problem) => `${source}: ${problem}`);
}

let builtIn: WorkflowModels | undefined;

/** The built-in models; the same object at each call. */
export function loadDefaultWorkflows(): WorkflowModels {
  builtIn ??= new WorkflowMerge().add(defaultWorkflowFile).finish();
  return builtIn;
}

/**
 * The built-in models and those of files. A later file may replace or disable models of earlier ones.
 *
 * @throws AppError workflow.invalid with every problem in `detail.problems`
 */
export function buildWorkflowModels(
  files: readonly WorkflowFile[],
  checkExpression: CheckExpression,
): WorkflowModels {
  const merge = new WorkflowMerge();
  for (const file of [defaultWorkflowFile, ...files]) merge.add(file);
  merge.check(new Set(files), checkExpression);
  return merge.finish();
}

/** A model and where it is defined. */
interface Definition {
  readonly model: WorkflowModel;
  readonly file: WorkflowFile;
  readonly place: string;
}

/** The files merged so far, and their problems. */
class WorkflowMerge {
  readonly #definitions = new Map<string, Definition>();
  readonly #labels = new Translations();
  readonly #problems: string[] = [];

  add(file: WorkflowFile): this {
    const seen = new Set<string>();
    for (const [index, entry] of (file.content.models ?? []).entries()) {
      const place = `models[${index}]`;
      const report = reporter(this.#problems, file.source, place);
      if (seen.has(entry.name)) report('name', `"${entry.name}" is there twice`);
      seen.add(entry.name);
      if (entry.enabled === false) this.#disable(entry.name, report);
      else this.#definitions.set(entry.name, { model: compileModel(entry), file, place });
    }
    for (const [language, texts] of Object.entries(file.content.labels ?? {})) {
      this.#labels.add(language, texts);
    }
    return this;
  }

  /** Checks the models of the files that are not trusted. */
  check(files: ReadonlySet<WorkflowFile>, checkExpression: CheckExpression): void {
    const models = new Map([...this.#definitions].map(([name, { model }]) => [name, model]));
    for (const { model, file, place } of this.#definitions.values()) {
      if (!files.has(file)) continue;
      const report = reporter(this.#problems, file.source, place);
      checkModel(model, { report, checkExpression });
      checkSubWorkflows(model, { report, models });
    }
  }

  finish(): WorkflowModels {
    if (this.#problems.length > 0) throw invalidWorkflows(this.#problems);
    const definitions = [...this.#definitions.values()];
    return new WorkflowModels(
      definitions.map(({ model }) => model),
      {
        labels: this.#labels,
        places: new Map(
          definitions.map(({ model, file, place }) => [model, `${file.source}: ${place}`]),
        ),
      },
    );
  }

  #disable(name: string, report: ReportProblem): void {
    if (!this.#definitions.delete(name)) {
      report('name', `there is no model "${name}" to disable; use one of ${this.#names()}`);
    }
  }

  #names(): string {
    return [...this.#definitions.keys()].join(', ');
  }
}

function reporter(problems: string[], source: string, place: string): ReportProblem {
  return (at, message) => {
    problems.push(`${source}: ${place}${at === '' ? '' : `.${at}`}: ${message}`);
  };
}

export function invalidWorkflows(problems: readonly string[]): AppError {
  return problemsError('workflow.invalid', 'The workflows have', problems);
}
