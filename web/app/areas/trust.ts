// The screens of this area lie in one file, since they share most of their code (`web/app/routes.ts`).
export { default as CheckpointsScreen } from '../../pages/trust/checkpointsScreen.js';
export { default as ErasuresScreen } from '../../pages/trust/erasuresScreen.js';
export { default as RedactionsScreen } from '../../pages/trust/redactionsScreen.js';
export { default as TrustScreen } from '../../pages/trust/trustScreen.js';
export { default as VerifyScreen } from '../../pages/trust/verifyScreen.js';
