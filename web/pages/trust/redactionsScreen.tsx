import { api } from '../../base/api.js';
import { linkTo } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { EmptyState } from '../../kit/emptyState.js';
import { counted, formatCount } from '../../kit/format.js';
import { Table } from '../../kit/table.js';
import { type RedactedKind, redactionKinds } from './redactionKinds.js';
import { TrustHead } from './trustHead.js';

/** What the privacy filter replaced, by kind: never what it was. */
export default function RedactionsScreen() {
  const asked = useAsk(
    'stats',
    async (signal) => (await api.GET('/api/v1/stats', { signal })).data,
  );
  return (
    <>
      <TrustHead title="Redactions" at="/trust/redactions">
        Before a text is recorded, the privacy filter replaces each secret that it finds in it with
        [REDACTED]. The secret itself is stored nowhere, not even for this screen.
      </TrustHead>
      <Asking asked={asked}>
        {({ redactions, redactions_total }) =>
          redactions_total === 0 ? (
            <Nothing />
          ) : (
            <Kinds kinds={redactionKinds(redactions)} total={redactions_total} />
          )
        }
      </Asking>
      <HowTo />
    </>
  );
}

function Kinds({ kinds, total }: { kinds: readonly RedactedKind[]; total: number }) {
  const most = kinds[0]?.count ?? 1;
  return (
    <Card title={`${counted(total, 'secret')} replaced in what the vault holds now`}>
      <Table<RedactedKind>
        label="Redactions by kind"
        rows={kinds}
        keyOf={({ kind }) => kind}
        columns={[
          { head: 'Kind', cell: ({ kind }) => <code>{kind}</code> },
          { head: 'What its rule finds', cell: ({ finds }) => finds },
          { head: 'Replaced', isNumber: true, cell: ({ count }) => formatCount(count) },
          {
            head: 'Share',
            cell: ({ kind, count }) => (
              <meter
                class="share"
                min={0}
                max={most}
                value={count}
                aria-label={`Share of ${kind}`}
              />
            ),
          },
        ]}
      />
    </Card>
  );
}

function Nothing() {
  return (
    <EmptyState title="No secret has been found yet">
      <p>See what the filter would replace in a text of yours; nothing is saved:</p>
      <pre>echo 'password: hunter2-x9Q' | memory-vault filter</pre>
    </EmptyState>
  );
}

function HowTo() {
  return (
    <Card title="More than the built-in rules">
      <ul>
        <li>
          What stands between <code>&lt;private&gt;</code> and <code>&lt;/private&gt;</code> is
          never recorded.
        </li>
        <li>
          Patterns of your own go into the setting <code>VAULT_PRIVATE_PATTERNS</code>; they count
          as <code>custom</code>.
        </li>
        <li>
          After an update that finds more, <code>memory-vault scrub</code> filters the whole history
          again. Each event that it changes is listed among the{' '}
          <a href={linkTo('/trust', { type: 'event.redacted' })}>events that were redacted later</a>
          .
        </li>
      </ul>
    </Card>
  );
}
