import { ScreenHead } from '../../kit/screenHead.js';

export default function OperationsScreen() {
  return <ScreenHead title="Operations" />;
}
