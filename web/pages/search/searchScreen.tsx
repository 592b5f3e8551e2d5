import { ScreenHead } from '../../kit/screenHead.js';

export default function SearchScreen() {
  return <ScreenHead title="Search" />;
}
