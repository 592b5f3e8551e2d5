import { render } from 'preact';
import { followDrops } from './app/followDrops.js';
import { keepScroll } from './app/keepScroll.js';
import './app/shared.js';
import { Shell } from './app/shell.js';
import { askWho } from './base/caller.js';
import { followAddress } from './base/place.js';

followAddress();
keepScroll();
followDrops();
void askWho();

const root = document.getElementById('app');
if (root) render(<Shell />, root);
