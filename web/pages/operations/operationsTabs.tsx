import { Tabs } from '../../kit/tabs.js';

export function OperationsTabs({ at }: { at: '/operations' | '/operations/metrics' }) {
  return (
    <Tabs
      label="Operations"
      at={at}
      tabs={[
        { label: 'Overview', path: '/operations' },
        { label: 'All metrics', path: '/operations/metrics' },
      ]}
    />
  );
}
