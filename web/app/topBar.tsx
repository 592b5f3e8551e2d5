import { caller, isAdmin, mayRead } from '../base/caller.js';
import { goTo, linkTo, place } from '../base/place.js';
import { waiting } from '../base/waiting.js';
import { formatCount } from '../kit/format.js';
import { routeOf } from './routeOf.js';
import { ROUTES } from './routes.js';
import { type Theme, useTheme } from './theme.js';

const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: 'Colours of the system',
  light: 'Light colours',
  dark: 'Dark colours',
};

/** Brand, navigation, the search field, and who is logged in. */
export function TopBar() {
  const [theme, turnTheme] = useTheme();
  return (
    <header class="top">
      <a class="brand" href={linkTo('/')}>
        Memory Vault
      </a>
      <Navigation />
      {mayRead() && <SearchField />}
      <div class="top-end">
        {mayRead() && <NewNote />}
        <a class="guide-link" href="/docs/guide">
          Guide
        </a>
        <a href="/docs">API</a>
        <button type="button" class="quiet" onClick={turnTheme} title={THEME_WORDS[theme]}>
          <span class={`theme-icon ${theme}`} aria-hidden="true" />
          <span class="sr-only">{THEME_WORDS[theme]}: change</span>
        </button>
        <Who />
      </div>
    </header>
  );
}

function Navigation() {
  const { isDocs, path } = place;
  const at = isDocs ? undefined : routeOf(path)?.route;
  const shown = ROUTES.filter(
    ({ inNavigation, who }) => inNavigation && (who === 'admin' ? isAdmin() : mayRead()),
  );
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Screens">
      {shown.map((route) => (
        <a
          key={route.path}
          href={linkTo(route.path)}
          aria-current={isBelow(at?.path, route.path) ? 'page' : undefined}
        >
          {route.title}
          {route.path === '/inbox' && waiting > 0 && <Waiting />}
        </a>
      ))}
    </nav>
  );
}

function Waiting() {
  return (
    <>
      {' '}
      <span class="badge">
        {formatCount(waiting)}
        <span class="sr-only"> waiting</span>
      </span>
    </>
  );
}

/** Whether a path is that of an entry of the navigation, or below it. */
function isBelow(path: string | undefined, entry: string): boolean {
  return path === entry || (entry !== '/' && path?.startsWith(`${entry}/`) === true);
}

/** The search screen has its own field, which takes the same words. */
function SearchField() {
  if (place.path === '/search') return null;
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const q = new FormData(event.currentTarget).get('q');
          goTo('/search', { q: typeof q === 'string' ? q : '' });
        }}
      >
        <input
          type="search"
          name="q"
          data-search
          placeholder="Search notes"
          aria-label="Search notes"
          aria-keyshortcuts="/"
        />
      </form>
    </search>
  );
}

/** Where a project is looked at, the note is one of it. */
function NewNote() {
  const project = routeOf(place.path)?.params.project ?? place.query.get('project') ?? undefined;
  return (
    <a
      class="button new-note"
      href={linkTo('/new/note', { project })}
      title="Write a note"
      aria-keyshortcuts="n"
    >
      <span aria-hidden="true">+</span>
      <span class="sr-only">Write a note</span>
    </a>
  );
}

function Who() {
  if (!caller) return null;
  if (caller.caller === 'anonymous') {
    return <a href={linkTo('/login')}>Log in</a>;
  }
  return (
    <a href={linkTo('/login')} class="who" title="Your login">
      {caller.caller === 'owner' ? 'Owner' : (caller.email ?? 'Member')}
    </a>
  );
}
