import { ScreenHead } from '../../kit/screenHead.js';

export default function TrustScreen() {
  return <ScreenHead title="Trust" />;
}
