import { render } from 'preact';
import { keepScroll } from './app/keepScroll.js';
import { followKeys } from './app/keys.js';
import './app/shared.js';
import { Shell } from './app/shell.js';
import { followTheme } from './app/theme.js';
import { askWho } from './base/caller.js';
import { followAddress } from './base/place.js';

followTheme();
followAddress();
keepScroll();
followKeys();
void askWho();

const root = document.getElementById('app');
if (root) render(<Shell />, root);
