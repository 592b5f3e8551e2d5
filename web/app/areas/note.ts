// A note, and the notes that somebody has to decide about: they share the editor, so they lie in one file (`web/app/routes.ts`).
export { default as InboxScreen } from '../../pages/note/inbox/inboxScreen.js';
export { default as LookAgainScreen } from '../../pages/note/inbox/lookAgainScreen.js';
export { default as NoteScreen } from '../../pages/note/noteScreen.js';
