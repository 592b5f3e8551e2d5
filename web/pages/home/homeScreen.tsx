import { ScreenHead } from '../../kit/screenHead.js';

export default function HomeScreen() {
  return <ScreenHead title="Home" />;
}
