import { useEffect } from 'preact/hooks';
import { caller, isAdmin, mayRead } from '../base/caller.js';
import { linkTo, place } from '../base/place.js';
import { useAsk } from '../base/useAsk.js';
import { EmptyState } from '../kit/emptyState.js';
import { ErrorBox } from '../kit/errorBox.js';
import { Loading } from '../kit/loading.js';
import { ScreenHead } from '../kit/screenHead.js';
import type { PageRoute } from './pageRoute.js';
import { routeOf } from './routeOf.js';
import { DOCS } from './routes.js';

/** The screen of the current place, if the caller may see it. */
export function ScreenAt() {
  const { isDocs, path } = place;
  const found = isDocs ? { route: DOCS, params: {} } : routeOf(path);
  useEffect(() => {
    document.title = `${found?.route.title ?? 'Not found'} · Memory Vault`;
  }, [found?.route]);
  if (!found) {
    return (
      <>
        <ScreenHead title="Not found" />
        <EmptyState title="There is no such page">
          <a href={linkTo('/')}>Go to Home</a>
        </EmptyState>
      </>
    );
  }
  if (!maySee(found.route)) {
    return (
      <>
        <ScreenHead title={found.route.title} />
        <Refused route={found.route} />
      </>
    );
  }
  return <Loaded {...found} />;
}

function maySee({ who }: PageRoute): boolean {
  if (who === 'everybody') return true;
  return who === 'admin' ? isAdmin() : mayRead();
}

function Refused({ route: { who, title } }: { route: PageRoute }) {
  const isLoggedIn = caller?.caller !== 'anonymous';
  if (who === 'admin' && isLoggedIn) {
    return (
      <EmptyState title={`${title} is for admins`}>
        Ask the owner of this vault, or log in with the owner's key.
      </EmptyState>
    );
  }
  const { path, query } = place;
  const to = query.size > 0 ? `${path}?${query}` : path;
  return (
    <EmptyState title={who === 'admin' ? `${title} is for admins` : 'Log in to read this vault'}>
      <a class="button primary" href={linkTo('/login', { to })}>
        Log in
      </a>
    </EmptyState>
  );
}

/** Browsers only say that a file could not be fetched. After an update of the service, it has other files. */
const NOT_LOADED = new Error(
  'This screen could not be loaded. Either the vault does not answer, or it was updated since this page was opened: then reload the page.',
);

function Loaded({ route, params }: { route: PageRoute; params: Record<string, string> }) {
  const { query } = place;
  const asked = useAsk(route.path, route.load);
  if (asked.state === 'failed') return <ErrorBox error={NOT_LOADED} again={asked.again} />;
  if (asked.value === undefined) return <Loading />;
  const Screen = asked.value;
  return <Screen params={params} query={query} />;
}
