import { ScreenHead } from '../../kit/screenHead.js';

export default function ErasuresScreen() {
  return <ScreenHead title="Erasures" />;
}
