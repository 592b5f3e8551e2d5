import { ScreenHead } from '../../kit/screenHead.js';

export default function VerifyScreen() {
  return <ScreenHead title="Verify" />;
}
