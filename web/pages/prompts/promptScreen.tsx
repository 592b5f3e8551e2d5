import { ScreenHead } from '../../kit/screenHead.js';

export default function PromptScreen() {
  return <ScreenHead title="Prompt" />;
}
