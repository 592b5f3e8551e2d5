import { ScreenHead } from '../../kit/screenHead.js';

export default function ConventionsScreen() {
  return <ScreenHead title="Conventions" />;
}
