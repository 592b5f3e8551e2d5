import { ScreenHead } from '../../kit/screenHead.js';

export default function DocsScreen() {
  return <ScreenHead title="API" />;
}
