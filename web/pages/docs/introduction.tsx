import { Card } from '../../kit/card.js';
import { type ApiDocument, resolved, SHARED_REFUSALS } from './apiDocument.js';
import { InlineText } from './inlineText.js';
import { AnswerPart, MediaPart } from './operationDetails.js';
import { valueRow } from './schemaRows.js';
import { SchemaTable } from './schemaTable.js';

/** What holds for all operations. */
export function Introduction({ document }: { document: ApiDocument }) {
  const { description = '' } = document.info;
  return (
    <Card title="For all operations">
      <p>
        <InlineText text={description} />
      </p>
      <Credentials document={document} />
    </Card>
  );
}

function Credentials({ document }: { document: ApiDocument }) {
  const schemes = Object.entries(document.components.securitySchemes ?? {});
  const rows = schemes.map(([key, { name, description = '' }]) => ({
    ...valueRow(document, name ?? 'Authorization', { type: 'string' }),
    path: key,
    type: name === undefined ? 'Bearer …' : 'header',
    description,
  }));
  if (rows.length === 0) return null;
  return (
    <>
      <h3>Credentials</h3>
      <SchemaTable label="Credentials" rows={rows} />
    </>
  );
}

/** The refusals that every operation may answer, once for all. */
export function SharedRefusals({ document }: { document: ApiDocument }) {
  const answer = document.components.responses?.[SHARED_REFUSALS];
  if (!answer) return null;
  const [[type, media] = []] = Object.entries(resolved(document, answer).content ?? {});
  return (
    <Card title="Refusals of any operation">
      <AnswerPart document={document} status={SHARED_REFUSALS} answer={answer} of="any operation" />
      {type !== undefined && media && (
        <MediaPart document={document} type={type} media={media} label="A refusal" />
      )}
    </Card>
  );
}
