import type { Operations } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { counted } from '../../kit/format.js';
import { Progress } from '../../kit/progress.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** When the log was backed up last, and a button that does it now. The stream of the service says how far that is. */
export function Backup({
  backup,
  at,
  isLive,
}: {
  backup: Operations['backup'];
  at: string | null;
  /** False while nothing would show what becomes of it. */
  isLive: boolean;
}) {
  const [error, setError] = useState<unknown>(undefined);
  const [isAsked, setAsked] = useState(false);
  const isBusy = backup.state !== 'idle';
  const start = async () => {
    setError(undefined);
    setAsked(true);
    try {
      // Otherwise the answer would come only when all is verified.
      await api.POST('/admin/backup', { params: { query: { wait: '0' } } });
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <div class="backup">
      <span>{at === null ? 'none known' : <Time at={at} />}</span>
      {isBusy ? <Running backup={backup} /> : <Last backup={backup} isAsked={isAsked} />}
      <Button shortcut="b" onClick={start} disabled={isBusy || !isLive}>
        Back up now
      </Button>
      {error !== undefined && <ErrorBox error={error} />}
      <span class="hint">
        into <UserText>{backup.folder}</UserText> on the machine of the vault; the newest seven are
        kept
      </span>
    </div>
  );
}

function Running({ backup: { state, done, total } }: { backup: Operations['backup'] }) {
  if (state === 'copying') return <span role="status">Copying the log</span>;
  return <Progress label="Verifying the copy" done={done} total={total} unit="events verified" />;
}

/** What the last backup of this service came to; aloud, where somebody has asked for it here. */
function Last({ backup: { last }, isAsked }: { backup: Operations['backup']; isAsked: boolean }) {
  if (!last) return null;
  if ('error' in last) {
    return (
      <p class="box bad" role={isAsked ? 'alert' : undefined}>
        <UserText>{last.error}</UserText>
      </p>
    );
  }
  const { file, events, lacks } = last;
  return (
    <div role={isAsked ? 'status' : undefined}>
      <p>
        {counted(events, 'event')} in{' '}
        <code>
          <UserText>{file}</UserText>
        </code>
        , verified
      </p>
      {lacks !== null && (
        <p class="box bad">
          <UserText>{lacks}</UserText>. The backup lacks it, too: keep the earlier backups.
        </p>
      )}
    </div>
  );
}
