import { isAdmin } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import { formatCount } from '../../kit/format.js';
import { ScreenHead } from '../../kit/screenHead.js';

/** What was done to a note. */
export interface ForgottenNote {
  readonly id: string;
  readonly revisions: number;
  /** The event that forgot it. */
  readonly position: number | undefined;
  /** True while a file may still hold it. */
  readonly isPending: boolean;
  readonly hasHive: boolean;
}

/** Says what was erased, after it was. */
export function Forgotten({ id, revisions, position, isPending, hasHive }: ForgottenNote) {
  return (
    <>
      <ScreenHead title="The note is forgotten" />
      <div class={`box ${isPending ? 'warn' : 'good'}`} role="status">
        <ul>
          <li>
            {revisions === 1 ? 'Its text was' : `All ${formatCount(revisions)} revisions were`}{' '}
            overwritten in the log
            {position !== undefined && `; event ${formatCount(position)} records that`}.
          </li>
          <li>
            {isPending
              ? 'No answer shows the note any more. Another process still reads the files of the vault. The text is wiped from them as soon as that process ends.'
              : 'No file of the vault holds the note any more: the read models and the search index were written again.'}
          </li>
          {hasHive && <li>If the note was pushed, the hub is asked to erase it.</li>}
          <li>The events of the note stay without its text. The log still verifies.</li>
          <li>Earlier backups and exports still hold the note.</li>
        </ul>
      </div>
      <p class="hint">
        Id <code>{id}</code>
      </p>
      <div class="actions">
        <a class="button primary" href={linkTo('/search')}>
          Back to the notes
        </a>
        {isAdmin() && (
          <>
            <a class="button" href={linkTo('/trust/erasures')}>
              Erasures
            </a>
            <a class="button" href={linkTo('/trust/verify')}>
              Verify the log
            </a>
          </>
        )}
      </div>
    </>
  );
}
