import { ScreenHead } from '../../kit/screenHead.js';

export default function RedactionsScreen() {
  return <ScreenHead title="Redactions" />;
}
