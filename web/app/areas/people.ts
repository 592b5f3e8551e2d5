// Who may use the vault, and how people log in: small screens, which lie in one file (`web/app/peopleRoutes.ts`).

export { default as JoinScreen } from '../../pages/login/joinScreen.js';
export { default as LoginScreen } from '../../pages/login/loginScreen.js';
export { default as ConnectScreen } from '../../pages/people/connectScreen.js';
export { default as PeopleScreen } from '../../pages/people/peopleScreen.js';
export { default as TeamScreen } from '../../pages/people/teamScreen.js';
export { default as TokensScreen } from '../../pages/people/tokensScreen.js';
