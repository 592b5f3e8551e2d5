import { useEffect, useRef } from 'preact/hooks';
import { LARGEST_FILE } from '../../../src/domain/importing/sentLimits.js';
import { takeDropped } from '../../base/droppedFile.js';
import { useUnsaved } from '../../base/useUnsaved.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { DropFile } from '../../kit/dropFile.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { formatBytes, formatCount } from '../../kit/format.js';
import { Loading } from '../../kit/loading.js';
import { notify } from '../../kit/notices.js';
import { Progress } from '../../kit/progress.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { FileCard } from './fileCard.js';
import { ImportRuns, useRuns } from './importRuns.js';
import { MappingTable } from './mappingTable.js';
import { ReportCard } from './reportCard.js';
import { useImport } from './useImport.js';

const FORMS = '.ndjson,.jsonl,.json,.csv,.tsv,.md,.markdown,.mdc,.txt';
const LEAVES =
  'The import stops when you leave. Notes that it has stored stay, and you can undo them. Leave?';

/** Notes of another program come in from a file, after a rehearsal. */
export default function ImportScreen() {
  const runs = useRuns();
  const job = useImport(runs.again);
  const { file, settings, guessed, chosen, running, ended, error, isCorrected } = job;
  const isImporting = running?.dryRun === false;
  useUnsaved(isImporting, LEAVES);
  // A file may be dropped anywhere, also while this screen is shown; one that comes in is not given up for it.
  useEffect(() => {
    const dropped = takeDropped();
    if (!dropped) return;
    if (isImporting) notify(`“${dropped.name}” was not read: an import is running.`);
    else void job.start(dropped, settings);
  });
  const isRehearsed = ended?.report.dry_run === true;
  return (
    <>
      <ScreenHead title="Import">
        Import notes of any program from NDJSON, CSV or Markdown, at most{' '}
        {formatBytes(LARGEST_FILE)}. You see a preview first. Nothing is stored before you press
        Import.
      </ScreenHead>
      {file ? (
        <FileCard
          file={file}
          settings={settings}
          isImporting={isImporting}
          onChange={(how) => void job.start(file, how)}
          onOther={job.forget}
        />
      ) : (
        <DropFile
          accept={FORMS}
          label="Drop a file here, or choose one"
          onFile={(chosenFile) => void job.start(chosenFile, settings)}
        />
      )}
      {running && <Running {...running} onStop={job.stop} />}
      {error !== undefined && <ErrorBox error={error} again={() => void job.go(true)} />}
      {file && !running && !ended && error === undefined && (
        <Stopped wasDryRun={job.wasDryRun} again={() => job.go(true)} />
      )}
      <div class="columns">
        {guessed.length > 0 && (isRehearsed || error !== undefined) && (
          <Card
            title="Columns"
            actions={
              isCorrected && (
                <Button kind="primary" onClick={() => job.go(true)}>
                  Read again
                </Button>
              )
            }
          >
            <MappingTable guessed={guessed} chosen={chosen} onChoose={job.choose} />
          </Card>
        )}
        {ended && (
          <ReportCard
            ended={ended}
            actions={
              isRehearsed && (
                <Say ended={ended} isStale={isCorrected} onImport={() => job.go(false)} />
              )
            }
          />
        )}
      </div>
      <ImportRuns runs={runs} />
    </>
  );
}

function Stopped({ wasDryRun, again }: { wasDryRun: boolean; again: () => Promise<unknown> }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that stopped it is gone.
  useEffect(() => box.current?.focus(), []);
  const stays = 'Notes that were stored before that stay. You can undo them below.';
  return (
    <div ref={box} class="box warn" role="status" tabIndex={-1}>
      <p>Stopped. {wasDryRun ? 'Nothing was stored.' : stays}</p>
      <Button onClick={again}>Read it again</Button>
    </div>
  );
}

function Running({
  dryRun,
  read: { read, total } = { read: 0 },
  onStop,
}: NonNullable<ReturnType<typeof useImport>['running']> & { onStop: () => void }) {
  const label = dryRun ? 'Reading' : 'Importing';
  return (
    <Card title={label} actions={<Button onClick={onStop}>Stop</Button>}>
      {total !== undefined && read > 0 ? (
        <Progress label={label} done={Math.min(read, total)} total={total} unit="rows" />
      ) : read > 0 ? (
        <p role="status">{formatCount(read)} rows</p>
      ) : (
        <Loading />
      )}
    </Card>
  );
}

function Say({
  ended: { report },
  isStale,
  onImport,
}: {
  ended: NonNullable<ReturnType<typeof useImport>['ended']>;
  isStale: boolean;
  onImport: () => Promise<unknown>;
}) {
  const { stored, revised, same } = report;
  if (stored + revised === 0)
    return (
      <p class="hint">
        {same > 0
          ? 'The vault has all of these notes already.'
          : 'Nothing in this file can be imported.'}
      </p>
    );
  const deeds = [
    ...(stored > 0 ? [`store ${formatCount(stored)}`] : []),
    ...(revised > 0 ? [`revise ${formatCount(revised)}`] : []),
  ];
  return (
    <Button kind="primary" disabled={isStale} onClick={onImport}>
      Import: {deeds.join(' and ')}
    </Button>
  );
}
