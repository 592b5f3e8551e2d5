import { Loading } from '../../kit/loading.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { ChartCard } from './chartCard.js';
import { Health } from './health.js';
import { HiveCard } from './hiveCard.js';
import { LastHour } from './lastHour.js';
import { CHARTS } from './lines.js';
import { LiveBadge } from './liveBadge.js';
import { OperationsTabs } from './operationsTabs.js';
import { ReadModels } from './readModels.js';
import { Sizes } from './sizes.js';
import { useOperations } from './useOperations.js';
import { WebhooksCard } from './webhooksCard.js';

/** How the service is doing, now and over the last hour. */
export default function OperationsScreen() {
  const { state, operations } = useOperations();
  return (
    <>
      <ScreenHead title="Operations" actions={<LiveBadge state={state} />}>
        How the service is doing, now and over the last hour.
      </ScreenHead>
      <OperationsTabs at="/operations" />
      {state === 'lost' && (
        <div class="box warn service-lost">
          <p>
            <strong>The service does not answer.</strong>{' '}
            {operations && 'You see its last figures. '}This page tries again every few seconds.
          </p>
        </div>
      )}
      {operations ? (
        <>
          <Health operations={operations} />
          <LastHour operations={operations} />
          {operations.points.length > 0 ? (
            <div class="columns pairs">
              {CHARTS.map((chart) => (
                <ChartCard key={chart.title} chart={chart} points={operations.points} />
              ))}
            </div>
          ) : (
            <p class="box">The first figures come ten seconds after the start of the service.</p>
          )}
          <div class="columns pairs">
            <ReadModels operations={operations} />
            <div class="stack">
              <Sizes operations={operations} isLive={state === 'live'} />
              <HiveCard hive={operations.hive} />
              <WebhooksCard webhooks={operations.webhooks} />
            </div>
          </div>
        </>
      ) : (
        state === 'connecting' && <Loading />
      )}
    </>
  );
}
