import { ScreenHead } from '../../kit/screenHead.js';

export default function ProjectScreen() {
  return <ScreenHead title="Project" />;
}
