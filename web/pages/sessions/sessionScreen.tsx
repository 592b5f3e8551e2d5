import { ScreenHead } from '../../kit/screenHead.js';

export default function SessionScreen() {
  return <ScreenHead title="Session" />;
}
