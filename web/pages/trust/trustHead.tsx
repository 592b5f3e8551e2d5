import type { ComponentChildren } from 'preact';
import { ScreenHead } from '../../kit/screenHead.js';
import { Tabs } from '../../kit/tabs.js';

const TABS = [
  { label: 'Log', path: '/trust' },
  { label: 'Verify', path: '/trust/verify' },
  { label: 'Checkpoints', path: '/trust/checkpoints' },
  { label: 'Redactions', path: '/trust/redactions' },
  { label: 'Erasures', path: '/trust/erasures' },
];

/** The head of each screen about trust: what it is, and the way to the others. */
export function TrustHead({
  title,
  at,
  actions,
  children,
}: {
  title: string;
  /** The path of the screen. */
  at: string;
  actions?: ComponentChildren;
  /** What the screen is for, in a sentence. */
  children: ComponentChildren;
}) {
  return (
    <>
      <ScreenHead title={title} actions={actions}>
        {children}
      </ScreenHead>
      <Tabs label="Trust" tabs={TABS} at={at} />
    </>
  );
}
