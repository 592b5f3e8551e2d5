import { render } from 'preact';
import { askWho } from './app/caller.js';
import { followKeys } from './app/keys.js';
import { followAddress } from './app/place.js';
import { Shell } from './app/shell.js';
import { followTheme } from './app/theme.js';

followTheme();
followAddress();
followKeys();
void askWho();

const root = document.getElementById('app');
if (root) render(<Shell />, root);
