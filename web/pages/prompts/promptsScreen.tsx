import { ScreenHead } from '../../kit/screenHead.js';

export default function PromptsScreen() {
  return <ScreenHead title="Prompts" />;
}
