// A note, the notes that somebody has to decide about, and all that is written: they share the editor, so they lie in one file
// (`web/app/routes.ts`).
export { default as InboxScreen } from '../../pages/note/inbox/inboxScreen.js';
export { default as LookAgainScreen } from '../../pages/note/inbox/lookAgainScreen.js';
export { default as NewNoteScreen } from '../../pages/note/newNoteScreen.js';
export { default as NoteScreen } from '../../pages/note/noteScreen.js';
export { default as WriteConventionsScreen } from '../../pages/project/writeConventionsScreen.js';
export { default as WritePromptScreen } from '../../pages/prompts/writePromptScreen.js';
