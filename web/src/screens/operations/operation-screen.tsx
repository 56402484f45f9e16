import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isGone } from '../../api/errors.ts';
import { curlOf, type Operation, operationsQuery, runOperation } from '../../api/operations.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useUser } from '../../session/use-session.ts';
import { NotFound } from '../../shell/not-found.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { Failure, Unloaded } from '../../ui/states.tsx';
import { callOf, type FormValues, inputKindsOf, problemsOf } from './call-values.ts';
import { InputFields } from './input-fields.tsx';
import classes from './operations.module.css';
import { ParamField } from './param-field.tsx';
import { Result } from './result.tsx';
import { operationRoute } from './route.ts';

export function OperationScreen() {
  const { id } = operationRoute.useParams();
  const found = useQuery(operationsQuery);
  const operation = found.data?.find((each) => each.id === id || each.aliases?.includes(id));
  usePageTitle(operation?.label);
  if (!found.data || isGone(found.error)) return <Unloaded isScreen found={found} />;
  if (!operation) return <NotFound />;
  return <OperationForm key={operation.id} operation={operation} />;
}

function OperationForm({ operation }: { readonly operation: Operation }) {
  const text = useText();
  const [values, setValues] = useState<FormValues>({
    inputKind: inputKindsOf(operation)[0] ?? 'void',
    input: '',
    files: [],
    params: {},
  });
  const [isTried, setIsTried] = useState(false);
  const run = useMutation({ mutationFn: runOperation });
  const problems = problemsOf(operation, values);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problems.size === 0) run.mutate(callOf(operation, values));
  };
  const { label, id, description, params } = operation;
  return (
    <article className={classes.screen}>
      <p>
        <Link to="/operations">{text('operations.title')}</Link>
      </p>
      <h1>{label}</h1>
      <p>
        <code>{id}</code>
      </p>
      {description && <p>{description}</p>}
      <form onSubmit={submit} className={classes.form} noValidate>
        <InputFields operation={operation} values={values} onChange={setValues} />
        {params.map((param) => (
          <ParamField
            key={param.name}
            param={param}
            value={values.params[param.name] ?? ''}
            problem={isTried ? problems.get(param.name) : undefined}
            onChange={(value) =>
              setValues({ ...values, params: { ...values.params, [param.name]: value } })
            }
          />
        ))}
        <div>
          <Button type="submit" look="primary" icon={Play} isPending={run.isPending}>
            {text('operations.run')}
          </Button>
        </div>
      </form>
      <Curl operation={operation} values={values} />
      {run.error && <Failure error={run.error} />}
      {run.data && <Result result={run.data} />}
    </article>
  );
}

function Curl({
  operation,
  values,
}: {
  readonly operation: Operation;
  readonly values: FormValues;
}) {
  const text = useText();
  const { id: username } = useUser();
  return (
    <section aria-label={text('operations.asCommand')}>
      <h2>{text('operations.asCommand')}</h2>
      {/* Wide lines are read by scrolling, for which it takes the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region needs the keyboard */}
      <pre className={classes.code} tabIndex={0}>
        {curlOf(callOf(operation, values), username)}
      </pre>
    </section>
  );
}
