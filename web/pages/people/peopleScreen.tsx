import { ScreenHead } from '../../kit/screenHead.js';

export default function PeopleScreen() {
  return <ScreenHead title="People" />;
}
