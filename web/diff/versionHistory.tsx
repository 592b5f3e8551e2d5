import { goTo } from '../base/place.js';
import { useAsk } from '../base/useAsk.js';
import { Asking } from '../kit/asking.js';
import { Card } from '../kit/card.js';
import { Time } from '../kit/time.js';
import { comparedVersions, type Version } from './versions.js';
import { WordDiff } from './wordDiff.js';

export interface VersionHistoryProps {
  readonly newest: Version;
  /** Asks for an older version. */
  readonly ask: (version: number, signal: AbortSignal) => Promise<Version>;
  /** The path of the screen; its query names the two versions, beside what else is in it. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** What changed from one version to another: at first from the last but one to the newest. */
export function VersionHistory({ newest, ask, path, query }: VersionHistoryProps) {
  const compared = comparedVersions(query, newest.version);
  if (!compared) {
    return (
      <Card title="History">
        <p class="hint">
          There is only one version so far. You see the changes here from the second one on.
        </p>
      </Card>
    );
  }
  const { before, after } = compared;
  const show = (version: number, other: number) =>
    goTo(
      path,
      { ...Object.fromEntries(query), version: `${version}`, with: `${other}` },
      { replace: true },
    );
  return (
    <Card
      title="History"
      actions={
        <div class="version-choice">
          <VersionSelect
            label="Version"
            from={2}
            to={newest.version}
            value={after}
            onChange={(version) => show(version, version - 1)}
          />
          <VersionSelect
            label="compared with"
            from={1}
            to={after - 1}
            value={before}
            onChange={(other) => show(after, other)}
          />
        </div>
      }
    >
      <Comparison path={path} newest={newest} ask={ask} before={before} after={after} />
    </Card>
  );
}

function VersionSelect({
  label,
  from,
  to,
  value,
  onChange,
}: {
  label: string;
  from: number;
  to: number;
  value: number;
  onChange: (version: number) => void;
}) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
        {Array.from({ length: to - from + 1 }, (_, i) => to - i).map((version) => (
          <option key={version} value={version}>
            {version}
          </option>
        ))}
      </select>
    </label>
  );
}

function Comparison({
  path,
  newest,
  ask,
  before,
  after,
}: Pick<VersionHistoryProps, 'path' | 'newest' | 'ask'> & { before: number; after: number }) {
  const versionOf = async (version: number, signal: AbortSignal) =>
    version === newest.version ? newest : ask(version, signal);
  const asked = useAsk(
    `${path} ${before} ${after} of ${newest.version}`,
    (signal) => Promise.all([versionOf(before, signal), versionOf(after, signal)]),
    { keep: true },
  );
  return (
    <Asking asked={asked}>
      {([older, newer]) => (
        <>
          <p class="hint">
            What changed from <VersionOf version={older} /> to <VersionOf version={newer} />
          </p>
          <WordDiff before={older.content} after={newer.content} />
        </>
      )}
    </Asking>
  );
}

function VersionOf({ version: { version, updated_at } }: { version: Version }) {
  return (
    <>
      version {version}
      {updated_at && (
        <>
          {' '}
          (<Time at={updated_at} />)
        </>
      )}
    </>
  );
}
