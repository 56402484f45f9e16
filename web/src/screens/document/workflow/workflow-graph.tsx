import { useQuery } from '@tanstack/react-query';
import { type Graph, graphQuery } from '../../../api/workflows.ts';
import { type MessageId, type Text, useLocale, useText } from '../../../i18n/i18n.tsx';
import { labelOf } from '../../../i18n/labels.ts';
import { Failure, Loading } from '../../../ui/states.tsx';
import { layoutOf, nodeHeight, nodeWidth, type PlacedNode } from './graph-layout.ts';
import classes from './workflow.module.css';

interface Props {
  readonly workflowId: string;
  /** Key of the label of its model. */
  readonly title: string;
}

/** The steps of a workflow and where it stands, as a picture and as a table. */
export function WorkflowGraph({ workflowId, title }: Props) {
  const text = useText();
  const found = useQuery(graphQuery(workflowId, useLocale()));
  if (found.isPending) return <Loading />;
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  const name = text('workflow.graph', { name: labelOf(text, title) });
  return (
    <div className={classes.section}>
      <h2>{name}</h2>
      <GraphPicture graph={found.data} name={name} />
      <GraphTable graph={found.data} />
    </div>
  );
}

type Node = Graph['nodes'][number];

function isHere({ state }: Node): boolean {
  return state === 'suspended' || state.startsWith('running');
}

function stateText(text: Text, node: Node): string {
  const ids: Readonly<Record<string, MessageId>> = { waiting: 'workflow.waiting' };
  return text(isHere(node) ? 'workflow.here' : (ids[node.state] ?? 'workflow.done'));
}

function GraphPicture({ graph, name }: { readonly graph: Graph; readonly name: string }) {
  const { width, height, nodes, transitions } = layoutOf(graph);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is wider than the window
    <section className={classes.picture} tabIndex={0} aria-label={name}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" className={classes.head} />
          </marker>
        </defs>
        {transitions.map(({ transition, path, labelX, labelY }) => (
          <g key={`${transition.nodeSourceId} ${transition.nodeTargetId} ${transition.label}`}>
            <path d={path} className={classes.line} markerEnd="url(#arrow)" />
            <text x={labelX} y={labelY} className={classes.label}>
              {transition.label}
            </text>
          </g>
        ))}
        {nodes.map((placed) => (
          <GraphNode key={placed.node.id} placed={placed} />
        ))}
      </svg>
    </section>
  );
}

/** Where it stands there is a thick border and a mark, not a colour alone. */
function GraphNode({ placed: { node, x, y } }: { readonly placed: PlacedNode }) {
  const text = useText();
  const isRound = node.isStartNode || node.isEndNode;
  const here = isHere(node) && !isRound;
  return (
    <g className={here ? classes.here : classes.node}>
      <rect
        x={x - nodeWidth / 2}
        y={y - nodeHeight / 2}
        width={nodeWidth}
        height={nodeHeight}
        rx={isRound ? nodeHeight / 2 : 6}
      />
      <text x={x} y={here ? y - 4 : y + 5}>
        {node.title}
      </text>
      {here && (
        <text x={x} y={y + 15} className={classes.mark}>
          ▶ {text('workflow.here')}
        </text>
      )}
    </g>
  );
}

function GraphTable({ graph: { nodes, transitions } }: { readonly graph: Graph }) {
  const text = useText();
  const titles = new Map(nodes.map(({ id, title }) => [id, title]));
  const leadsTo = (id: string): string =>
    transitions
      .filter(({ nodeSourceId }) => nodeSourceId === id)
      .map(({ label, nodeTargetId }) =>
        text('workflow.byName', { label, target: titles.get(nodeTargetId) ?? nodeTargetId }),
      )
      .join('; ');
  return (
    <details>
      <summary>{text('workflow.steps')}</summary>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{text('workflow.step')}</th>
            <th scope="col">{text('workflow.state')}</th>
            <th scope="col">{text('workflow.leads')}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.id}>
              <th scope="row">{node.title}</th>
              <td>{stateText(text, node)}</td>
              <td>{leadsTo(node.id)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
