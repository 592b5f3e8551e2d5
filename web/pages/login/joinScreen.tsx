import { ScreenHead } from '../../kit/screenHead.js';

export default function JoinScreen() {
  return <ScreenHead title="Join" />;
}
