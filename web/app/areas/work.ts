// What people and agents work on and with: small screens, which lie in one file (`web/app/routes.ts`).
export { default as ChangesScreen } from '../../pages/changes/changesScreen.js';
export { default as ConventionsScreen } from '../../pages/project/conventionsScreen.js';
export { default as ProjectScreen } from '../../pages/project/projectScreen.js';
export { default as PromptScreen } from '../../pages/prompts/promptScreen.js';
export { default as PromptsScreen } from '../../pages/prompts/promptsScreen.js';
export { default as SessionScreen } from '../../pages/sessions/sessionScreen.js';
export { default as SessionsScreen } from '../../pages/sessions/sessionsScreen.js';
export { default as ToldScreen } from '../../pages/sessions/toldScreen.js';
