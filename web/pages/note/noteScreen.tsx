import { ScreenHead } from '../../kit/screenHead.js';

export default function NoteScreen() {
  return <ScreenHead title="Note" />;
}
