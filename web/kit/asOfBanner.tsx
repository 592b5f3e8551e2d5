import { formatCount } from './format.js';
import { ExactTime } from './time.js';

/** Says that the vault is shown as it was known at a moment, and leads back to now. */
export function AsOfBanner({ asOf, now }: { asOf: string; now: string }) {
  const isTime = !/^\d+$/.test(asOf) && !Number.isNaN(Date.parse(asOf));
  return (
    <div class="box warn as-of" role="status">
      <p>
        <strong>
          The vault as it was known{' '}
          {isTime ? (
            <>
              on <ExactTime at={asOf} />
            </>
          ) : (
            `after event ${/^\d+$/.test(asOf) ? formatCount(Number(asOf)) : asOf}`
          )}
        </strong>
      </p>
      <p class="hint">
        You do not see notes and revisions that were saved later, or notes that were forgotten
        since. Imported notes appear from the time of their import.
      </p>
      <a class="button" href={now}>
        Back to now
      </a>
    </div>
  );
}
