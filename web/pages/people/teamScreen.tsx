import { ScreenHead } from '../../kit/screenHead.js';

export default function TeamScreen() {
  return <ScreenHead title="Team" />;
}
