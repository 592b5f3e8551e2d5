import { ScreenHead } from '../../kit/screenHead.js';

export default function LoginScreen() {
  return <ScreenHead title="Login" />;
}
