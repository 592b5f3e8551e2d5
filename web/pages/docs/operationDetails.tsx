import {
  type Answer,
  type ApiDocument,
  type Media,
  type Operation,
  type Parameter,
  resolved,
  whoMayCall,
} from './apiDocument.js';
import { curlLine } from './curlLine.js';
import { ExampleBox } from './exampleBox.js';
import { exampleText } from './exampleOf.js';
import { InlineText } from './inlineText.js';
import { schemaRows, typeOf, valueRow } from './schemaRows.js';
import { SchemaTable } from './schemaTable.js';

/** Everything about one operation. It is made when the operation is opened: most never are. */
export function OperationDetails({
  document,
  operation,
}: {
  document: ApiDocument;
  operation: Operation;
}) {
  const { id, description, security, parameters, body, answers } = operation;
  return (
    <div class="operation-details">
      {description && (
        <p>
          <InlineText text={description} />
        </p>
      )}
      <p class="hint">
        Who may call it: {whoMayCall(security)}. Its name in clients: <code>{id}</code>.
      </p>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <SchemaTable label={`Parameters of ${id}`} rows={parameterRows(document, parameters)} />
        </>
      )}
      {body.length > 0 && <h4>Body</h4>}
      {body.map(([type, media]) => (
        <MediaPart
          key={type}
          document={document}
          type={type}
          media={media}
          label={`Body of ${id}`}
        />
      ))}
      <ExampleBox label="With curl" text={curlLine(document, operation, location.origin)} />
      <h4>Answers</h4>
      {answers.map(([status, answer]) => (
        <AnswerPart key={status} document={document} status={status} answer={answer} of={id} />
      ))}
    </div>
  );
}

/** Parameters as rows; where each stands is part of its type. */
function parameterRows(document: ApiDocument, parameters: readonly Parameter[]) {
  return parameters.map(({ name, in: place, required = false, description, schema }) => {
    const row = valueRow(document, name, schema);
    return {
      ...row,
      path: `${place} ${name}`,
      isRequired: required,
      type: place === 'query' ? row.type : `${row.type}, in the ${place}`,
      description: description ?? row.description,
    };
  });
}

/** An answer with one status. */
export function AnswerPart({
  document,
  status,
  answer,
  of,
}: {
  document: ApiDocument;
  status: string;
  answer: Answer;
  of: string;
}) {
  const headers = Object.entries(answer.headers ?? {}).map(([name, header]) => ({
    ...valueRow(document, name, { type: 'string' }),
    description: resolved(document, header).description ?? '',
  }));
  // Refusals are the same problem in two content types.
  const contents = Object.entries(answer.content ?? {}).filter(
    ([type]) => type !== 'application/problem+json',
  );
  const isRefusal = /^4/.test(status);
  return (
    <section class="answer" aria-label={`${status} of ${of}`}>
      <p>
        <span class={`badge ${isRefusal || status.startsWith('5') ? 'warn' : 'good'}`}>
          {status}
        </span>{' '}
        <InlineText text={answer.description} />
      </p>
      {headers.length > 0 && <SchemaTable label={`Headers of ${status} of ${of}`} rows={headers} />}
      {!isRefusal &&
        contents.map(([type, media]) => (
          <MediaPart
            key={type}
            document={document}
            type={type}
            media={media}
            label={`Answer ${status} of ${of}`}
          />
        ))}
    </section>
  );
}

/** What a body or an answer holds in one content type, with an example. */
export function MediaPart({
  document,
  type,
  media,
  label,
}: {
  document: ApiDocument;
  type: string;
  media: Media;
  label: string;
}) {
  const { schema } = media;
  const rows = schema ? schemaRows(document, schema) : [];
  return (
    <>
      <p class="hint">
        <code>{type}</code>
        {schema && `: ${typeOf(document, schema)}`}
      </p>
      {rows.length > 0 && <SchemaTable label={`${label} as ${type}`} rows={rows} />}
      <ExampleBox
        label={type === 'application/json' ? 'Example as JSON' : 'Example'}
        text={exampleText(document, media)}
      />
    </>
  );
}
