import { ScreenHead } from '../../kit/screenHead.js';

export default function SessionsScreen() {
  return <ScreenHead title="Sessions" />;
}
