import { ScreenHead } from '../../kit/screenHead.js';

export default function CheckpointsScreen() {
  return <ScreenHead title="Checkpoints" />;
}
