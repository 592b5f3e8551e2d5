import { ScreenHead } from '../../kit/screenHead.js';

export default function MetricsScreen() {
  return <ScreenHead title="Metrics" />;
}
